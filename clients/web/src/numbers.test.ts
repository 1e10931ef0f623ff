import { expect, test } from "vitest";
import { exact, signed, sumText } from "./numbers";

test.for([
  ["0", "0"],
  ["12", "+12"],
  ["-62", "−62"],
  ["-158/3", "−52⅔"],
  ["1/3", "+⅓"],
  ["-2/3", "−⅔"],
  ["55/2", "+27½"],
] as const)("%s is shown as %s", ([value, shown]) => {
  expect(exact(value)).toBe(shown);
});

test("numbers have a sign, sums have signs that can be read", () => {
  expect(signed(-7)).toBe("−7");
  expect(sumText("2·(4-1)")).toBe("2 · (4 − 1)");
});
