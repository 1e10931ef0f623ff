/** Cards and bids as the page shows them: names as on the wire, the order of a hand. */

export type Suit = "S" | "C" | "D" | "H";
export type Strain = Suit | "N";

const SUITS: readonly Suit[] = ["S", "C", "D", "H"];
const RANKS = "789TJQKA";
const RED: ReadonlySet<Suit> = new Set<Suit>(["D", "H"]);
/** All four alternate so. */
const ALTERNATING: readonly Suit[] = ["S", "D", "C", "H"];

export function suitOf(card: string): Suit {
  return card[1] as Suit;
}

/** One of 7 8 9 T J Q K A. */
export function rankOf(card: string): string {
  return card[0] ?? "";
}

export function isRed(suit: Suit): boolean {
  return RED.has(suit);
}

/** The suits of these cards in an order in which colours alternate as far as they can. */
export function suitOrder(cards: readonly string[]): Suit[] {
  const present = ALTERNATING.filter((suit) => cards.some((card) => suitOf(card) === suit));
  const red = present.filter(isRed);
  const black = present.filter((suit) => !isRed(suit));
  const [more, fewer] = red.length > black.length ? [red, black] : [black, red];
  return more.flatMap((suit, place) => [suit, ...fewer.slice(place, place + 1)]);
}

/** The order of the suits of one hand. */
export interface Suits {
  order: Suit[];
}

/** The cards in the order that was kept; a suit that was not there before makes a new one. */
export function kept(hand: readonly string[], suits: Suits): string[] {
  if (hand.some((card) => !suits.order.includes(suitOf(card)))) suits.order = suitOrder(hand);
  return sorted(hand, suits.order);
}

/** The cards by suit in this order, within a suit from the ace down. */
export function sorted(cards: readonly string[], order: readonly Suit[]): string[] {
  const weight = (card: string) =>
    order.indexOf(suitOf(card)) * RANKS.length - RANKS.indexOf(rankOf(card));
  return [...cards].sort((one, other) => weight(one) - weight(other));
}

/** The ranks of a hand suit by suit, for a diagram; suits that were never there are left out. */
export function bySuit(
  cards: readonly string[],
  had: readonly Suit[] = [],
): { suit: Suit; cards: string[] }[] {
  return SUITS.map((suit) => ({
    suit,
    cards: sorted(
      cards.filter((card) => suitOf(card) === suit),
      SUITS,
    ),
  })).filter((row) => row.cards.length > 0 || had.includes(row.suit));
}

export const STRAINS: readonly Strain[] = [...SUITS, "N"];
export const LEVELS: readonly number[] = [6, 7, 8, 9, 10];
/** The bids from the lowest up. */
export const LADDER: readonly string[] = LEVELS.flatMap((level) =>
  STRAINS.map((strain) => `${level}${strain}`),
);

export interface Bid {
  level: number;
  strain: Strain;
}

/** `10N` as level and strain; null for words that are no bids. */
export function bidOf(word: string): Bid | null {
  if (!LADDER.includes(word)) return null;
  return { level: Number(word.slice(0, -1)), strain: word.slice(-1) as Strain };
}

/** The bids that are not below this one. */
export function notBelow(bid: string): string[] {
  return LADDER.slice(Math.max(0, LADDER.indexOf(bid)));
}

/** All cards, suit by suit, in a suit from the ace down. */
export const PACK: readonly string[] = SUITS.flatMap((suit) =>
  [...RANKS].reverse().map((rank) => rank + suit),
);
