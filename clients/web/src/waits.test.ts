import { expect, test } from "vitest";
import { empty } from "./fold";
import type { ClaimView, MemberView, Question, TableView } from "./generated";
import { awaited, isTimed, missing } from "./waits";

const member = (seat: string, more: Partial<MemberView> = {}): MemberView => ({
  ...{ person: `p-${seat}`, bot: false, number: null, seat, ready: false, away: false },
  ...{ stand_in: "", ...more },
});
const table = (more: Partial<TableView> = {}): TableView =>
  ({
    phase: "playing",
    members: [member("N"), member("E", { away: true }), member("S", { bot: true })],
    claim: null,
    wish: null,
    paused: false,
    clock: { seat: "E", until: 99, bank: {}, connection: {} },
    ...more,
  }) as TableView;
const asks = (seat: string) => ({ ...empty(), ask: { seat } as Question });
const people = (members: MemberView[]) => members.map(({ seat }) => seat);

test("who is asked is waited for, in a claim those who have to answer", () => {
  expect(people(awaited(table(), asks("N")))).toEqual(["N"]);
  expect(people(awaited(table(), asks("S")))).toEqual([]);
  const claim = { waiting: ["E"] } as ClaimView;
  expect(people(awaited(table({ claim }), asks("N")))).toEqual(["E"]);
});

test("between deals those who are not ready", () => {
  const members = [member("N", { ready: true }), member("E"), member("S")];
  expect(people(awaited(table({ phase: "between", members }), empty()))).toEqual(["E", "S"]);
});

test("a bot can be asked for where somebody is missing", () => {
  expect(missing(table(), asks("N"))).toBeNull();
  expect(missing(table(), asks("E"))?.seat).toBe("E");
  expect(missing(table({ paused: true }), asks("E"))).toBeNull();
  const members = [member("E", { away: true, stand_in: "wait" })];
  expect(missing(table({ members }), asks("E"))).toBeNull();
});

test("the clock of the seat that is asked runs until it stands still", () => {
  expect([isTimed(table(), "E"), isTimed(table(), "N")]).toEqual([true, false]);
  const still = { seat: "E", until: null, bank: {}, connection: {} };
  expect(isTimed(table({ clock: still }), "E")).toBe(false);
});
