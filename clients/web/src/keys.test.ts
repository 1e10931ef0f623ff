import { expect, test } from "vitest";
import { keyOf, letterOf, PANELS, placeName, WORDS } from "./keys";

test.each([
  [{ code: "Digit1", key: "1" }, "#0"],
  [{ code: "Digit0", key: "0" }, "#9"],
  [{ code: "Minus", key: "-" }, "#10"],
  [{ code: "Digit7", key: "?" }, "?"],
  [{ code: "KeyG", key: "П" }, "п"],
  [{ code: "Space", key: " " }, " "],
  [{ code: "Enter", key: "Enter" }, "Enter"],
])("%j is %s", (event, key) => expect(keyOf(event)).toBe(key));

test("every place has its mark", () => {
  expect([0, 8, 9, 10, 11].map(placeName)).toEqual(["1", "9", "0", "-", "="]);
});

test("each word has a Russian and a Latin letter", () => {
  for (const letters of [...Object.values(WORDS), ...Object.values(PANELS)]) {
    expect(letters).toMatch(/^[а-я][a-z]$/);
  }
  expect([letterOf(WORDS["pass"] ?? "", "ru"), letterOf(WORDS["pass"] ?? "", "en")]).toEqual([
    "П",
    "P",
  ]);
});

test("words that are offered together have different letters, and panels take none of them", () => {
  const together = [
    ["pass", "here", "misere", "invite"],
    ["pass", "whist", "half"],
    ["open", "closed"],
    ["yes", "no"],
  ];
  for (const words of together) {
    const letters = words.flatMap((word) => [...(WORDS[word] ?? "")]);
    expect(new Set(letters).size).toBe(letters.length);
  }
  const panels = Object.values(PANELS).join("");
  expect(new Set(panels).size).toBe(panels.length);
  expect([...panels].filter((letter) => Object.values(WORDS).join("").includes(letter))).toEqual([]);
});

test("letters that look alike mean the same", () => {
  const alike = ["аa", "вb", "еe", "кk", "мm", "нh", "оo", "рp", "сc", "тt", "уy", "хx"];
  const all: Record<string, string> = { ...WORDS, ...PANELS };
  const named = (letter: string) => Object.keys(all).filter((name) => all[name]?.includes(letter));
  for (const [russian = "", latin = ""] of alike) {
    const [one, other] = [named(russian), named(latin)];
    if (one.length > 0 && other.length > 0) expect([russian, one]).toEqual([russian, other]);
  }
});
