import { expect, test } from "vitest";
import { A_BOT, freeBot, order, whistsOf, type Filled } from "./orders";
import { contestView, pulya, tour } from "./samples";
import type { Act, Place } from "./acts";

const view = contestView({ next: { step: "call", tour: 2, at: 0 } });
const AT: Place = { tour: 1, table: 1 };

function to(act: Act, filled: Filled = {}, place: Place = AT): object | null {
  return order(act, view, place, filled);
}

test("minutes become seconds, of one table or of all", () => {
  expect(to("extend", { minutes: "5" })).toEqual({ what: "extend", tour: 1, table: 1, seconds: 300 });
  expect(to("extend", { minutes: "5" }, { tour: 1 })).toMatchObject({ table: 0 });
  expect(to("extend", { minutes: "0" })).toBeNull();
  expect(to("last_circle_before", { minutes: "0" })).toMatchObject({ seconds: 0 });
  expect(to("last_circle_before", { minutes: "" })).toBeNull();
});

test("the schedule is shifted both ways", () => {
  expect(to("shift", { minutes: "10", when: "later" })).toEqual({ what: "shift", seconds: 600 });
  expect(to("shift", { minutes: "10", when: "earlier" })).toEqual({ what: "shift", seconds: -600 });
  expect(to("shift", { minutes: "x" })).toBeNull();
});

test("a start is that of the step with which it was begun", () => {
  const step = { step: "draw", tour: 0, at: 0 };
  expect(to("start", {}, { step })).toEqual({ what: "start", step: "draw", tour: 0 });
  expect(to("start", {}, {})).toBeNull();
});

test("acts that come in pairs", () => {
  expect(to("hold")).toEqual({ what: "hold_table", tour: 1, table: 1, held: true });
  expect(to("release")).toMatchObject({ held: false });
  const apart = { apart: [["ann", "ben"]] };
  expect(order("let_meet", contestView(apart), { person: "ben", other: "ann" }, {})).toEqual({
    what: "keep_apart",
    pairs: [],
  });
  expect(order("keep_apart", contestView(apart), {}, { person: "ann", other: "cat" })).toEqual({
    what: "keep_apart",
    pairs: [
      ["ann", "ben"],
      ["ann", "cat"],
    ],
  });
  expect(order("keep_apart", contestView(apart), {}, { person: "ann", other: "ann" })).toBeNull();
  expect(to("freeze")).toEqual({ what: "freeze", frozen: true });
  expect(to("unfreeze")).toEqual({ what: "freeze", frozen: false });
  expect(to("end")).toEqual({ what: "end", called_off: false });
  expect(to("call_off")).toEqual({ what: "end", called_off: true });
});

test("a deal is annulled with a replay or without", () => {
  expect(to("annul", { deal: "3", replay: "yes" })).toEqual({
    what: "annul",
    tour: 1,
    table: 1,
    deal: 3,
    replay: true,
  });
  expect(to("annul", { deal: "3", replay: "no" })).toMatchObject({ replay: false });
  expect(to("annul", { deal: "" })).toBeNull();
});

test("an adjustment is of something, and whists are on another", () => {
  expect(to("adjust", { person: "anna", pool: "-10" })).toEqual({
    what: "adjust",
    tour: 1,
    table: 1,
    person: "anna",
    pool: -10,
    mountain: 0,
    on: "",
    whists: 0,
  });
  expect(to("adjust", { person: "anna", whists: "−4", on: "boris" })).toMatchObject({
    on: "boris",
    whists: -4,
  });
  expect(to("adjust", { person: "anna", whists: "4", on: "anna" })).toBeNull();
  expect(to("adjust", { person: "anna", whists: "4" })).toBeNull();
  expect(to("adjust", { person: "anna", pool: "0" })).toBeNull();
  expect(to("adjust", { person: "anna", pool: "1.5" })).toBeNull();
  expect(to("adjust", { pool: "5" })).toBeNull();
});

test("a substitute is a bot, another, or the entrant himself", () => {
  const base = { what: "substitute", tour: 1, table: 1, out: "anna" };
  expect(to("substitute", { out: "anna", into: A_BOT })).toEqual({ ...base, bot: true });
  expect(to("substitute", { out: "anna", into: "inna" })).toEqual({ ...base, into: "inna" });
  expect(to("substitute", { out: "anna", into: "anna" })).toEqual({ ...base, into: "anna" });
  expect(to("substitute", { out: "anna", into: "another", another: "egor" })).toEqual({
    ...base,
    into: "egor",
  });
  expect(to("substitute", { out: "anna", into: "another" })).toBeNull();
});

test("results are whole tables", () => {
  const filled = { [whistsOf(0)]: "40/3", [whistsOf(1)]: "40/3", [whistsOf(2)]: "" };
  const whists = ["40/3", "40/3", "-80/3"];
  expect(to("give", filled)).toEqual({ what: "give", tour: 1, table: 1, whists });
  expect(to("correct", filled)).toMatchObject({ what: "correct", whists });
  expect(to("give", { ...filled, [whistsOf(2)]: "1" })).toBeNull();
});

test("a penalty is points or whists", () => {
  expect(to("penalise", { points: "-1/2", whists: "" }, { tour: 1, person: "anna" })).toEqual({
    what: "penalise",
    tour: 1,
    person: "anna",
    points: "-1/2",
    whists: "0",
  });
  expect(to("penalise", { person: "anna", points: "0", whists: "" })).toBeNull();
  expect(to("penalise", { person: "anna", points: "much" })).toBeNull();
});

test("people: a bot gets the first free name", () => {
  const bots = ["bot-1", "bot-3"].map((person) => ({
    person,
    bot: true,
    withdrawn: person === "bot-3",
    here: true,
    mark: null,
  }));
  const known = contestView({ entrants: bots });
  expect(freeBot(known)).toBe("bot-2");
  expect(order("add_bot", known, {}, {})).toEqual({ what: "add", person: "bot-2", bot: true });
  expect(order("add", known, { person: "bot-3" }, {})).toMatchObject({ person: "bot-3", bot: true });
  expect(order("add", known, {}, { person: "p1" })).toEqual({ what: "add", person: "p1", bot: false });
  expect(order("add", known, {}, {})).toBeNull();
});

test("an announcement is one line", () => {
  expect(to("announce", { text: " Coffee\nis ready " })).toEqual({
    what: "announce",
    text: "Coffee is ready",
  });
  expect(to("announce", { text: " " })).toBeNull();
});

test("a result for four needs four", () => {
  const four = contestView({ tours: [tour({ tables: [pulya({ players: ["a", "b", "c", "d"] })] })] });
  const filled = { [whistsOf(0)]: "10", [whistsOf(1)]: "-10", [whistsOf(2)]: "0" };
  expect(order("give", four, AT, filled)).toMatchObject({ whists: ["10", "-10", "0", "0"] });
});
