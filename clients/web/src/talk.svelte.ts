/** What is said at a table, and who may say something now. */
import type { LineMessage, TableView, View } from "./generated";

const KEPT = 50;
/** How long a card that somebody points at is marked. */
const POINTED = 6000;

export interface Pointed {
  card: string;
  person: string;
}

export class Talk {
  /** Words, the earliest first; cards that were pointed at are no words. */
  lines = $state<LineMessage[]>([]);
  pointed = $state<Pointed | null>(null);
  /** Somebody reads: nothing is unread. */
  open = $state(false);
  #read = $state(0);
  #fading: ReturnType<typeof setTimeout> | undefined;
  readonly person: string;

  constructor(person: string) {
    this.person = person;
  }

  /** How many lines of others nobody has read here. */
  get unread(): number {
    if (this.open) return 0;
    return this.lines.filter(({ at, person }) => at > this.#read && person !== this.person).length;
  }

  /** All that is known after `sync`; the first time it is old news. */
  restore(lines: LineMessage[], first: boolean): void {
    this.lines = lines.filter(({ card }) => card === "");
    if (first) this.read();
  }

  read(): void {
    this.#read = this.lines.at(-1)?.at ?? 0;
  }

  hear(line: LineMessage): void {
    if (line.card !== "") return this.#point(line);
    // What was said at another server may come with `sync` and once more after it.
    if (this.lines.some(({ at, person }) => at === line.at && person === line.person)) return;
    this.lines = [...this.lines, line].slice(-KEPT);
    if (this.open) this.read();
  }

  #point({ card, person }: LineMessage): void {
    clearTimeout(this.#fading);
    this.pointed = { card, person };
    this.#fading = setTimeout(() => (this.pointed = null), POINTED);
  }
}

/** Why nobody at this seat can talk now, as lobby/table/talk.py has it; null if he can. */
export function silence(table: TableView | null, view: View, me: string | null): string | null {
  if (table?.phase !== "playing" || view.ask === null) return null;
  if (!Object.values(view.cards).some(({ laid }) => laid)) return "deal";
  const sits = me !== null && !view.hands.includes(me);
  return sits && view.whisted?.by !== me ? "dealer" : null;
}

/** The open cards at which this seat may point (§5.6): the defence's own. */
export function pointable(table: TableView | null, view: View, me: string | null): string[] {
  const plays = table?.phase === "playing" && view.ask !== null && me !== null;
  if (!plays || view.declarer === null || view.declarer === me) return [];
  if (silence(table, view, me) !== null) return [];
  return view.hands
    .filter((seat) => seat !== view.declarer && view.cards[seat]?.laid)
    .flatMap((seat) => view.cards[seat]?.known ?? []);
}
