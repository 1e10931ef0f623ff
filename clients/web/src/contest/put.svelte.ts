/** What a person has seen and put away: kept in this browser, the latest of each place. */
const KEY = "pulya.seen.";
const KEPT = 60;

export class Put {
  #place: string;
  #keys = $state<string[]>([]);

  constructor(place: string) {
    this.#place = place;
    this.#keys = stored(KEY + place);
  }

  has(key: string): boolean {
    return this.#keys.includes(key);
  }

  away(...keys: readonly string[]): void {
    this.#keys = [...this.#keys, ...keys].slice(-KEPT);
    try {
      localStorage.setItem(KEY + this.#place, JSON.stringify(this.#keys));
    } catch {
      // A browser that keeps nothing shows it again after it was reloaded.
    }
  }
}

function stored(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}
