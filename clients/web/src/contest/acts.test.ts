import { describe, expect, test } from "vitest";
import type { ContestView, PulyaView } from "../generated";
import { denied, fixed, happened, isGrave, OF_CONTEST, OF_TABLE, OF_TOUR, possible, sitsAt, type Act } from "./acts";
import { called, contestView, pulya, tour } from "./samples";

const NOW = 50_000;
const AT = { tour: 1, table: 1 };

function withTable(table: Partial<PulyaView>, more: Partial<ContestView> = {}): ContestView {
  return contestView({ tours: [tour({ tables: [pulya(table)] })], ...more });
}

function at(table: Partial<PulyaView>, more: Partial<ContestView> = {}): Act[] {
  return possible(OF_TABLE, withTable(table, more), "zoya", AT, NOW);
}

test("at a table that plays nearly everything can be done", () => {
  expect(at({})).toEqual(
    OF_TABLE.filter((act) => !["attend", "release", "correct"].includes(act)),
  );
});

test("after the last circle the end of a table cannot be moved", () => {
  const acts = at({ last_circle: true });
  expect(acts).not.toContain("extend");
  expect(acts).not.toContain("last_circle_now");
  expect(acts).toContain("hold");
});

test("a held table goes on, and is not held again", () => {
  expect(at({ held: true })).toContain("release");
  expect(at({ held: true })).not.toContain("hold");
});

test("a settled pulya waits for signatures: a result can be given, not the play changed", () => {
  expect(at({ plays: false, whists: ["0", "0", "0"] })).toEqual(["give", "penalise"]);
});

test("a posted pulya is corrected until the limit", () => {
  const table = { plays: false, posted: "players", whists: ["0", "0", "0"] };
  expect(at(table)).toEqual(["correct", "penalise"]);
  const late = tour({ tables: [pulya(table)], corrected_until: NOW });
  expect(denied("correct", contestView({ tours: [late] }), "zoya", AT, NOW)).toBe("too_late");
  expect(denied("correct", contestView({ tours: [late] }), "zoya", AT, NOW - 1)).toBeNull();
  expect(at(table, { frozen: true })).toEqual([]);
});

test("his own table is closed to a director, also as a substitute there", () => {
  const view = withTable({ sitting: ["anna", "boris", "zoya"] });
  for (const act of OF_TABLE) {
    expect([act, denied(act, view, "zoya", AT, NOW)]).toEqual([act, "plays_there"]);
  }
  expect(denied("extend", view, "zoya", { tour: 1 }, NOW)).toBeNull();
  expect(denied("penalise", view, "zoya", { tour: 1, person: "anna" }, NOW)).toBe("plays_there");
});

test("a call is answered once", () => {
  const calls = [called({ number: 1, answered_at: 7 }), called({ number: 2 })];
  const view = withTable({ calls: [2] }, { calls });
  expect(denied("attend", view, "zoya", { ...AT, call: 1 }, NOW)).toBe("already_so");
  expect(denied("attend", view, "zoya", { ...AT, call: 2 }, NOW)).toBeNull();
  expect(denied("attend", view, "zoya", { ...AT, call: 3 }, NOW)).toBeNull();
});

test("before a tour is opened nothing can be done at its tables", () => {
  const view = contestView({ phase: "called", tours: [tour({ began: null })] });
  expect(possible(OF_TABLE, view, "zoya", AT, NOW)).toEqual([]);
  expect(possible(OF_TOUR, view, "zoya", { tour: 1 }, NOW)).toEqual(["reseat"]);
});

test("who plays in the called tour does not seat it", () => {
  const view = contestView({ phase: "called", tours: [tour({ began: null })] });
  expect(denied("reseat", view, "anna", { tour: 1 }, NOW)).toBe("plays_there");
});

test("all tables: while one plays without the last circle, and nobody has ended the tour", () => {
  const all = { tour: 1 };
  const mixed = contestView({
    tours: [tour({ tables: [pulya({ last_circle: true }), pulya({ table: 2 })] })],
  });
  expect(possible(OF_TOUR, mixed, "zoya", all, NOW)).toEqual([
    "extend",
    "last_circle_now",
    "last_circle_before",
    "watchable",
    "end_tour",
  ]);
  const came = contestView({ tours: [tour({ tables: [pulya({ last_circle: true })] })] });
  expect(possible(OF_TOUR, came, "zoya", all, NOW)).toEqual(["watchable", "end_tour"]);
  const ended = contestView({ tours: [tour({ ended: true })] });
  expect(possible(OF_TOUR, ended, "zoya", all, NOW)).toEqual(["watchable"]);
});

