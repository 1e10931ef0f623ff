/**
 * Which acts of a director are possible now, as lobby/contest decides it.
 *
 * Only what the view of a contest can tell: whether a deal was dealt the table itself knows.
 */
import type { ContestView, PulyaView, StepView, TourView } from "../generated";
import { awaited, isOver } from "./desk";
import { mayEnter } from "./part";

/** Acts on the contest as a whole. */
export const OF_CONTEST = [
  "start",
  "pause",
  "resume",
  "shift",
  "announce",
  "freeze",
  "unfreeze",
  "add",
  "add_bot",
  "remove",
  "add_director",
  "remove_director",
  "keep_apart",
  "let_meet",
  "end",
  "call_off",
] as const;
/** Acts on the last tour and all its tables. */
export const OF_TOUR = [
  "extend",
  "last_circle_now",
  "last_circle_before",
  "watchable",
  "end_tour",
  "reseat",
] as const;
/** Acts on one table; `attend` answers a call there. */
export const OF_TABLE = [
  "attend",
  "look",
  "hold",
  "release",
  "extend",
  "last_circle_now",
  "last_circle_before",
  "annul",
  "adjust",
  "substitute",
  "give",
  "correct",
  "penalise",
  "watchable",
  "dismiss",
] as const;

export type Act =
  | (typeof OF_CONTEST)[number]
  | (typeof OF_TOUR)[number]
  | (typeof OF_TABLE)[number];

/** On what it acts: a table or all of a tour, a person, a call. */
export interface Place {
  tour?: number | undefined;
  table?: number | undefined;
  person?: string | undefined;
  /** The other of a pair. */
  other?: string | undefined;
  call?: number | undefined;
  /** What is started: the step that was next when the director began. */
  step?: StepView | undefined;
}

/** Steps that a director may bring about before their time. */
const STARTABLE: ReadonlySet<string> = new Set(["close", "draw", "call", "open"]);
/** What cannot be taken back is asked for twice. */
const GRAVE: ReadonlySet<Act> = new Set<Act>(["annul", "end_tour", "end", "call_off", "remove"]);

/**
 * Whether it is asked for twice: a result for a table that plays breaks its deal off, and who is
 * not here does not play a tour that is opened.
 */
export function isGrave(act: Act, view: ContestView, place: Place): boolean {
  if (act === "start") {
    return (place.step ?? view.next)?.step === "open" && awaited(view).away.length > 0;
  }
  return GRAVE.has(act) || (act === "give" && tableAt(view, place)?.plays === true);
}

/** A start keeps the step that is next when it is begun, whatever comes next meanwhile. */
export function fixed(act: Act, view: ContestView | null, place: Place): Place {
  return act === "start" ? { ...place, step: view?.next ?? undefined } : place;
}

/** Whether the step that was to be started has come by itself or by another director. */
export function happened(act: Act, view: ContestView, { step }: Place): boolean {
  if (act !== "start" || !step) return false;
  return view.next?.step !== step.step || view.next.tour !== step.tour;
}

export function tourAt(view: ContestView, place: Place): TourView | undefined {
  return view.tours.find(({ tour }) => tour === place.tour);
}

export function tableAt(view: ContestView, place: Place): PulyaView | undefined {
  return tourAt(view, place)?.tables.find(({ table }) => table === place.table);
}

/** The tour that is played now. */
export function runningTour(view: ContestView): TourView | null {
  const tour = view.tours.at(-1);
  return tour && tour.began !== null && tour.over === null ? tour : null;
}

/** Whether he plays at this table, or it is his result: other directors decide there (§T9.9). */
export function isOwn(table: PulyaView, person: string): boolean {
  return table.players.includes(person) || table.sitting.includes(person);
}

/** The table of the running tour at which somebody sits and that is not posted. */
export function sitsAt(view: ContestView, person: string): PulyaView | null {
  const tables = runningTour(view)?.tables ?? [];
  return tables.find((each) => each.posted === "" && each.sitting.includes(person)) ?? null;
}

export function isApart(view: ContestView, one?: string, other?: string): boolean {
  return view.apart.some((pair) => pair.includes(one ?? "") && pair.includes(other ?? ""));
}

/** Why somebody cannot do this now, as the code of a refusal; null where he can. */
export function denied(
  act: Act,
  view: ContestView,
  who: string,
  place: Place,
  now: number,
): string | null {
  if (isOver(view)) return "contest_is_over";
  if (place.table !== undefined && place.table > 0) return atTable(act, view, who, place, now);
  return atAll(act, view, place) ?? inPerson(act, view, who, place, now);
}

