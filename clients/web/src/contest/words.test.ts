import { expect, test, vi } from "vitest";
import type { ContestView, DeedView } from "../generated";

vi.stubGlobal("navigator", { language: "ru" });
vi.stubGlobal("localStorage", { getItem: () => '{"lang":"ru"}', setItem: () => {} });
const {
  comingText,
  deedText,
  minutesOf,
  moment,
  points,
  reasonText,
  sealed,
  tourName,
  whists,
  whyText,
} = await import("./words");
const contest = { formula: "festival", number_of_tours: 3 } as ContestView;
const nameOf = (person: string) => person.toUpperCase();

test("numbers as they are printed", () => {
  expect([4, "7/2", -1, "-1/2", 0].map(points)).toEqual(["4", "3½", "−1", "−½", "0"]);
  expect([310, "-40/3"].map(whists)).toEqual(["+310", "−13⅓"]);
  expect([600, 90, 0].map(minutesOf)).toEqual(["10", "1½", "0"]);
});

test("the last tour of a festival is its final", () => {
  expect([1, 3].map((n) => tourName(contest, n))).toEqual(["Тур 1", "Финал"]);
  expect(tourName({ ...contest, formula: "fspr-2006" }, 3)).toBe("Тур 3");
});

test("the seal of a tour in short", () => {
  const chain = "0123456789abcdef".repeat(4);
  expect(sealed({ n: 57, chain })).toBe("Отпечаток протокола тура: 57 · 0123456789abcdef");
});

test("the reason of a table", () => {
  expect(reasonText("met before: 0, points apart: 1", 2)).toBe("встречались: 0, разница очков: 1");
  expect(reasonText("met before: 2, points apart: 1/2, must not meet: 1", 2)).toBe(
    "встречались: 2, разница очков: ½, запретных пар: 1",
  );
  expect(reasonText("met before: 0, points apart: 0", 1)).toBe("");
  expect(reasonText("met before: 0, points apart: 0, must not meet: 1", 1)).toBe("запретных пар: 1");
  expect(reasonText("by hand", 1)).toBe("by hand");
});

test("a moment has its zone, and the time here where that is another", () => {
  vi.stubEnv("TZ", "UTC");
  const at = Date.parse("2026-11-30T16:30:00Z");
  expect(moment(at, "Europe/Moscow")).toContain("19:30");
  expect(moment(at, "Europe/Moscow")).toContain("16:30");
  expect(moment(at, "UTC")).not.toContain("у вас");
  vi.unstubAllEnvs();
});

function did(what: string, detail: Record<string, unknown>): string {
  return deedText({ did: what, detail } as unknown as DeedView, contest, nameOf);
}

test("acts of directors in words", () => {
  const where = { tour: 1, table: 2 };
  expect(did("extend", { ...where, seconds: 300 })).toBe("Тур 1, стол 2: продлено на 5 мин");
  expect(did("extend", { tour: 3, table: 0, seconds: 60 })).toBe("Финал: продлено на 1 мин");
  expect(did("shift", { seconds: -600 })).toBe("Всё, что впереди, на 10 мин раньше");
  expect(did("substitute", { ...where, out: "a", into: "", bot: true })).toContain("A играет бот");
  expect(did("substitute", { ...where, out: "a", into: "b", bot: false })).toContain("A играет B");
  expect(did("adjust", { ...where, person: "a", pool: 0, mountain: -4, on: "", whists: 0 })).toBe(
    "Тур 1, стол 2: A — записано: в гору −4",
  );
  expect(did("give", { ...where, whists: ["20", "-40/3"] })).toContain("+20, −13⅓");
});

const generated = import.meta.glob<string>("../generated.ts", {
  eager: true,
  query: "?raw",
  import: "default",
})["../generated.ts"];

test("there is a text for every act of a director", () => {
  const acts = [...(generated ?? "").matchAll(/ContestCommand \{\n  what: "(\w+)";\n  why: /g)];
  expect(acts.length).toBeGreaterThan(20);
  for (const [, act = ""] of acts.filter(([, each]) => each !== "attend")) {
    expect([act, did(act, { tour: 1, table: 1 })]).not.toEqual([act, act]);
  }
});

test("there is a text for every step that comes", () => {
  for (const what of ["close", "draw", "call", "open", "last_circle", "silence", "over", "finish"]) {
    expect(comingText({ what, tour: 1, at: null }, contest)).not.toBe("?");
  }
});

test("a moment that no date can have is shown as the latest one", () => {
  expect(moment(Number.MAX_SAFE_INTEGER, "Europe/Moscow")).toBe(moment(8.64e15, "Europe/Moscow"));
});

test("an announcement is its own reason", () => {
  const deed = { at: 1, by: "zoya", did: "announce", why: "Объявление", detail: { text: "Кофе" } };
  expect(whyText(deed)).toBe("");
  expect(whyText({ ...deed, why: "Кофе" })).toBe("");
  expect(whyText({ ...deed, why: "Просили напомнить" })).toBe("Просили напомнить");
  expect(whyText({ ...deed, did: "pause" })).toBe("Объявление");
});
