import { expect, test } from "vitest";
import type { ContestView, EntrantView, PulyaView, TourView } from "../generated";
import { hasCome, mayEnter, part } from "./part";

const entrant: EntrantView = { person: "me", bot: false, withdrawn: false, here: false, mark: null };
const table = {
  players: ["me", "a", "b"],
  sitting: ["me", "a", "b"],
  substituted: [],
  plays: true,
  posted: "",
} as unknown as PulyaView;

function contest(phase: string, more: object = {}): ContestView {
  const plan = { phase, formula: "festival", late: 0, tours: [], entrants: [entrant], advance: [] };
  return { ...plan, ...more } as unknown as ContestView;
}

function tour(more: Partial<TourView> = {}): TourView {
  return { tour: 1, began: null, over: null, tables: [table], ...more } as TourView;
}

test("who has not entered may, as long as entries are taken", () => {
  expect(part(contest("registration"), "")).toBe("visitor");
  expect(part(contest("registration"), "you")).toBe("outside");
  expect(part(contest("closed"), "you")).toBe("none");
});

test.for([
  ["festival", 3, "closed", 0, true],
  ["festival", 3, "called", 1, true],
  ["festival", 3, "between", 1, false],
  ["fspr-2006", 2, "between", 1, true],
  ["fspr-2006", 2, "called", 2, true],
  ["fspr-2006", 2, "playing", 1, false],
  ["fspr-2006", 1, "between", 1, false],
] as const)("late entry at %s until tour %i, %s after %i", ([formula, late, phase, played, may]) => {
  const tours = Array.from({ length: played }, () => tour());
  expect(mayEnter(contest(phase, { formula, late, tours }))).toBe(may);
});

test("a tour that is called waits for its players and takes reserves", () => {
  const called = contest("called", { tours: [tour()] });
  expect(part(called, "me")).toBe("called");
  const free = { ...called, tours: [tour({ tables: [] })] };
  expect(part(free, "me")).toBe("reserve");
  expect(part({ ...free, entrants: [{ ...entrant, here: true }] }, "me")).toBe("here");
});

test("a table plays, is signed, and waits for the others", () => {
  const at = (more: object) =>
    contest("playing", { tours: [tour({ began: 1, tables: [{ ...table, ...more } as PulyaView] })] });
  expect(part(at({}), "me")).toBe("plays");
  expect(part(at({ plays: false }), "me")).toBe("signs");
  expect(part(at({ plays: false, posted: "players" }), "me")).toBe("waits");
  const others = ["a", "b", "c"];
  expect(part(at({ players: others, sitting: others }), "me")).toBe("none");
  expect(part(at({}), "b")).toBe("plays");
});

test("between tours of a festival some advance", () => {
  const between = { tours: [tour({ began: 1, over: 2 })], advance: ["me"] };
  expect(part(contest("between", between), "me")).toBe("advances");
  expect(part(contest("between", { ...between, advance: ["a"] }), "me")).toBe("out");
  expect(part(contest("between", { ...between, advance: [] }), "me")).toBe("entered");
});

test("who has withdrawn, and a contest that is over", () => {
  const gone = { entrants: [{ ...entrant, withdrawn: true }] };
  expect(part(contest("between", gone), "me")).toBe("withdrawn");
  expect(part(contest("finished", gone), "me")).toBe("none");
  expect(part(contest("finished"), "")).toBe("none");
});

test("who was substituted has a part of his own until the tour is over", () => {
  const substituted = [{ at: 1, by: "z", why: "gone", out: "me", into: "c", bot: false }];
  const replaced = { ...table, sitting: ["c", "a", "b"], substituted } as PulyaView;
  const running = { tours: [tour({ began: 1, tables: [replaced] })] };
  expect(part(contest("playing", running), "me")).toBe("substituted");
  expect(part(contest("playing", running), "c")).toBe("plays");
  const over = { tours: [tour({ began: 1, over: 2, tables: [replaced] })] };
  expect(part(contest("between", over), "me")).toBe("entered");
});

test("who is here already is told nothing of it", () => {
  expect(["already_here", "already_ready", "no_tour_called"].map(hasCome)).toEqual([true, true, true]);
  expect(hasCome("not_in_this_tour")).toBe(false);
});
