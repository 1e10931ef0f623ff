/** The end by agreement as the page words it (game/preferans/agreement.py reads it). */
import type { View } from "./generated";
import { chairs } from "./layout";

const TRICKS = 10;

/** Whose final tricks such an end names, in the order of the words. */
export function claimSeats(view: View): string[] {
  const all = chairs(view.players);
  if (view.declarer === null) {
    return all.filter((seat) => view.hands.includes(seat) || (view.taken[seat] ?? 0) > 0);
  }
  const { declarer } = view;
  if (view.whisted?.how !== "both") return [declarer];
  return [declarer, ...all.filter((seat) => seat !== declarer && view.hands.includes(seat))];
}

export function left(view: View): number {
  return TRICKS - Object.values(view.taken).reduce((sum, taken) => sum + taken, 0);
}

/**
 * What is proposed at first: as it stands, and the rest to the claimer and his side.
 *
 * In misère the rest is a burden: its player claims to take no more, a defender that he takes all.
 */
export function firstClaim(view: View, me: string | null): Record<string, number> {
  const seats = claimSeats(view);
  const claimed = Object.fromEntries(seats.map((seat) => [seat, view.taken[seat] ?? 0]));
  const burden = me === view.declarer ? null : view.declarer;
  const taker = view.contract === "misere" ? burden : me;
  if (taker !== null && taker in claimed) {
    claimed[taker] = (claimed[taker] ?? 0) + left(view);
  }
  return claimed;
}

/** Whether the numbers are an end: nobody loses a trick, and where all are named they are ten. */
export function isEnd(view: View, claimed: Record<string, number>): boolean {
  const seats = claimSeats(view);
  const sum = seats.reduce((total, seat) => total + (claimed[seat] ?? 0), 0);
  const kept = seats.every((seat) => (claimed[seat] ?? 0) >= (view.taken[seat] ?? 0));
  const others = Object.entries(view.taken)
    .filter(([seat]) => !seats.includes(seat))
    .reduce((total, [, taken]) => total + taken, 0);
  return kept && (seats.length === 1 ? sum + others <= TRICKS : sum + others === TRICKS);
}

/** `=7`, `=7,S2,W1` or `=N3,E4,S3`. */
export function claimWord(view: View, claimed: Record<string, number>): string {
  const parts = claimSeats(view).map((seat) => {
    const number = claimed[seat] ?? 0;
    return seat === view.declarer ? `${number}` : `${seat}${number}`;
  });
  return `=${parts.join(",")}`;
}
