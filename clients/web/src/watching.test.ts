import { expect, test } from "vitest";
import { empty } from "./fold";
import type { View } from "./generated";
import { OPEN, seesAll } from "./watching";

function hands(known: Record<string, string[] | null>, laid: string[] = []): View {
  const cards = Object.entries(known).map(
    ([seat, cards]) => [seat, { count: 10, known: cards, laid: laid.includes(seat) }] as const,
  );
  return { ...empty(), cards: Object.fromEntries(cards) };
}

test("a spectator behind a hand sees one, and what lies open", () => {
  expect(seesAll(hands({ N: ["7S"], E: null, S: null }), "N")).toBe(false);
  expect(seesAll(hands({ N: ["7S"], E: ["8S"], S: ["9S"] }, ["E", "S"]), "N")).toBe(false);
  expect(seesAll(hands({ N: null, E: null, S: null }), OPEN)).toBe(false);
});

test("a director sees all of them", () => {
  expect(seesAll(hands({ N: ["7S"], E: ["8S"], S: ["9S"] }), null)).toBe(true);
  expect(seesAll(hands({ N: ["7S"], E: ["8S"], S: ["9S"] }), "N")).toBe(true);
});
