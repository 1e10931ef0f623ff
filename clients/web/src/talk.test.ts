import { expect, test } from "vitest";
import { empty } from "./fold";
import type { Hand, Question, TableView, View } from "./generated";
import { pointable, silence } from "./talk.svelte";

const playing = { phase: "playing" } as TableView;
const ask = { number: 1, seat: "N", what: "card" } as Question;
const hand = (known: string[] | null, laid: boolean): Hand => ({ count: 2, known, laid });

function play(laid: boolean, by: string | null = null): View {
  return {
    ...empty(),
    phase: "play",
    hands: ["N", "E", "S"],
    dealer: "W",
    declarer: "N",
    ask,
    whisted: { how: "lone", by, hand: by, duty: 4 },
    cards: { N: hand(null, false), E: hand(["7S", "8S"], laid), S: hand(["9S", "TS"], laid) },
  };
}

test("between deals and after the result everybody talks", () => {
  expect(silence({ phase: "between" } as TableView, empty(), "N")).toBeNull();
  expect(silence(playing, { ...play(false), ask: null }, "N")).toBeNull();
});

test("in a deal nobody talks until hands lie open", () => {
  expect(silence(playing, play(false), "E")).toBe("deal");
  expect(silence(playing, play(true), "E")).toBeNull();
  expect(silence(playing, play(true), "N")).toBeNull();
});

test("the sitting dealer is silent then too, unless he whists", () => {
  expect(silence(playing, play(true), "W")).toBe("dealer");
  expect(silence(playing, play(true, "W"), "W")).toBeNull();
});

test("the defence points at its own open cards", () => {
  expect(pointable(playing, play(true), "E")).toEqual(["7S", "8S", "9S", "TS"]);
  expect(pointable(playing, play(true), "N")).toEqual([]);
  expect(pointable(playing, play(true), "W")).toEqual([]);
  expect(pointable(playing, play(true), null)).toEqual([]);
  expect(pointable(playing, play(false), "E")).toEqual([]);
});