function atAll(act: Act, view: ContestView, place: Place): string | null {
  switch (act) {
    case "start":
      if (view.paused) return "paused";
      return view.next && STARTABLE.has(view.next.step) ? null : "not_now";
    case "pause":
      return view.paused ? "paused" : null;
    case "resume":
      return view.paused ? null : "not_paused";
    case "shift":
      return view.tours.length < view.number_of_tours ? null : "not_now";
    case "keep_apart":
      return view.entrants.length > 1 ? null : "bad_pairs";
    case "let_meet":
      return isApart(view, place.person, place.other) ? null : "already_so";
    case "freeze":
      return view.frozen ? "already_so" : null;
    case "unfreeze":
      return view.frozen ? null : "already_so";
    case "end":
      return playedOut(view) ? null : "not_now";
    case "extend":
    case "last_circle_now":
    case "last_circle_before":
      return beforeCircle(view, place, (table) => table.plays && !table.last_circle);
    case "watchable": {
      const tour = runningTour(view);
      if (!tour) return "no_tour_runs";
      return tour.tables.some(({ plays }) => plays) ? null : "already_so";
    }
    case "end_tour": {
      const tour = runningTour(view);
      if (!tour) return "no_tour_runs";
      return tour.ended ? "tour_ended" : null;
    }
    default:
      return null;
  }
}

/** No table is at play, and some tour is over. */
function playedOut(view: ContestView): boolean {
  const open = runningTour(view)?.tables.some(({ posted }) => posted === "") ?? false;
  return !open && view.tours.some(({ over }) => over !== null);
}

function beforeCircle(
  view: ContestView,
  place: Place,
  fits: (table: PulyaView) => boolean,
): string | null {
  const tour = runningTour(view);
  if (!tour || (place.tour !== undefined && place.tour !== tour.tour)) return "no_tour_runs";
  if (tour.ended) return "tour_ended";
  return tour.tables.some(fits) ? null : "last_circle_came";
}

function inPerson(
  act: Act,
  view: ContestView,
  who: string,
  place: Place,
  now: number,
): string | null {
  const { person } = place;
  const entrant = view.entrants.find((each) => each.person === person);
  switch (act) {
    case "add":
    case "add_bot":
      if (entrant && !entrant.withdrawn) return "already_entered";
      return mayEnter(view) || view.phase === "closed" ? null : "registration_closed";
    case "remove":
      if (person === undefined) return null;
      if (!entrant || entrant.withdrawn) return "not_entered";
      return sitsAt(view, person) ? "still_plays" : null;
    case "add_director":
      return person !== undefined && view.directors.includes(person) ? "already_so" : null;
    case "remove_director":
      if (view.directors.length === 1) return "last_director";
      return person === undefined || view.directors.includes(person) ? null : "already_so";
    case "penalise": {
      const table = tourAt(view, place)?.tables.find(({ players }) => players.includes(person ?? ""));
      if (!table || tourAt(view, place)?.began === null) return "not_in_this_tour";
      return isOwn(table, who) ? "plays_there" : late(view, place, now);
    }
    case "reseat": {
      const tour = view.tours.at(-1);
      if (view.phase !== "called" || !tour) return "no_tour_called";
      return tour.tables.some((table) => isOwn(table, who)) ? "plays_there" : null;
    }
    default:
      return null;
  }
}

function atTable(
  act: Act,
  view: ContestView,
  who: string,
  place: Place,
  now: number,
): string | null {
  const [tour, table] = [tourAt(view, place), tableAt(view, place)];
  if (!tour || !table || tour.began === null) return "no_such_table";
  if (isOwn(table, who)) return "plays_there";
  switch (act) {
    case "attend": {
      const call = view.calls.find(({ number }) => number === place.call);
      if (!call) return table.calls.length > 0 ? null : "no_such_call";
      return call.answered_at === null ? null : "already_so";
    }
    case "correct":
      return table.posted === "" ? "not_posted" : late(view, place, now);
    case "penalise":
      return late(view, place, now);
    case "give":
      return table.posted === "" ? null : "already_posted";
    default:
      return table.plays && table.posted === "" ? whilePlaying(act, view, place, table) : "already_posted";
  }
}

function whilePlaying(
  act: Act,
  view: ContestView,
  place: Place,
  table: PulyaView,
): string | null {
  switch (act) {
    case "hold":
      return table.held ? "already_so" : null;
    case "release":
      return table.held ? null : "already_so";
    case "extend":
    case "last_circle_now":
    case "last_circle_before":
      return beforeCircle(view, place, (each) => each.table === table.table && !each.last_circle);
    default:
      return null;
  }
}

/** §T6.7: whether what is posted in this tour may not be changed any more. */
function late(view: ContestView, place: Place, now: number): string | null {
  if (view.frozen) return "results_frozen";
  const until = tourAt(view, place)?.corrected_until ?? null;
  return until !== null && now >= until ? "too_late" : null;
}

/** Those of these acts that somebody may do now. */
export function possible<A extends Act>(
  acts: readonly A[],
  view: ContestView,
  who: string,
  place: Place,
  now: number,
): A[] {
  return acts.filter((act) => denied(act, view, who, place, now) === null);
}
