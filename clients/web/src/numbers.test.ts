import { expect, test } from "vitest";
import { average, exact, signed, sumText, total } from "./numbers";

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

test.each([
  [8, 4, "2"],
  [9, 4, "2¼"],
  [2, 4, "½"],
  [5, 3, "1⅔"],
  [0, 3, "0"],
])("the average of %d by %d is %s", (sum, of, text) => expect(average(sum, of)).toBe(text));

test("results of an evening add up exactly", () => {
  expect(total(["-158/3", "149", "2/3"])).toBe("97");
  expect(total(["1/3", "1/3"])).toBe("2/3");
  expect(total([])).toBe("0");
});
