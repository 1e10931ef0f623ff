/**
 * What a defender has pinned of the cards of a misère player (§5.7).
 *
 * Kept in this browser for as long as its window is open. Cards that go are not crossed off: the
 * festival's regulation forbids it, so the list is that of the beginning.
 */
import { PACK } from "./cards";
import type { View } from "./generated";

const KEY = "pulya.notes";

/** Whether this seat may take notes: it defends against a misère where notes are allowed. */
export function mayNote(view: View, me: string | null): boolean {
  const defends = me !== null && view.hands.includes(me) && me !== view.declarer;
  return view.notes && defends && view.contract === "misere" && view.phase !== "over";
}

/** The cards that the viewer sees or has seen to be elsewhere than with the misère player. */
export function elsewhere(view: View, me: string | null): string[] {
  const hands = Object.entries(view.cards).filter(([seat]) => seat !== view.declarer);
  const played = [...view.trick, ...(view.last?.cards ?? [])];
  return [
    ...hands.flatMap(([seat, hand]) => (hand.laid || seat === me ? (hand.known ?? []) : [])),
    ...played.filter(({ seat }) => seat !== view.declarer).map(({ card }) => card),
  ];
}

interface Kept {
  deal: string;
  elsewhere: string[];
  talon: string[];
  pins: string[];
}

export class Notes {
  kept = $state<Kept>({ deal: "", elsewhere: [], talon: [], pins: [] });

  /** The deal as it is seen now; another deal has other notes. */
  look(deal: string, view: View, me: string | null): void {
    if (deal !== this.kept.deal) this.kept = stored(deal);
    const { elsewhere: before, talon } = this.kept;
    const now = elsewhere(view, me).filter((card) => !before.includes(card));
    const shown = view.talon.filter((card) => !talon.includes(card));
    if (now.length + shown.length === 0) return;
    before.push(...now);
    talon.push(...shown);
    this.#keep();
  }

  /** What the misère player was dealt, as far as anybody can know. */
  get dealt(): string[] {
    const { elsewhere: gone, talon } = this.kept;
    return PACK.filter((card) => !gone.includes(card) && !talon.includes(card));
  }

  pin(card: string): void {
    const { pins } = this.kept;
    const others = pins.filter((other) => other !== card);
    this.kept.pins = others.length < pins.length ? others : [...pins, card];
    this.#keep();
  }

  #keep(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing has notes until it is reloaded.
    }
  }
}

function stored(deal: string): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    if (kept?.deal === deal) return kept;
  } catch {
    // As if nothing had been kept.
  }
  return { deal, elsewhere: [], talon: [], pins: [] };
}
