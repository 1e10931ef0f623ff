import { expect, test } from "vitest";
import { exactly, wholeTable } from "./exactly";

test.for([
  ["12", "12"],
  ["+12", "12"],
  ["−40", "-40"],
  [" -40/3 ", "-40/3"],
  ["80/6", "40/3"],
  ["-13 1/3", "-40/3"],
  ["−13⅓", "-40/3"],
  ["½", "1/2"],
  ["-½", "-1/2"],
  ["-0", "0"],
  ["007", "7"],
  ["10,5", "21/2"],
  ["−0.25", "-1/4"],
])("%s is %s", ([typed = "", exact = ""]) => {
  expect(exactly(typed)).toBe(exact);
});

test.for(["", "a", "1.", "1,555", "1,5/2", "1/0", "1//2", "--3", "1 2"])("%s is no number", (typed) => {
  expect(exactly(typed)).toBeNull();
});

test("whists of a table come to nought", () => {
  expect(wholeTable(["100", "-40", "-60"]).whists).toEqual(["100", "-40", "-60"]);
  expect(wholeTable(["100", "-40", "-50"])).toEqual({ whists: null, rest: "-10" });
});

test("one that is left out gets the rest", () => {
  expect(wholeTable(["40/3", "40/3", ""]).whists).toEqual(["40/3", "40/3", "-80/3"]);
  expect(wholeTable(["5", "", ""])).toEqual({ whists: null, rest: "-5" });
  expect(wholeTable(["5", "x", ""])).toEqual({ whists: null, rest: null });
});
