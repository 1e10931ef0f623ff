import { beforeEach, expect, test, vi } from "vitest";
import { empty } from "./fold";
import type { Command, EntryMessage, SyncedMessage, TableView } from "./generated";
import { Refusal } from "./session";
import type { Connection } from "./socket";

vi.stubGlobal("navigator", { language: "en", onLine: true });
vi.stubGlobal("localStorage", { getItem: () => '{"speed":0}', setItem: () => {} });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("document", { hidden: false });
const { Room } = await import("./room.svelte");

const sheet = { pool: {}, mountain: {}, whists: {} };
const table: TableView = {
  rules: "fspr-2006",
  changed: {},
  players: 3,
  deals: 4,
  phase: "playing",
  members: [
    { person: "me", bot: false, number: 1, seat: "N", ready: false },
    { person: "bot-1", bot: true, number: 2, seat: "E", ready: true },
  ],
  deal: 2,
  commitment: null,
  sheet,
  drawn: sheet,
  past: [],
  settled: null,
  claim: null,
};
const asked = (number: number, seat: string): Record<string, unknown> => ({
  event: "asked",
  number,
  seat,
  what: "call",
  options: seat === "N" ? ["pass", "6S"] : null,
  rule: "§2.6",
  hand: null,
});

let server: { n: number; syncs: number; sent: Command[]; refuse: Refusal | null };
let refusals: string[];

function connection(): Connection {
  const fake = {
    sync: async (stream: string): Promise<SyncedMessage> => {
      server.syncs++;
      const names = { me: "Anna" };
      return { stream, n: server.n, table: structuredClone(table), view: empty(), names };
    },
    command: async (stream: string, command: Command) => {
      server.sent.push(command);
      if (server.refuse) throw server.refuse;
      return { stream, n: server.n + 1 };
    },
    unwatch: () => {},
  };
  return fake as unknown as Connection;
}

async function synced() {
  const room = new Room("t1", "me", connection(), (refusal) => refusals.push(refusal.code));
  await room.sync();
  return room;
}

function entry(n: number, events: Record<string, unknown>[]): EntryMessage {
  return { stream: "t1", n, events };
}

beforeEach(() => {
  server = { n: 5, syncs: 0, sent: [], refuse: null };
  refusals = [];
});

test("entries that follow are folded, others of the past are not", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "E")]));
  room.take(entry(6, [asked(9, "E")]));
  room.take({ ...entry(7, [asked(9, "E")]), stream: "another" });
  expect(room.view.ask?.number).toBe(3);
  expect(server.syncs).toBe(1);
});

test("a gap asks for everything anew, and nothing is done meanwhile", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  expect(room.ask?.options).toEqual(["pass", "6S"]);
  server.n = 8;
  room.take(entry(8, []));
  expect(room.inStep).toBe(false);
  expect(room.ask).toBeNull();
  room.take(entry(9, [asked(4, "N")]));
  await vi.waitFor(() => expect(room.inStep).toBe(true));
  expect(server.syncs).toBe(2);
  expect(room.ask?.number).toBe(4);
});

test("an answer names deal and question, and is given once", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  server.n = 6;
  room.answer(["6S"]);
  room.answer(["6S"]);
  expect(server.sent).toEqual([{ what: "answer", deal: 2, ask: 3, words: ["6S"] }]);
  await Promise.resolve();
  expect(room.sending).toBe(true); // acknowledged, but what came of it is not here yet
  room.take(entry(7, [{ event: "called", seat: "N", call: "6S" }, asked(4, "E")]));
  await vi.waitFor(() => expect(room.sending).toBe(false));
  expect(room.ask).toBeNull();
});

test("a refusal is reported and the question waits again", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  server.refuse = new Refusal({ code: "not_an_option", rule: "§2.2", detail: {} });
  room.answer(["7S"]);
  await vi.waitFor(() => expect(refusals).toEqual(["not_an_option"]));
  await vi.waitFor(() => expect(room.ask?.number).toBe(3));
});

test("a claim that waits for me stops other questions", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  const claim = { seat: "E", end: "=7", tricks: {}, cards: null, waiting: ["N"] };
  room.take({ stream: "t1", n: 7, set: { claim } });
  expect(room.ask).toBeNull();
  expect(room.asked).toBe(true);
});

test("names are those of people, and a word for bots", async () => {
  const room = await synced();
  expect([room.name("N"), room.name("E"), room.me]).toEqual(["Anna", "Bot 1", "N"]);
});
