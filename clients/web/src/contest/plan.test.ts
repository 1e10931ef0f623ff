import { expect, test } from "vitest";
import { byFormula, firstDraft, isPast, packed, planOf, timetable, whole, withTours } from "./plan";
import { momentOf, wallOf } from "./zone";

const MINUTE = 60_000;
const NOW = Date.parse("2026-11-30T15:10:00Z");
const first = () => firstDraft(NOW, "Europe/Moscow", "festival-2011");

test("a festival is proposed for the next half hour that is an hour away", () => {
  const plan = planOf({ ...first(), title: " Cup " });
  const starts = plan.tours.map((tour) => tour.starts - NOW);
  expect(plan.title).toBe("Cup");
  expect(starts).toEqual([80, 195, 310].map((minutes) => minutes * MINUTE));
  expect(plan.tours.map(({ seconds }) => seconds)).toEqual([6000, 6000, 7200]);
  expect(plan.registration_until).toBe(NOW + 70 * MINUTE);
  expect(plan.draw_at).toBe(NOW + 75 * MINUTE);
  expect(plan).toMatchObject({ last_circle: -1, no_show: 600, signing: 180, rest: 300 });
});

test("another start moves all of it, and the lengths stay", () => {
  const draft = { ...first(), tours: first().tours.map((tour) => ({ ...tour, minutes: 30 })) };
  const moved = timetable(draft, "2026-12-01T10:00");
  expect(moved.tours.map(({ starts }) => starts.slice(11))).toEqual(["10:00", "10:45", "11:30"]);
  expect(moved.registration).toBe("2026-12-01T09:50");
});

test("another formula has the tours that it plays", () => {
  const added = byFormula(first(), "fspr-2006");
  expect(added.tours.map(({ minutes }) => minutes)).toEqual([100, 100]);
  expect(byFormula(added, "points-4321").tours).toEqual(added.tours);
  expect(byFormula(added, "festival").tours).toHaveLength(3);
});

test("what is typed is a whole number within its bounds", () => {
  expect(["7", "2.6", "-1", "99", "x", ""].map((value) => whole(value, 1, 60))).toEqual([
    7, 3, 1, 60, 1, 1,
  ]);
});

test("tours are added behind the last and taken from there", () => {
  const four = withTours(byFormula(first(), "fspr-2006"), 4);
  expect(four.tours.map(({ starts }) => starts.slice(11))).toEqual(["19:30", "21:25", "23:20", "01:15"]);
  expect(withTours(four, 1).tours).toHaveLength(1);
  expect(packed({ ...four, pause: 0 }).tours[1]?.starts.slice(11)).toBe("21:10");
});

test.for([
  ["Europe/Moscow", "2026-11-30T18:10"],
  ["America/New_York", "2026-11-30T10:10"],
  ["UTC", "2026-11-30T15:10"],
])("the wall clock in %s", ([zone = "", wall = ""]) => {
  expect(wallOf(NOW, zone)).toBe(wall);
  expect(momentOf(wall, zone)).toBe(NOW);
});

test("a clock that is put forward and back", () => {
  expect(momentOf("2026-03-29T01:30", "Europe/Berlin")).toBe(Date.parse("2026-03-29T00:30Z"));
  expect(momentOf("2026-03-29T03:30", "Europe/Berlin")).toBe(Date.parse("2026-03-29T01:30Z"));
  expect(momentOf("2026-10-25T04:00", "Europe/Berlin")).toBe(Date.parse("2026-10-25T03:00Z"));
});

test("registration ends after now, by the clock of the zone", () => {
  const draft = first();
  const at = (moment: number) => ({ ...draft, registration: wallOf(moment, draft.zone) });
  expect(isPast(at(NOW + MINUTE), NOW)).toBe(false);
  expect(isPast(at(NOW), NOW)).toBe(true);
});
