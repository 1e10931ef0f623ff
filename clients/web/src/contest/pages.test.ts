import { expect, test } from "vitest";
import type { ContestView } from "../generated";
import { pages } from "./pages";

const people = Array.from({ length: 17 }, (_, n) => `p${n}`);

function contest(phase: string, more: object = {}): ContestView {
  const entrants = people.map((person) => ({ person, withdrawn: person === "p0" }));
  return { phase, entrants, tours: [], standings: [], ...more } as unknown as ContestView;
}

test("before there is anything else, who takes part", () => {
  expect(pages(contest("registration"))).toEqual([{ what: "entrants", people: people.slice(1) }]);
});

test("the seating while a tour is called and played, cut evenly", () => {
  const tables = people.slice(0, 8).map((stream) => ({ stream }));
  const shown = pages(contest("called", { tours: [{ tour: 2, tables }] }));
  expect(shown.map((page) => page.what === "tables" && page.tables.length)).toEqual([4, 4]);
  expect(pages(contest("between", { tours: [{ tour: 2, tables }] }))[0]?.what).toBe("entrants");
});

test("the standings once something is posted", () => {
  const lines = people.map((person) => ({ person, tours: [null] }));
  expect(pages(contest("between", { standings: lines }))[0]?.what).toBe("entrants");
  const posted = lines.map((line) => ({ ...line, tours: [{ points: 1, whists: 2 }] }));
  const shown = pages(contest("between", { standings: posted }));
  expect(shown.map((page) => page.what === "standings" && page.lines.length)).toEqual([9, 8]);
});

test("the podium first, when all is over", () => {
  const over = { podium: ["p1"], standings: [{ person: "p1", tours: [{ points: 1, whists: 2 }] }] };
  expect(pages(contest("finished", over)).map(({ what }) => what)).toEqual(["podium", "standings"]);
  expect(pages(contest("between", over)).map(({ what }) => what)).toEqual(["standings"]);
});
