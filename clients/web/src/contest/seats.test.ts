import { expect, test } from "vitest";
import { moved, read, swapped, uneven, written } from "./seats";

const NAMES: Record<string, string> = {
  p1: "Анна",
  p2: "Борис Ёлкин",
  p3: "Вера",
  p4: "Глеб",
  p5: "Анна",
};
const nameOf = (person: string): string => NAMES[person] ?? person;
const PEOPLE = ["p1", "p2", "p3", "p4"];

test("a pasted seating: one table a line, numbered or not", () => {
  const { tables, wrong } = read("Стол 1: Анна, борис елкин\n\n2. Вера; Глеб\n", PEOPLE, nameOf);
  expect(tables).toEqual([
    ["p1", "p2"],
    ["p3", "p4"],
  ]);
  expect(wrong).toEqual([]);
});

test("what cannot be read is named with its line", () => {
  expect(read("Анна\tЕгор\nВера, Вера", PEOPLE, nameOf).wrong).toEqual([
    { line: 1, name: "егор", why: "unknown" },
    { line: 2, name: "вера", why: "twice" },
  ]);
  expect(read("Анна", [...PEOPLE, "p5"], nameOf).wrong[0]?.why).toBe("many");
  expect(read("p5", [...PEOPLE, "p5"], nameOf).tables).toEqual([["p5"]]);
});

test("a seating that was written is read again", () => {
  const tables = [
    ["p2", "p1"],
    ["p3", "p4"],
  ];
  expect(read(written(tables, nameOf), PEOPLE, nameOf).tables).toEqual(tables);
});

test("people move to another table or a new one, and change places", () => {
  const tables = [["a", "b", "c", "d"], ["e", "f", "g"]];
  expect(moved(tables, "b", 1)).toEqual([["a", "c", "d"], ["e", "f", "g", "b"]]);
  expect(moved(tables, "b", 2)).toEqual([["a", "c", "d"], ["e", "f", "g"], ["b"]]);
  expect(moved([["a"], ["b"]], "a", 1)).toEqual([["b", "a"]]);
  expect(swapped(tables, "a", "g")).toEqual([["g", "b", "c", "d"], ["e", "f", "a"]]);
  expect(uneven([["a", "b", "c"], ["d"], ["e", "f", "g", "h"]])).toEqual([2]);
});
