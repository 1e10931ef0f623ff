/**
 * The sheet of a pulya as it is ruled on paper: a part for each player on his side of the table.
 *
 * Everything is measured in the part at the bottom, which is then turned about the middle.
 */
import { chairs } from "./layout";

export interface Point {
  x: number;
  y: number;
}

interface Ruling {
  /** How far the edge is from the middle, and how wide half of it. */
  edge: number;
  half: number;
  /** From the edge: where whists end and the pool begins, where the pool ends. */
  whists: number;
  pool: number;
  /** Clockwise from the viewer. */
  turns: readonly number[];
}

const THREE: Ruling = {
  edge: 132,
  half: 132 * Math.sqrt(3),
  whists: 42,
  pool: 78,
  turns: [0, 120, 240],
};
const FOUR: Ruling = { edge: 200, half: 200, whists: 58, pool: 108, turns: [0, 90, 180, 270] };
const UPSIDE_DOWN = 90;

export interface Place {
  seat: string;
  /** Whists on the others, from the left neighbour on. */
  whists: { on: string; at: Point }[];
  pool: Point;
  mountain: Point;
  /** The name beside the edge, turned so that it can be read. */
  name: Point & { turn: number };
  lines: [Point, Point][];
}

export interface Paper {
  box: string;
  places: Place[];
}

function turned({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return {
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  };
}

/** The paper of three or four players, the viewer's part at the bottom. */
export function paper(players: number, me: string | null): Paper {
  const ruling = players === 4 ? FOUR : THREE;
  const all = chairs(players);
  const first = Math.max(0, all.indexOf(me ?? ""));
  const places = ruling.turns.map((turn, step) => {
    const others = all.map((_, by) => all[(first + step + by) % players] ?? "");
    return placeOf(ruling, others, turn);
  });
  return { box: players === 4 ? "-232 -232 464 464" : "-236 -272 472 436", places };
}

/** The part of the first of these seats, who sit clockwise from it. */
function placeOf(ruling: Ruling, seats: readonly string[], turn: number): Place {
  const { edge, half, whists, pool } = ruling;
  const [seat = "", ...others] = seats;
  const at = (x: number, depth: number) => turned({ x, y: edge - depth }, turn);
  const wide = (depth: number) => (half * (edge - depth)) / edge;
  const column = (2 * wide(whists / 2)) / others.length;
  const line = (depth: number): [Point, Point] => [
    at(-wide(depth), depth),
    at(wide(depth), depth),
  ];
  const columns = others.slice(1).map((_, place): [Point, Point] => {
    const x = -wide(whists / 2) + column * (place + 1);
    return [at(x, 0), at(x, whists)];
  });
  const middle = (edge + pool) / 2 - (edge - pool) * 0.2;
  const upright = turn > UPSIDE_DOWN && turn < 360 - UPSIDE_DOWN ? turn - 180 : turn;
  return {
    seat,
    whists: others.map((on, place) => ({
      on,
      at: at(-wide(whists / 2) + column * (place + 0.5), whists / 2),
    })),
    pool: at(0, (whists + pool) / 2),
    mountain: at(0, middle),
    name: { ...at(0, -18), turn: upright === 270 ? -90 : upright },
    lines: [line(0), line(whists), line(pool), [at(-half, 0), at(0, edge)], ...columns],
  };
}
