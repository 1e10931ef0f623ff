import { beforeEach, expect, test } from "vitest";
import { Pace, pause, RESULT_SHOWN, type Timer } from "./pacing";

let now = 0;
let waking: { at: number; then: () => void } | null = null;
const timer: Timer = {
  now: () => now,
  later: (ms, then) => {
    waking = { at: now + ms, then };
    return () => (waking = null);
  },
};
const shown: string[] = [];
const step = (name: string) => ({ name, show: () => void shown.push(name) });

function pass(ms: number): void {
  const end = now + ms;
  while (waking && waking.at <= end) {
    const { at, then } = waking;
    waking = null;
    now = at;
    then();
  }
  now = end;
}

beforeEach(() => {
  now = 10_000;
  waking = null;
  shown.length = 0;
});

test("a finished trick lies for more than a second, a question never waits", () => {
  expect(pause("played", "trick_taken")).toBeGreaterThanOrEqual(1000);
  expect(pause("played", "asked")).toBe(0);
  expect(pause(null, "played")).toBe(0);
  expect(pause("deal_scored", RESULT_SHOWN)).toBeGreaterThan(0);
});

test("a trick is shown card by card and then swept", () => {
  const pace = new Pace(timer, () => 1);
  pace.push(step("played"), step("asked"), step("played"), step("trick_taken"), step("asked"));
  expect(shown).toEqual(["played", "asked"]);
  pass(300);
  expect(shown.length).toBe(3);
  pass(1000);
  expect(shown).not.toContain("trick_taken");
  pass(300);
  expect(shown).toEqual(["played", "asked", "played", "trick_taken", "asked"]);
  expect(pace.waiting).toBe(false);
});

test("what comes late enough does not wait", () => {
  const pace = new Pace(timer, () => 1);
  pace.push(step("played"));
  pass(5000);
  pace.push(step("trick_taken"));
  expect(shown).toEqual(["played", "trick_taken"]);
});

test("a click skips the moment", () => {
  const pace = new Pace(timer, () => 1);
  pace.push(step("played"), step("trick_taken"), step("played"));
  pace.hurry();
  expect(shown).toEqual(["played", "trick_taken", "played"]);
  pace.hurry();
});

test("a long queue is not shown card by card", () => {
  const pace = new Pace(timer, () => 1);
  pace.push(...Array.from({ length: 60 }, () => step("trick_taken")));
  expect(shown.length).toBeGreaterThan(30);
});

test("what is newer replaces what waits", () => {
  const pace = new Pace(timer, () => 1);
  pace.push(step("played"), step("trick_taken"));
  pace.clear();
  pass(5000);
  expect(shown).toEqual(["played"]);
});

test("without pauses everything comes at once", () => {
  const pace = new Pace(timer, () => 0);
  pace.push(step("played"), step("played"), step("trick_taken"));
  expect(shown.length).toBe(3);
});
