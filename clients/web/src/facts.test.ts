import { expect, test } from "vitest";
import { dealsLeft, dutyLeft, shownToDealer, talonOpened } from "./facts";
import { empty } from "./fold";
import type { TableView, View } from "./generated";

const play = (taken: Record<string, number>, duty = 4): View => ({
  ...empty(),
  phase: "play",
  declarer: "N",
  whisted: { how: "both", by: null, hand: null, duty },
  taken,
});

test("the whisters owe what the defence has not taken, and never less than nothing", () => {
  expect(dutyLeft(play({ N: 3, E: 1, S: 0 }))).toBe(3);
  expect(dutyLeft(play({ N: 3, E: 3, S: 2 }))).toBe(0);
  expect(dutyLeft(play({ N: 3, E: 1, S: 0 }, 0))).toBeNull();
  expect(dutyLeft({ ...play({}), phase: "whisting" })).toBeNull();
});

test("by time nobody knows how many deals are left until the last circle", () => {
  const table = { deal: 3, deals: 9, minutes: 0, last_circle: false } as TableView;
  expect(dealsLeft(table)).toBe(6);
  expect(dealsLeft({ ...table, minutes: 60 })).toBeNull();
  expect(dealsLeft({ ...table, minutes: 60, last_circle: true, deals: 5 })).toBe(2);
});

test("the sitting dealer has seen whose hand he was invited to or chose", () => {
  const view = empty();
  view.calls = [{ seat: "E", call: "invite" }];
  view.whists = [
    { seat: "E", word: "pass" },
    { seat: "W", word: "look-S" },
  ];
  expect(shownToDealer(view)).toEqual(["E", "S"]);
});

test("in raspasy the talon comes to light card by card", () => {
  const view = { ...empty(), phase: "raspasy" as const };
  const open = [{ seat: "W", by: null, card: "7S" }];
  expect(talonOpened(view, 0)).toBe(0);
  expect(talonOpened({ ...view, trick: open }, 0)).toBe(1);
  expect(talonOpened({ ...view, trick: open }, 1)).toBe(2);
  expect(talonOpened(view, 5)).toBe(2);
  expect(talonOpened({ ...empty(), phase: "auction" }, 0)).toBe(0);
});