describe("the contest as a whole", () => {
  const step = (name: string) => contestView({ next: { step: name, tour: 1, at: 0 } });

  test.for(["close", "draw", "call", "open"])("%s is started before its time", (name) => {
    expect(denied("start", step(name), "zoya", {}, NOW)).toBeNull();
    expect(denied("start", { ...step(name), paused: true }, "zoya", {}, NOW)).toBe("paused");
  });

  test("other steps come by themselves", () => {
    expect(denied("start", step("last_circle"), "zoya", {}, NOW)).toBe("not_now");
    expect(denied("start", contestView(), "zoya", {}, NOW)).toBe("not_now");
  });

  test("a pause is ended, and not begun twice", () => {
    const paused = contestView({ paused: true });
    expect(denied("pause", paused, "zoya", {}, NOW)).toBe("paused");
    expect(denied("resume", paused, "zoya", {}, NOW)).toBeNull();
    expect(denied("resume", contestView(), "zoya", {}, NOW)).toBe("not_paused");
  });

  test("it is ended between tours only, and called off at any time", () => {
    const over = contestView({ phase: "between", tours: [tour({ over: 9 })] });
    expect(denied("end", contestView(), "zoya", {}, NOW)).toBe("not_now");
    expect(denied("end", over, "zoya", {}, NOW)).toBeNull();
    expect(denied("end", contestView({ phase: "closed", tours: [] }), "zoya", {}, NOW)).toBe("not_now");
    expect(denied("call_off", contestView(), "zoya", {}, NOW)).toBeNull();
  });

  test("what is over stays so", () => {
    for (const phase of ["finished", "called_off"] as const) {
      expect(possible(OF_CONTEST, contestView({ phase }), "zoya", {}, NOW)).toEqual([]);
      expect(possible(OF_TABLE, contestView({ phase }), "zoya", AT, NOW)).toEqual([]);
    }
  });

  test("the last tour cannot be shifted", () => {
    expect(denied("shift", contestView(), "zoya", {}, NOW)).toBeNull();
    expect(denied("shift", contestView({ number_of_tours: 1 }), "zoya", {}, NOW)).toBe("not_now");
  });

  test("results are frozen and thawed", () => {
    expect(possible(["freeze", "unfreeze"], contestView(), "zoya", {}, NOW)).toEqual(["freeze"]);
    expect(possible(["freeze", "unfreeze"], contestView({ frozen: true }), "zoya", {}, NOW)).toEqual([
      "unfreeze",
    ]);
  });

  test("one director stays", () => {
    expect(denied("remove_director", contestView(), "zoya", { person: "zoya" }, NOW)).toBe("last_director");
    const two = contestView({ directors: ["zoya", "egor"] });
    expect(denied("remove_director", two, "zoya", { person: "egor" }, NOW)).toBeNull();
    expect(denied("add_director", two, "zoya", { person: "egor" }, NOW)).toBe("already_so");
  });
});

describe("people", () => {
  const entrants = [
    { person: "anna", bot: false, withdrawn: false, here: false, mark: null },
    { person: "inna", bot: false, withdrawn: false, here: false, mark: null },
    { person: "gleb", bot: false, withdrawn: true, here: false, mark: null },
  ];

  test("who sits at a table that plays is not taken out", () => {
    const view = contestView({ entrants });
    expect(denied("remove", view, "zoya", { person: "anna" }, NOW)).toBe("still_plays");
    expect(denied("remove", view, "zoya", { person: "inna" }, NOW)).toBeNull();
    expect(denied("remove", view, "zoya", { person: "gleb" }, NOW)).toBe("not_entered");
    expect(sitsAt(view, "anna")?.table).toBe(1);
    expect(sitsAt(withTable({ posted: "players" }, { entrants }), "anna")).toBeNull();
  });

  test("a director adds somebody until the draw, and later as the plan allows", () => {
    const closed = contestView({ phase: "closed", tours: [], draw: [], entrants });
    expect(denied("add", closed, "zoya", { person: "egor" }, NOW)).toBeNull();
    expect(denied("add", closed, "zoya", { person: "gleb" }, NOW)).toBeNull();
    expect(denied("add", closed, "zoya", { person: "anna" }, NOW)).toBe("already_entered");
    const between = contestView({ phase: "between", tours: [tour({ over: 9 })], entrants });
    expect(denied("add", between, "zoya", { person: "egor" }, NOW)).toBe("registration_closed");
    expect(denied("add", { ...between, late: 2 }, "zoya", { person: "egor" }, NOW)).toBeNull();
    expect(denied("add_bot", { ...between, late: 2 }, "zoya", {}, NOW)).toBeNull();
  });

  test("a penalty is for who plays the tour", () => {
    const view = contestView({ entrants });
    expect(denied("penalise", view, "zoya", { tour: 1, person: "anna" }, NOW)).toBeNull();
    expect(denied("penalise", view, "zoya", { tour: 1, person: "inna" }, NOW)).toBe("not_in_this_tour");
  });
});

test("grave acts are asked for twice, and a result that cuts a table off", () => {
  const view = contestView();
  expect(isGrave("annul", view, AT)).toBe(true);
  expect(isGrave("call_off", view, {})).toBe(true);
  expect(isGrave("extend", view, AT)).toBe(false);
  expect(isGrave("give", view, AT)).toBe(true);
  expect(isGrave("give", withTable({ plays: false }), AT)).toBe(false);
});

test("a start stays that of the step for which it was begun", () => {
  const step = { step: "open", tour: 2, at: 5 };
  const begun = fixed("start", contestView({ next: step }), {});
  expect(begun.step).toEqual(step);
  expect(happened("start", contestView({ next: { ...step, at: 9 } }), begun)).toBe(false);
  expect(happened("start", contestView({ next: { ...step, tour: 3 } }), begun)).toBe(true);
  expect(happened("start", contestView({ next: { ...step, step: "over" } }), begun)).toBe(true);
  expect(happened("start", contestView(), begun)).toBe(true);
  expect(happened("pause", contestView(), fixed("pause", contestView(), {}))).toBe(false);
});

test("a tour is opened without those who are not here only when asked twice", () => {
  const next = { step: "open", tour: 1, at: 0 };
  const come = (here: boolean) =>
    ["anna", "boris", "vera"].map((person) => {
      return { person, bot: false, withdrawn: false, here: here || person !== "vera", mark: null };
    });
  const waits = { phase: "called" as const, tours: [tour({ began: null })], next };
  expect(isGrave("start", contestView({ ...waits, entrants: come(false) }), {})).toBe(true);
  expect(isGrave("start", contestView({ ...waits, entrants: come(true) }), {})).toBe(false);
  const draw = { ...next, step: "draw" };
  expect(isGrave("start", contestView({ ...waits, entrants: come(false) }), { step: draw })).toBe(false);
});
