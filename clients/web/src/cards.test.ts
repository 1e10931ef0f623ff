import { expect, test } from "vitest";
import { bidOf, bySuit, kept, LADDER, notBelow, sorted, suitOrder } from "./cards";

const cards = (text: string) => text.split(" ");

test.for([
  ["7S 7C 7D 7H", "SDCH"],
  ["7S 7C 7H", "SHC"],
  ["7S 7D 7H", "DSH"],
  ["7C 7D 7H", "DCH"],
  ["7S 7C", "SC"],
  ["7S 7D", "SD"],
  ["7H", "H"],
] as const)("the suits of %s stand as %s", ([hand, order]) => {
  expect(suitOrder(cards(hand)).join("")).toBe(order);
});

test("a hand is sorted from the ace down within each suit", () => {
  const hand = cards("7S TS AS 9H KD");
  expect(sorted(hand, ["S", "D", "C", "H"])).toEqual(cards("AS TS 7S KD 9H"));
});

test("a diagram has a line for each suit that is held", () => {
  expect(bySuit(cards("7H AS KH"))).toEqual([
    { suit: "S", cards: ["AS"] },
    { suit: "H", cards: ["KH", "7H"] },
  ]);
});

test("the ladder has 25 bids, from six of spades to ten no trumps", () => {
  expect([LADDER.length, LADDER[0], LADDER.at(-1)]).toEqual([25, "6S", "10N"]);
  expect(notBelow("9H")).toEqual(cards("9H 9N 10S 10C 10D 10H 10N"));
});

test("a bid is a level and a strain; other words are none", () => {
  expect(bidOf("10N")).toEqual({ level: 10, strain: "N" });
  expect(bidOf("pass")).toBeNull();
  expect(bidOf("AS")).toBeNull();
});

test("suits keep their places when one runs out, and one that comes anew is put in", () => {
  const suits = { order: [] };
  expect(kept(["AS", "KD", "QC"], suits)).toEqual(["AS", "KD", "QC"]);
  expect(kept(["AS", "QC"], suits)).toEqual(["AS", "QC"]);
  expect(kept(["AS", "KD", "QC"], { order: ["C", "D", "S"] })).toEqual(["QC", "KD", "AS"]);
  expect(kept(["AS", "KD", "QC", "7H"], suits)).toEqual(["AS", "KD", "QC", "7H"]);
});
