/** What part somebody has in a contest at this moment. */
import type { ContestView } from "../generated";
import { substitution } from "./atTable";
import { hasFinal } from "./plan";

export type Part =
  | "visitor"
  /** He may enter and has not. */
  | "outside"
  | "entered"
  /** He is waited for, at his table. */
  | "called"
  /** He has no table in the tour that is called, and may come all the same. */
  | "reserve"
  | "here"
  | "plays"
  /** Somebody else plays for him. */
  | "substituted"
  | "signs"
  /** His pulya is posted, others play. */
  | "waits"
  | "advances"
  /** He does not play the next tour of a festival. */
  | "out"
  | "withdrawn"
  /** Nothing of all this. */
  | "none";

/** Nothing of it goes on. */
export function isOver({ phase }: ContestView): boolean {
  return phase === "finished" || phase === "called_off";
}

/** Whether somebody may enter now (§T6.6). */
export function mayEnter(view: ContestView): boolean {
  const { phase, late, tours } = view;
  if (phase === "registration") return true;
  if (!["closed", "between", "called"].includes(phase)) return false;
  const opens = tours.length + (phase === "called" ? 0 : 1);
  return opens <= (hasFinal(view.formula) ? Math.min(1, late) : late);
}

export function part(view: ContestView, person: string): Part {
  const over = isOver(view);
  if (person === "") return over ? "none" : "visitor";
  const tour = view.tours.at(-1);
  const tables = tour?.over === null ? tour.tables : [];
  const table = tables.find(({ sitting }) => sitting.includes(person));
  if (tour && tour.began !== null && table) {
    if (table.plays) return "plays";
    return table.posted ? "waits" : "signs";
  }
  if (tour?.began != null && tables.some((each) => substitution(each, person))) return "substituted";
  const entrant = view.entrants.find((each) => each.person === person);
  if (!entrant) return mayEnter(view) ? "outside" : "none";
  if (entrant.withdrawn) return over ? "none" : "withdrawn";
  if (over || view.phase === "ending") return "none";
  if (view.phase === "called") {
    if (entrant.here) return "here";
    return table ? "called" : "reserve";
  }
  if (view.advance.length > 0) return view.advance.includes(person) ? "advances" : "out";
  return view.phase === "playing" ? "none" : "entered";
}

/** Refusals to one who has said that he is here: he came, and the tour has begun meanwhile. */
const CAME: ReadonlySet<string> = new Set(["already_here", "already_ready", "no_tour_called"]);

/** Whether a refusal of «I am here» is nothing that he has to know. */
export function hasCome(code: string): boolean {
  return CAME.has(code);
}
