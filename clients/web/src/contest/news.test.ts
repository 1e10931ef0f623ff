import { expect, test } from "vitest";
import type { ContestView, PulyaView, TourView } from "../generated";
import { news } from "./news";

const table = { stream: "c1-1-1", table: 1, sitting: ["a", "b", "me"], plays: true, last_circle: false };
const other = { ...table, stream: "c1-1-2", table: 2, sitting: ["c", "d", "e"] };

function tour(more: Partial<TourView> = {}, ...tables: object[]): TourView {
  const all = (tables.length > 0 ? tables : [table, other]) as PulyaView[];
  return { tour: 1, began: null, over: null, tables: all, ...more } as TourView;
}

function contest(tours: TourView[], ...texts: string[]): ContestView {
  const announcements = texts.map((text) => ({ at: 1, text }));
  return { tours, announcements } as unknown as ContestView;
}

test("a tour is called, and opened for those who play it", () => {
  const called = contest([tour()]);
  expect(news(contest([]), called, "me")).toEqual([{ what: "called", tour: 1 }]);
  const opened = contest([tour({ began: 1 })]);
  const seated = { what: "seated", stream: "c1-1-1", tour: 1, table: 1, number: 3 };
  expect(news(called, opened, "me")).toEqual([seated]);
  expect(news(called, opened, "x")).toEqual([]);
  expect(news(opened, opened, "me")).toEqual([]);
});

test("who plays on for somebody else is seated", () => {
  const before = contest([tour({ began: 1 })]);
  const sitting = ["c", "x", "e"];
  const after = contest([tour({ began: 1 }, table, { ...other, sitting })]);
  expect(news(before, after, "x")).toMatchObject([{ what: "seated", table: 2, number: 2 }]);
});

test("the last circle is that of one's own table, for others the first", () => {
  const before = contest([tour({ began: 1 })]);
  const theirs = contest([tour({ began: 1 }, table, { ...other, last_circle: true })]);
  expect(news(before, theirs, "me")).toEqual([]);
  expect(news(before, theirs, "")).toEqual([{ what: "last_circle", tour: 1 }]);
  const both = contest([tour({ began: 1 }, { ...table, last_circle: true }, other)]);
  expect(news(before, both, "me")).toEqual([{ what: "last_circle", tour: 1 }]);
});

test("the end of a tour, and what is announced", () => {
  const before = contest([tour({ began: 1 })], "tea");
  const after = contest([tour({ began: 1, over: 2 })], "tea", "cake");
  expect(news(before, after, "")).toEqual([
    { what: "over", tour: 1 },
    { what: "announced", text: "cake" },
  ]);
});
