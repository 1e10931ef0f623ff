/**
 * Where everything of a table is drawn, for three and four, on a wide screen and on a phone.
 *
 * Pure numbers: components turn them into styles. Sizes are CSS pixels.
 */

export type Place = "bottom" | "left" | "top" | "right";

const FOUR = ["N", "E", "S", "W"] as const;
const THREE = ["N", "E", "S"] as const;
/** Clockwise from the viewer: the next player sits at his left. */
const AROUND_FOUR: readonly Place[] = ["bottom", "left", "top", "right"];
const AROUND_THREE: readonly Place[] = ["bottom", "left", "right"];
/** Where those sit who only watch. */
const WATCHING = "S";

/** The chairs clockwise. */
export function chairs(players: number): readonly string[] {
  return players === 4 ? FOUR : THREE;
}

export interface Seated {
  seat: string;
  place: Place;
}

/** The chairs clockwise from the viewer's, who sits at the bottom. */
export function around(players: number, me: string | null): Seated[] {
  const all = chairs(players);
  const first = all.indexOf(me !== null && all.includes(me) ? me : WATCHING);
  const places = players === 4 ? AROUND_FOUR : AROUND_THREE;
  return places.map((place, step) => ({ place, seat: all[(first + step) % all.length] ?? "" }));
}

export function placeOf(players: number, me: string | null, seat: string | null): Place {
  return around(players, me).find((seated) => seated.seat === seat)?.place ?? "top";
}

export interface Size {
  width: number;
  height: number;
}

export interface TableLayout {
  phone: boolean;
  /** A phone that lies on its side. */
  short: boolean;
  /** Whether the story of the deal stands beside the table. */
  aside: boolean;
  /** Cards of the hands that are played from here. */
  hand: Size;
  /** Cards of two hands that are shown here one above the other. */
  pair: Size;
  /** Cards of hands that lie open at their seats; on a phone they are diagrams instead. */
  laid: Size;
  /** Cards in the trick. */
  trick: Size;
  /** What a hand may take in width. */
  room: number;
}

/** Width to height of a card. */
const SHAPE = 1.4;
export const PHONE_WIDTH = 700;
const SHORT_HEIGHT = 480;
/** Below this two hands on a phone are small. */
const LOW_HEIGHT = 700;
/** What stands beside the hands on a phone that lies on its side, with the gap. */
export const BESIDE_WIDTH = 226;
const ASIDE_WIDTH = 280;
const ASIDE_FROM = 1060;
const EDGE = 8;
/** What a finger hits: no narrower strip of a card is offered. */
export const TOUCH = 40;

/** A trick is this many times as high as a card (see `spot`). */
const TRICK_HEIGHT = 1.95;
const LEAST_TRICK = 30;

/** Cards of a trick that has this much height, no larger than `most`. */
export function fitTrick(height: number, most: Size): Size {
  if (height <= 0) return most;
  const width = between(LEAST_TRICK, height / TRICK_HEIGHT / SHAPE, most.width);
  return width === most.width ? most : card(width);
}

function card(width: number): Size {
  return { width: Math.round(width), height: Math.round(width * SHAPE) };
}

function between(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

export function tableLayout(screen: Size): TableLayout {
  const short = screen.height < SHORT_HEIGHT;
  const phone = screen.width < PHONE_WIDTH || short;
  const aside = screen.width >= ASIDE_FROM && !phone;
  const felt = screen.width - (aside ? ASIDE_WIDTH : 0);
  if (phone) {
    const hand = card(between(46, (screen.width - 2 * EDGE) / 6, short ? 60 : 68));
    const pair = card(screen.height < LOW_HEIGHT ? 46 : 52);
    const room = felt - 2 * EDGE - (short ? BESIDE_WIDTH : 0);
    return { phone, short, aside, hand, pair, laid: card(34), trick: card(60), room };
  }
  const hand = card(between(70, Math.min(screen.height * 0.125, felt / 9), 112));
  return {
    phone,
    short,
    aside,
    hand,
    pair: hand,
    laid: card(hand.width * 0.68),
    trick: card(hand.width * 0.92),
    room: felt - 2 * EDGE - 24,
  };
}

export interface Fan {
  rows: string[][];
  /** From the left edge of a card to that of the next. */
  step: number;
  /** From the top of a row to that of the next. */
  drop: number;
  width: number;
  height: number;
}

/**
 * Cards side by side, overlapping where they must, in as many rows as leave `least` of each.
 *
 * Rows are cut between suits where that makes them hardly uneven. Cards of a hand that shrinks stay
 * in the rows in which they were `before` until they need fewer rows.
 */
export function fan(
  cards: readonly string[],
  size: Size,
  room: number,
  least = TOUCH,
  before: readonly string[][] = [],
): Fan {
  const inRow = Math.max(1, Math.floor((room - size.width) / least) + 1);
  const rowCount = Math.max(1, Math.ceil(cards.length / inRow));
  const same = rowCount === 1 ? null : kept(cards, before, inRow);
  const rows = same ?? split(cards, rowCount, inRow);
  const longest = Math.max(1, ...rows.map((row) => row.length));
  const loose = size.width * (rows.length > 1 ? 1.04 : 0.8);
  const step = longest > 1 ? Math.min(loose, (room - size.width) / (longest - 1)) : loose;
  const drop = size.height * 0.62;
  return {
    rows,
    step,
    drop,
    width: Math.round(size.width + step * (longest - 1)),
    height: Math.round(size.height + drop * (rows.length - 1)),
  };
}

function kept(
  cards: readonly string[],
  before: readonly string[][],
  inRow: number,
): string[][] | null {
  const rows = before
    .map((row) => cards.filter((card) => row.includes(card)))
    .filter((row) => row.length > 0);
  const all = rows.reduce((sum, row) => sum + row.length, 0) === cards.length;
  return all && rows.every((row) => row.length <= inRow) ? rows : null;
}

function split(cards: readonly string[], rowCount: number, inRow: number): string[][] {
  if (rowCount === 1) return [[...cards]];
  const even = Math.ceil(cards.length / rowCount);
  const cut = cutBetweenSuits(cards, even, inRow, cards.length - inRow * (rowCount - 1)) ?? even;
  return [cards.slice(0, cut), ...split(cards.slice(cut), rowCount - 1, inRow)];
}

/** The place next to `even`, at most one away, where a suit ends. */
function cutBetweenSuits(
  cards: readonly string[],
  even: number,
  most: number,
  fewest: number,
): number | null {
  for (const cut of [even, even - 1, even + 1]) {
    const ends = cards[cut - 1]?.[1] !== cards[cut]?.[1];
    if (cut > 0 && cut <= most && cut >= fewest && ends) return cut;
  }
  return null;
}

export interface Spot {
  x: number;
  y: number;
  turn: number;
}

/** Where a card of the trick lies, from the middle of the table to the middle of the card. */
export function spot(place: Place, players: number, size: Size): Spot {
  const { width, height } = size;
  const low = players === 4 ? 0 : -0.16 * height;
  switch (place) {
    case "bottom":
      return { x: 0, y: players === 4 ? height * 0.44 : height * 0.4, turn: 0 };
    case "left":
      return { x: -width * 0.97, y: low, turn: -5 };
    case "right":
      return { x: width * 0.97, y: low, turn: 5 };
    case "top":
      return { x: 0, y: players === 4 ? -height * 0.44 : -height * 0.62, turn: 2 };
  }
}
