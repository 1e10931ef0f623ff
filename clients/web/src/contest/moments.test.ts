import { expect, test } from "vitest";
import type { ContestView, PulyaView, StepView } from "../generated";
import { coming, countdown } from "./moments";

const NOW = 1_000_000;
const table = { plays: true, last_circle_at: NOW + 100, ends: NOW + 200 } as PulyaView;

function contest(phase: string, next: StepView | null, more: object = {}): ContestView {
  return { phase, next, halted: null, paused: false, tours: [], ...more } as unknown as ContestView;
}

function playing(...tables: object[]): ContestView {
  const all = tables.map((each) => ({ ...table, ...each }));
  const next = { step: "silence", tour: 1, at: NOW + 50 };
  return contest("playing", next, { tours: [{ tour: 1, ended: false, tables: all }] });
}

test("what the schedule says comes next", () => {
  const next = { step: "close", tour: 0, at: NOW + 10 };
  expect(coming(contest("registration", next), NOW)).toEqual({ what: "close", tour: 0, at: NOW + 10 });
  const open = { step: "open", tour: 1, at: 0 };
  expect(coming(contest("called", open), NOW)).toEqual({ what: "open", tour: 1, at: null });
});

test("a pause, a halt and the end have no clock", () => {
  expect(coming(contest("playing", null, { paused: true }), NOW).what).toBe("paused");
  expect(coming(contest("called", null, { paused: true, halted: 5 }), NOW).what).toBe("halted");
  expect(coming(contest("finished", null), NOW)).toEqual({ what: "finished", tour: 0, at: null });
});

test("in a tour first the last circle, then the end, then nothing", () => {
  expect(coming(playing({}), NOW)).toMatchObject({ what: "last_circle", at: NOW + 100 });
  const heard = { last_circle_at: null };
  expect(coming(playing(heard), NOW)).toMatchObject({ what: "tour_end", at: NOW + 200 });
  expect(coming(playing({ ...heard, ends: NOW }), NOW)).toMatchObject({ what: "finishing", at: null });
  expect(coming(playing({ plays: false }), NOW)).toMatchObject({ what: "signing", at: NOW + 50 });
});

test("one's own table goes before the others", () => {
  const mine = { ...table, last_circle_at: NOW + 900 };
  expect(coming(playing({}, mine), NOW, mine).at).toBe(NOW + 900);
  expect(coming(playing({}), NOW, { ...mine, plays: false }).at).toBe(NOW + 100);
});

test("a countdown", () => {
  expect([0, 999, 61_000, 3_600_000, 3_661_000].map(countdown)).toEqual([
    "0:00",
    "0:01",
    "1:01",
    "1:00:00",
    "1:01:01",
  ]);
});
