import { expect, test, vi } from "vitest";
import type { ErrorMessage } from "./generated";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null });
const { Refusal } = await import("./session");
const { refusalText } = await import("./words");

function told(error: Partial<ErrorMessage>): string {
  return refusalText(new Refusal({ code: "", rule: "", detail: {}, ...error }));
}

test("a refusal is told with its numbers", () => {
  expect(told({ code: "bad_name", detail: { least: 2, most: 24 } })).toBe(
    "A name has 2 to 24 characters.",
  );
});

test("one that the page does not know is told by its code", () => {
  expect(told({ code: "of_tomorrow", detail: { code: "else", where: null } })).toContain(
    "of_tomorrow",
  );
});
