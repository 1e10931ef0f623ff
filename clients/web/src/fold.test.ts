import { expect, test } from "vitest";
import { empty, fold } from "./fold";
import type { Seen, View } from "./generated";

/** Made by tests/game/view_streams.py: each step is an event and the fields that it changes. */
const streams = import.meta.glob<[Seen, Partial<View>][]>("../../../tests/golden/views/*.json", {
  eager: true,
  import: "default",
});

test("there are golden streams", () => {
  expect(Object.keys(streams).length).toBeGreaterThan(5);
});

test.for(Object.keys(streams))("%s folds as in Python", (name) => {
  const view = empty();
  let expected = empty();
  for (const [event, changes] of streams[name] ?? []) {
    fold(view, structuredClone(event));
    expected = { ...expected, ...changes };
    expect(view).toEqual(expected);
  }
});

test("an unknown event is an error", () => {
  expect(() => fold(empty(), { event: "thunder" } as unknown as Seen)).toThrow("thunder");
});
