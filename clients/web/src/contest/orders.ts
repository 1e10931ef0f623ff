/** From what is filled in to the command of an act; without `why` and `after`, which all have. */
import type { ContestCommand, ContestView } from "../generated";
import { tableAt, type Act, type Place } from "./acts";
import { exactly, wholeTable } from "./exactly";

type Unsigned<C> = C extends { why: string; after: number } ? Omit<C, "why" | "after"> : never;
export type Order = Unsigned<ContestCommand>;

/** What is filled in, by the names of the fields. */
export type Filled = Readonly<Record<string, string>>;

const SECONDS = 60;
/** Who sits down for somebody: a bot. */
export const A_BOT = "bot";
const WHOLE = /^-?\d{1,5}$/;

/** The command; null while something is missing or cannot be. `look` goes to a table instead. */
export function order(act: Act, view: ContestView, place: Place, filled: Filled): Order | null {
  const [tour, table] = [place.tour ?? 0, place.table ?? 0];
  const person = place.person ?? filled["person"] ?? "";
  const seconds = (whole(filled["minutes"]) ?? 0) * SECONDS;
  switch (act) {
    case "look":
      return null;
    case "start":
      return place.step
        ? { what: "start", step: place.step.step as never, tour: place.step.tour }
        : null;
    case "pause":
    case "resume":
      return { what: act };
    case "shift": {
      const signed = filled["when"] === "earlier" ? -seconds : seconds;
      return seconds > 0 ? { what: "shift", seconds: signed } : null;
    }
    case "extend":
      return seconds > 0 ? { what: "extend", tour, table, seconds } : null;
    case "last_circle_before":
      return filled["minutes"] === "" || seconds < 0
        ? null
        : { what: "last_circle_before", tour, table, seconds };
    case "last_circle_now":
      return { what: "last_circle_now", tour, table };
    case "watchable":
      return { what: "watchable", tour, table, watching: filled["watching"] ?? "" };
    case "end_tour":
      return { what: "end_tour", tour };
    case "announce": {
      const text = line(filled["text"]);
      return text === "" ? null : { what: "announce", text };
    }
    case "keep_apart":
    case "let_meet":
      return apart(act, view, person, place.other ?? filled["other"] ?? "");
    case "freeze":
    case "unfreeze":
      return { what: "freeze", frozen: act === "freeze" };
    case "add_bot":
      return { what: "add", person: freeBot(view), bot: true };
    case "add":
      return person === "" ? null : { what: "add", person, bot: isBot(person) };
    case "remove":
    case "add_director":
    case "remove_director":
      return person === "" ? null : { what: act, person };
    case "end":
    case "call_off":
      return { what: "end", called_off: act === "call_off" };
    case "attend":
      return place.call === undefined ? null : { what: "attend", call: place.call };
    case "hold":
    case "release":
      return { what: "hold_table", tour, table, held: act === "hold" };
    case "annul": {
      const deal = whole(filled["deal"]) ?? 0;
      return deal < 1 ? null : { what: "annul", tour, table, deal, replay: filled["replay"] === "yes" };
    }
    case "adjust":
      return adjusted(tour, table, person, filled);
    case "substitute":
      return substituted(tour, table, filled);
    case "give":
    case "correct": {
      const players = tableAt(view, place)?.players ?? [];
      const { whists } = wholeTable(players.map((_, number) => filled[whistsOf(number)] ?? ""));
      return whists && { what: act, tour, table, whists };
    }
    case "penalise":
      return penalised(tour, person, filled);
    case "dismiss":
      return person === "" ? null : { what: "dismiss", tour, table, person };
    case "reseat":
      return null;
  }
}

/** The name of the field with the whists of a number, from 0. */
export function whistsOf(number: number): string {
  return `whists ${number}`;
}

/** Whole points as they are typed; null where it is no such number. */
export function whole(typed: string | undefined): number | null {
  const text = (typed ?? "").trim().replace("−", "-").replace(/^\+/, "");
  return WHOLE.test(text) ? Number(text) : null;
}

/** Without breaks: what is announced is one line. */
function line(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

export function isBot(person: string): boolean {
  return person.startsWith("bot-");
}

/** The first name of a bot that nobody in the contest has. */
export function freeBot(view: ContestView): string {
  const taken = new Set(view.entrants.map(({ person }) => person));
  let number = 1;
  while (taken.has(`bot-${number}`)) number++;
  return `bot-${number}`;
}

function adjusted(tour: number, table: number, person: string, filled: Filled): Order | null {
  const amounts = ["pool", "mountain", "whists"].map((name) =>
    (filled[name] ?? "").trim() === "" ? 0 : whole(filled[name]),
  );
  if (person === "" || amounts.includes(null) || amounts.every((each) => each === 0)) return null;
  const [pool = 0, mountain = 0, whists = 0] = amounts as number[];
  const on = whists === 0 ? "" : (filled["on"] ?? "");
  if (whists !== 0 && (on === "" || on === person)) return null;
  return { what: "adjust", tour, table, person, pool, mountain, on, whists };
}

/** All pairs, with this one or without it. */
function apart(act: Act, view: ContestView, one: string, other: string): Order | null {
  if (one === "" || other === "" || one === other) return null;
  const rest = view.apart.filter((pair) => !(pair.includes(one) && pair.includes(other)));
  return { what: "keep_apart", pairs: act === "keep_apart" ? [...rest, [one, other]] : rest };
}

function substituted(tour: number, table: number, filled: Filled): Order | null {
  const { out = "", into = "" } = filled;
  const who = into === "another" ? (filled["another"] ?? "") : into;
  if (out === "" || who === "") return null;
  if (who === A_BOT) return { what: "substitute", tour, table, out, bot: true };
  return { what: "substitute", tour, table, out, into: who };
}

function penalised(tour: number, person: string, filled: Filled): Order | null {
  const points = exactly(filled["points"] || "0");
  const whists = exactly(filled["whists"] || "0");
  if (person === "" || points === null || whists === null) return null;
  if (points === "0" && whists === "0") return null;
  return { what: "penalise", tour, person, points, whists };
}
