import { expect, test } from "vitest";
import { press } from "./hand";

const cards = ["AS", "7S", "KH", "9H"];

function pressed(key: string, chosen: string[] = [], several = false) {
  const done: string[] = [];
  const keys = { raise: (card: string) => done.push(card), play: () => done.push("play") };
  const legal = new Set(["AS", "7S", "9H"]);
  return [press(key, { cards, legal, chosen, several }, keys), ...done];
}

test("a digit chooses the card at its place, if it may be played", () => {
  expect(pressed("#1")).toEqual([true, "7S"]);
  expect(pressed("#2")).toEqual([true]);
  expect(pressed("#9")).toEqual([true]);
});

test("arrows go over the legal cards and round the end", () => {
  expect(pressed("ArrowRight")).toEqual([true, "AS"]);
  expect(pressed("ArrowLeft")).toEqual([true, "9H"]);
  expect(pressed("ArrowRight", ["7S"])).toEqual([true, "9H"]);
  expect(pressed("ArrowRight", ["9H"])).toEqual([true, "AS"]);
  expect(pressed("ArrowLeft", ["AS"])).toEqual([true, "9H"]);
});

test("Enter plays", () => expect(pressed("Enter", ["AS"])).toEqual([true, "play"]));

test("where several are chosen only digits choose", () => {
  expect(pressed("#0", [], true)).toEqual([true, "AS"]);
  expect(pressed("Enter", ["AS"], true)).toEqual([false]);
  expect(pressed("ArrowLeft", ["AS"], true)).toEqual([false]);
});
