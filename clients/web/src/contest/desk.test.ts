import { expect, test } from "vitest";
import { awaited, dealOf, isUnheard, openCalls, signers, standOf, unheard } from "./desk";
import { called, contestView, pulya, tour } from "./samples";

test.for([
  ["plays", {}, {}],
  ["called", {}, { calls: [1], held: true }],
  ["held", {}, { held: true, last_circle: true }],
  ["last_circle", {}, { last_circle: true }],
  ["settled", {}, { plays: false }],
  ["posted", {}, { plays: false, posted: "silence" }],
  ["waits", { began: null }, {}],
] as const)("a table stands: %s", ([stand, itsTour, table]) => {
  const its = pulya({ ...table, calls: "calls" in table ? [1] : [] });
  expect(standOf(contestView(), tour(itsTour), its)).toBe(stand);
});

test("after the contest nobody waits for a director", () => {
  const off = contestView({ phase: "called_off", calls: [called()] });
  expect(standOf(off, tour(), pulya({ calls: [1] }))).toBe("broken");
  expect(standOf(off, tour(), pulya({ posted: "players" }))).toBe("posted");
  expect(openCalls(off)).toEqual([]);
});

test("open calls, the oldest first", () => {
  const calls = [called({ number: 1, answered_at: 3 }), called({ number: 2 }), called({ number: 3 })];
  expect(openCalls(contestView({ calls })).map(({ number }) => number)).toEqual([2, 3]);
});

test("who is waited for while a tour is called", () => {
  const entrants = ["anna", "boris", "vera", "inna"].map((person) => ({
    person,
    bot: false,
    withdrawn: false,
    here: person !== "boris" && person !== "vera",
    mark: null,
  }));
  const view = contestView({ phase: "called", tours: [tour({ began: null })], entrants });
  expect(awaited(view)).toEqual({ here: 1, of: 3, away: ["boris", "vera"] });
  expect(awaited(contestView({ entrants })).of).toBe(0);
});

test("how far a table is: of how many deals once that is known", () => {
  const progress = { deal: 5, deals: 60, phase: "playing", last_circle: false, away: [] };
  expect(dealOf(pulya(), progress, 60)).toEqual({ deal: 5, of: 0 });
  expect(dealOf(pulya(), { ...progress, deals: 12 }, 60)).toEqual({ deal: 5, of: 12 });
  expect(dealOf(pulya(), { ...progress, deals: 8, last_circle: true }, 60)?.of).toBe(8);
  expect(dealOf(pulya(), { ...progress, deals: 12 }, 12)).toEqual({ deal: 5, of: 0 });
  expect(dealOf(pulya(), undefined, 60)).toBeNull();
  expect(dealOf(pulya(), { ...progress, deal: 0 }, 60)).toBeNull();
});

test("bots do not sign", () => {
  expect(signers(pulya({ sitting: ["anna", "bot-1", "vera"] }))).toEqual(["anna", "vera"]);
});

test("rulings that a table did not carry out are those of this table; nobody has called", () => {
  const deed = (did: string, table: number) => {
    return { at: 1, by: "zoya", did, why: "a mistake", detail: { tour: 1, table } };
  };
  const phantom = called({ person: "" });
  const view = contestView({
    deeds: [deed("annul", 1), deed("hold_table", 1), deed("adjust", 1), deed("adjust", 2)],
    calls: [phantom, called({ number: 2 })],
  });
  expect(unheard(view, phantom).map(({ did }) => did)).toEqual(["annul", "adjust"]);
  expect(unheard(view, called())).toEqual([]);
  expect(isUnheard(view, pulya({ calls: [1] }))).toBe(true);
  expect(isUnheard(view, pulya({ calls: [2] }))).toBe(false);
});
