import { expect, test } from "vitest";
import { called, contestView, pulya, tour } from "./samples";
import { annulment, tableClock, news, standing, substitution } from "./atTable";

const table = pulya({ ends: 9000, last_circle_at: 6000 });
const running = tour({ tables: [table] });
const contest = contestView({ tours: [running] });

test("the clock counts to the last circle, then to the end", () => {
  expect(tableClock(contest, running, table, 1000)).toEqual({ to: "circle", left: 5000 });
  expect(tableClock(contest, running, table, 7000)).toEqual({ to: "circle", left: 0 });
  const last = pulya({ ends: 9000, last_circle: true });
  expect(tableClock(contest, running, last, 7000)).toEqual({ to: "end", left: 2000 });
  expect(tableClock(contest, running, last, 9000)).toBeNull();
});

test("the clock stands in a pause, at a held table, and after the tour was ended", () => {
  expect(tableClock({ ...contest, paused: true }, running, table, 0)).toBeNull();
  expect(tableClock(contest, running, { ...table, held: true }, 0)).toBeNull();
  expect(tableClock(contest, { ...running, ended: true }, table, 0)).toBeNull();
  expect(tableClock(contest, { ...running, began: null }, table, 0)).toBeNull();
  expect(tableClock({ ...contest, phase: "called_off" }, running, table, 0)).toBeNull();
});

test("a table says why it stands still", () => {
  expect(standing(contest, running, table)).toBeNull();
  expect(standing({ ...contest, paused: true }, running, { ...table, held: true })).toBe("paused");
  expect(standing(contest, running, { ...table, held: true })).toBe("held");
  expect(standing(contest, { ...running, ended: true }, table)).toBe("ended");
  expect(standing(contest, { ...running, ended: true }, { ...table, plays: false })).toBeNull();
});

test("news are the announcements of this tour and the answers to one's own calls here", () => {
  const said = contestView({
    tours: [running],
    announcements: [
      { at: running.called - 1, text: "old" },
      { at: running.called + 1, text: "new" },
      { at: running.called + 2, text: "newer" },
    ],
    calls: [
      called({ number: 1, person: "anna", answered_at: 5, answered_by: "zoya", answer: "play on" }),
      called({ number: 2, person: "anna" }),
      called({ number: 3, person: "boris", answered_at: 5 }),
      called({ number: 4, person: "anna", table: 2, answered_at: 5 }),
    ],
  });
  expect(news(said, running, table, null, "anna").map(({ key }) => key)).toEqual([
    "answered 1",
    `announced ${running.called + 2}`,
    `announced ${running.called + 1}`,
  ]);
});

test("what a director did to the table is news to it", () => {
  const by = { at: 7, by: "zoya", why: "a card was seen" };
  const ruled = pulya({ annulled: [{ ...by, deal: 3, replay: true }] });
  expect(news(contest, running, ruled, null, "anna")).toEqual([
    { key: "annulled 7", at: 7, what: "annulled", by: "zoya", deal: 3, replay: true, text: by.why },
  ]);
});

test("the latest decision about the table comes first", () => {
  const by = { by: "zoya", why: "a card was seen" };
  const ruled = pulya({
    annulled: [{ ...by, at: 7, deal: 3, replay: true }],
    substituted: [{ ...by, at: 9, out: "anna", into: "bot-1", bot: true }],
  });
  const keys = news(contest, running, ruled, null, "boris").map(({ key }) => key);
  expect(keys).toEqual(["substituted 9", "annulled 7"]);
});

test("who was substituted knows by whom and why, until he is back", () => {
  const gone = { at: 9, by: "zoya", why: "does not answer", out: "anna", into: "bot-1", bot: true };
  const sitting = ["bot-1", "boris", "vera"];
  const table = pulya({ sitting, substituted: [gone] });
  expect(substitution(table, "anna")).toEqual(gone);
  expect(substitution(table, "boris")).toBeNull();
  expect(substitution(pulya({ substituted: [gone] }), "anna")).toBeNull();
});

test("a deal that does not count says whose word that is, and whether one more is dealt", () => {
  const by = { at: 7, by: "zoya", why: "a card was seen" };
  const ruled = pulya({ annulled: [{ ...by, deal: 3, replay: true }, { ...by, deal: 4, replay: false }] });
  const of = (number: number, annulled = by.why) => annulment({ number, annulled }, ruled).how;
  expect(of(3)).toBe("again");
  expect(of(4)).toBe("gone");
  expect(of(5, "cut")).toBe("cut");
  expect(annulment({ number: 3, annulled: by.why }, null)).toEqual({ how: "gone", why: by.why });
});
