import { describe, expect, test } from "vitest";
import { left, minutes, ServerTime, share } from "./clock";
import type { ClockView } from "./generated";

const clock: ClockView = {
  seat: "N",
  until: 400_000,
  bank: { N: 300_000, E: 10_000 },
  connection: { N: 180_000, E: 0 },
};

describe("what is left", () => {
  test("first the time of the question runs, the bank stands", () => {
    expect(left(clock, 75_000)).toEqual({
      all: 325_000,
      running: 25_000,
      bank: 300_000,
      onBank: false,
      mood: "calm",
    });
    expect(left(clock, 95_000)).toMatchObject({ running: 5000, mood: "short" });
  });

  test("then the bank", () => {
    expect(left(clock, 150_000)).toMatchObject({ running: 250_000, bank: 250_000, onBank: true });
    expect(left(clock, 371_000)).toMatchObject({ running: 29_000, mood: "last" });
  });

  test("without a bank the last half minute is the last", () => {
    const poor = { ...clock, seat: "E", until: 20_000, bank: { E: 0 } };
    expect(left(poor, 5000)).toMatchObject({ running: 15_000, bank: 0, mood: "last" });
  });

  test("never less than nothing", () => {
    expect(left(clock, 999_000)).toMatchObject({ all: 0, running: 0, bank: 0 });
  });

  test("without a connection all of it runs", () => {
    expect(left(clock, 50_000, true)).toMatchObject({ running: 350_000, onBank: false });
  });

  test("nothing while it stands still or nobody in particular is asked", () => {
    expect(left({ ...clock, until: null }, 0)).toBeNull();
    expect(left({ ...clock, seat: null }, 0)).toBeNull();
  });
});

test("the server's time is that of the message least delayed", () => {
  const time = new ServerTime();
  time.restart(10_000, 2000);
  expect(time.at(2500)).toBe(10_500);
  time.take(10_900, 3000);
  expect(time.at(3000)).toBe(11_000);
  time.take(11_600, 3500);
  expect(time.at(3500)).toBe(11_600);
  time.restart(5000, 4000);
  expect(time.at(4000)).toBe(5000);
});

test.each([
  [0, "0:00"],
  [1, "0:01"],
  [59_001, "1:00"],
  [61_000, "1:01"],
  [600_000, "10:00"],
  [-5, "0:00"],
])("%d milliseconds are %s", (milliseconds, text) => expect(minutes(milliseconds)).toBe(text));

test("a ring empties in the last half minute", () => {
  expect([60_000, 30_000, 15_000, 0].map(share)).toEqual([1, 1, 0.5, 0]);
});
