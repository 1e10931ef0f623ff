import { expect, test } from "vitest";
import { applied, Misfit } from "./changes";

const state = {
  contest: { phase: "called", tours: [{ tour: 1, absent: ["a", "b", "c"] }] },
  progress: { "c1-1-1": { deal: 2 } } as Record<string, { deal: number }>,
};

test("a field is set, and nothing else is a new object", () => {
  const after = applied(state, [[["progress", "c1-1-1", "deal"], 3]]);
  expect(after.progress["c1-1-1"]).toEqual({ deal: 3 });
  expect(after.contest).toBe(state.contest);
  expect(state.progress["c1-1-1"]).toEqual({ deal: 2 });
});

test("a new key and a place behind the last are added", () => {
  const after = applied(state, [
    [["progress", "c1-1-2"], { deal: 1 }],
    [["contest", "tours", 1], { tour: 2, absent: [] }],
    [["contest", "tours", 1, "absent", 0], "d"],
  ]);
  expect(after.progress["c1-1-2"]).toEqual({ deal: 1 });
  expect(after.contest.tours).toEqual([state.contest.tours[0], { tour: 2, absent: ["d"] }]);
});

test("a list is cut from a place on, a key is taken away", () => {
  const after = applied(state, [[["contest", "tours", 0, "absent", 1]], [["progress", "c1-1-1"]]]);
  expect(after.contest.tours[0]?.absent).toEqual(["a"]);
  expect(after.progress).toEqual({});
});

test("null is a value, and the whole can be set", () => {
  expect(applied(state, [[["contest", "phase"], null]]).contest.phase).toBeNull();
  expect(applied(state, [[[], 1]])).toBe(1);
});

test.for([
  [["contest", "tours", 2], {}],
  [["contest", "tours", 1, "tour"], 2],
  [["contest", "tours", "x"], 2],
  [["contest", "phase", "x"], 2],
  [["nothing", "x"], 2],
  [[]],
  ["contest", 2],
])("what does not fit is not guessed: %j", (change) => {
  expect(() => applied(state, [change])).toThrow(Misfit);
});
