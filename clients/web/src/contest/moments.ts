/** What comes next in a contest, for its one big clock. */
import type { ContestView, PulyaView, TourView } from "../generated";

export interface Coming {
  /**
   * A step of the schedule (close, draw, call, open, last_circle, silence, over, finish), or
   * "tour_end", "finishing" (tables play on after the end), "signing", "paused", "halted",
   * "finished", "called_off", "waiting".
   */
  what: string;
  tour: number;
  /** Milliseconds since 1970; null where there is nothing to count down to. */
  at: number | null;
}

/** `mine` is the table of whoever looks, whose last circle matters to him. */
export function coming(view: ContestView, now: number, mine?: PulyaView): Coming {
  const { phase, next } = view;
  const number = view.tours.length;
  if (phase === "finished" || phase === "called_off") return { what: phase, tour: 0, at: null };
  if (view.halted !== null) return { what: "halted", tour: number, at: null };
  if (view.paused) return { what: "paused", tour: number, at: null };
  const tour = view.tours.at(-1);
  if (phase === "playing" && tour) {
    return tour.tables.some(({ plays }) => plays)
      ? inTour(tour, now, mine)
      : { what: "signing", tour: number, at: next?.at || null };
  }
  if (!next) return { what: "waiting", tour: number, at: null };
  return { what: next.step, tour: next.tour, at: next.at || null };
}

function inTour(tour: TourView, now: number, mine?: PulyaView): Coming {
  const number = tour.tour;
  const tables = mine?.plays ? [mine] : tour.tables.filter(({ plays }) => plays);
  const circles = tables.flatMap(({ last_circle_at }) => last_circle_at ?? []);
  const circle = Math.min(...circles);
  if (circles.length > 0 && circle > now) return { what: "last_circle", tour: number, at: circle };
  const ends = Math.max(...tables.map((table) => table.ends));
  if (tour.ended || ends <= now) return { what: "finishing", tour: number, at: null };
  return { what: "tour_end", tour: number, at: ends };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const SECOND = 1000;

/** Hours, minutes and seconds that are left; a second that has begun counts. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const tail = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % MINUTE)}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
