/** The plan of a contest as its form has it: wall clocks and minutes, and the plan that is sent. */
import { FORMULAS, type Plan } from "../generated";
import { momentOf, wallOf } from "./zone";

const MINUTE = 60_000;
const SECONDS = 60;
const FESTIVAL_MINUTES = 100;
const FINAL_MINUTES = 120;
/** Registration closes and the draw is made so many minutes before the first tour. */
const CLOSES = 10;
const DRAWN = 5;
/** The first tour is proposed at least so many minutes from now, at a full half hour. */
const AHEAD = 60;
const HALF_HOUR = 30;

export interface PlannedTour {
  /** By the wall clock of the zone. */
  starts: string;
  minutes: number;
}

export interface Draft {
  title: string;
  formula: string;
  rules: string;
  zone: string;
  registration: string;
  draw: string;
  tours: PlannedTour[];
  /** Minutes between the planned end of a tour and the next. */
  pause: number;
  pace: string;
  deals: number;
  /** Minutes before the end; null as the convention says. */
  lastCircle: number | null;
  noShow: number;
  signing: number;
  rest: number;
  late: number;
  watching: string;
  delay: boolean;
  accounts: boolean;
}

/** A whole number that somebody has typed, within its bounds. */
export function whole(value: string, least: number, most: number): number {
  const number = Math.round(Number(value));
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : least;
}

export function hasFinal(formula: string): boolean {
  return FORMULAS[formula as keyof typeof FORMULAS]?.has_final ?? false;
}

/** A festival in an hour or more, with what its regulation says. */
export function firstDraft(now: number, zone: string, rules: string): Draft {
  const step = HALF_HOUR * MINUTE;
  const start = Math.ceil((now + AHEAD * MINUTE) / step) * step;
  const draft: Draft = {
    title: "",
    formula: "festival",
    rules,
    zone,
    registration: "",
    draw: "",
    tours: [],
    pause: 15,
    pace: "usual",
    deals: 60,
    lastCircle: null,
    noShow: 10,
    signing: 3,
    rest: 5,
    late: 0,
    watching: "hand",
    delay: true,
    accounts: false,
  };
  return { ...draft, ...timetable(draft, wallOf(start, zone)) };
}

/** The times of a draft from its first tour on: as many tours as it has, each as long as it was. */
export function timetable(draft: Draft, start: string): Pick<Draft, "tours" | "registration" | "draw"> {
  const { zone } = draft;
  const lengths = draft.tours.length > 0 ? draft.tours.map(({ minutes }) => minutes) : usual(draft.formula);
  let at = momentOf(start, zone);
  const wall = (before: number) => wallOf(momentOf(start, zone) - before * MINUTE, zone);
  const tours = lengths.map((minutes) => {
    const tour = { starts: wallOf(at, zone), minutes };
    at += (minutes + draft.pause) * MINUTE;
    return tour;
  });
  return { tours, registration: wall(CLOSES), draw: wall(DRAWN) };
}

function usual(formula: string): number[] {
  return hasFinal(formula)
    ? [FESTIVAL_MINUTES, FESTIVAL_MINUTES, FINAL_MINUTES]
    : [FESTIVAL_MINUTES, FESTIVAL_MINUTES];
}

/** The same draft by another formula: a festival has three tours. */
export function byFormula(draft: Draft, formula: string): Draft {
  if (hasFinal(formula) === hasFinal(draft.formula)) return { ...draft, formula };
  const changed = { ...draft, formula, tours: [] };
  return { ...changed, ...timetable(changed, draft.tours[0]?.starts ?? draft.draw) };
}

/** The same with so many tours; those that are added are as long as the last. */
export function withTours(draft: Draft, count: number): Draft {
  const last = draft.tours.at(-1);
  if (!last) return draft;
  const tours = Array.from({ length: count }, (_, place) => draft.tours[place] ?? last);
  const changed = { ...draft, tours };
  return { ...draft, tours: timetable(changed, draft.tours[0]?.starts ?? "").tours };
}

/** The same with all tours from the first one's time on: after a length or a pause has changed. */
export function packed(draft: Draft): Draft {
  return { ...draft, tours: timetable(draft, draft.tours[0]?.starts ?? "").tours };
}

/** Whether registration would be over before the contest is there. */
export function isPast({ registration, zone }: Draft, now: number): boolean {
  return momentOf(registration, zone) <= now;
}

/** As it is sent: moments in milliseconds, lengths in seconds. */
export function planOf(draft: Draft): Plan {
  const moment = (wall: string) => momentOf(wall, draft.zone) || 0;
  const { title, formula, rules, zone, pace, deals, late, watching, delay, accounts } = draft;
  return {
    title: title.trim(),
    formula,
    rules,
    zone,
    pace,
    deals,
    late,
    watching,
    delay,
    accounts,
    registration_until: moment(draft.registration),
    draw_at: moment(draft.draw),
    tours: draft.tours.map(({ starts, minutes }) => ({
      starts: moment(starts),
      seconds: minutes * SECONDS,
    })),
    last_circle: draft.lastCircle === null ? -1 : draft.lastCircle * SECONDS,
    no_show: draft.noShow * SECONDS,
    signing: draft.signing * SECONDS,
    rest: draft.rest * SECONDS,
  };
}
