import { expect, test, vi } from "vitest";
import type { StandingView } from "../generated";

vi.stubGlobal("navigator", { language: "ru" });
vi.stubGlobal("localStorage", { getItem: () => "{}", setItem: () => {} });
vi.stubGlobal("document", { documentElement: {} });
const { cameTo, steps } = await import("./podium");

function line(person: string, place: number, more: Partial<StandingView> = {}): StandingView {
  return { person, place, points: 4, whists: "31", columns: [], ...more } as StandingView;
}

test("where points are added up they decide, then whists", () => {
  expect(cameTo(line("anna", 1, { points: "7/2" }))).toBe("очков 3½, вистов +31");
});

test("a final is decided by its own whists", () => {
  const columns = [{ what: "final_whists", value: "-40/3" }];
  expect(cameTo(line("anna", 4, { columns }))).toBe("висты финала −13⅓");
});

test("the podium goes by places", () => {
  const lines = [line("anna", 1), line("boris", 2), line("vera", 3), line("gleb", 4)];
  expect(steps(["vera", "anna", "boris"], lines).map(({ person }) => person)).toEqual([
    "anna",
    "boris",
    "vera",
  ]);
});
