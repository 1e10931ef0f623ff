import { beforeEach, expect, test, vi } from "vitest";
import { empty } from "./fold";
import type {
  Command,
  EntryMessage,
  LineMessage,
  SyncedMessage,
  TableView,
  View,
} from "./generated";
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
  minutes: 0,
  ends: null,
  last_circle: false,
  pace: "usual",
  absent: "bot",
  listed: false,
  practice: false,
  pulya: 1,
  paused: false,
  wish: null,
  silence: null,
  clock: null,
  phase: "playing",
  members: [
    { person: "me", bot: false, number: 1, seat: "N", ready: false, away: false, stand_in: "" },
    { person: "bot-1", bot: true, number: 2, seat: "E", ready: true, away: false, stand_in: "" },
  ],
  deal: 2,
  commitment: null,
  sheet,
  drawn: sheet,
  past: [],
  settled: null,
  claim: null,
  refused_by: null,
  earlier: [],
  contest: "",
  adjustments: [],
  watching: "table",
  delay: false,
  audience: [],
  looks: [],
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

let server: {
  n: number;
  syncs: number;
  sent: Command[];
  refuse: Refusal | null;
  /** How often the table is not there yet. */
  missing: number;
  now: number;
  talk: LineMessage[];
  said: object[];
};
let refusals: string[];

function line(at: number, person: string, more: Partial<LineMessage> = {}): LineMessage {
  return { stream: "t1", at, person, phrase: "", line: "", card: "", ...more };
}

function connection(): Connection {
  const fake = {
    sync: async (stream: string): Promise<SyncedMessage> => {
      server.syncs++;
      if (server.missing-- > 0) throw refusal("no_such_table");
      const names = { me: "Anna" };
      const { n, now, talk } = server;
      return { stream, n, now, table: structuredClone(table), view: empty(), names, talk };
    },
    command: async (stream: string, command: Command) => {
      server.sent.push(command);
      if (server.refuse) throw server.refuse;
      return { stream, n: server.n + 1 };
    },
    say: async (stream: string, words: object) => {
      server.said.push({ stream, ...words });
      if (server.refuse) throw server.refuse;
      return line(0, "me");
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
  return { stream: "t1", n, at: 0, events };
}

const refusal = (code: string) => new Refusal({ code, rule: "", detail: {} });

beforeEach(() => {
  server = { n: 5, syncs: 0, sent: [], refuse: null, missing: 0, now: 0, talk: [], said: [] };
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
  room.take({ stream: "t1", n: 7, at: 0, set: { claim } });
  expect(room.ask).toBeNull();
  expect(room.asked).toBe(true);
  room.take({ stream: "t1", n: 8, at: 0, set: { paused: true } });
  expect(room.asked).toBe(false);
});

test("answers that are taken back leave the view as it was, and the question waits again", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  const before = JSON.parse(JSON.stringify(room.view)) as View;
  server.n = 6;
  room.answer(["6S"]);
  room.take(entry(7, [{ event: "called", seat: "N", call: "6S" }, asked(4, "E")]));
  await vi.waitFor(() => expect(room.sending).toBe(false));
  expect(room.view.calls).toHaveLength(1);
  room.take({ stream: "t1", n: 8, at: 0, set: { wish: null }, view: before });
  expect(room.view.calls).toEqual([]);
  expect(room.ask?.number).toBe(3);
});

test("nothing is asked during a pause", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  room.take({ stream: "t1", n: 7, at: 0, set: { paused: true } });
  expect(room.ask).toBeNull();
  room.take({ stream: "t1", n: 8, at: 0, set: { paused: false } });
  expect(room.ask?.number).toBe(3);
});

test("the server's time is known from sync and from entries", async () => {
  vi.useFakeTimers({ now: 1000, toFake: ["Date"] });
  server.now = 500_000;
  const room = await synced();
  expect(room.now).toBe(500_000);
  room.take({ stream: "t1", n: 6, at: 500_300 });
  expect(room.now).toBe(500_300);
  room.take({ stream: "t1", n: 7, at: 500_100 });
  expect(room.now).toBe(500_300);
  vi.useRealTimers();
});

test("a seat that another browser has is asked back only by hand", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  room.giveWay("another");
  expect(room.replaced).toBe(false);
  room.giveWay("t1");
  expect([room.replaced, room.inStep, room.ask]).toEqual([true, false, null]);
  room.connected();
  expect(server.syncs).toBe(1);
  await room.sync();
  expect([room.replaced, room.inStep, server.syncs]).toEqual([false, true, 2]);
});

test("a command of a browser without the seat tells the same, without a message", async () => {
  const room = await synced();
  server.refuse = refusal("other_browser");
  expect(await room.act({ what: "resume" })).toBe(false);
  expect(room.replaced).toBe(true);
  expect(refusals).toEqual([]);
});

test("what was said before is no news, what is said then is", async () => {
  server.talk = [line(1, "bot-1", { phrase: "hello" })];
  const room = await synced();
  expect([room.talk.lines.length, room.talk.unread]).toEqual([1, 0]);
  room.hear(line(2, "bot-1", { line: "и снова" }));
  room.hear(line(3, "me", { line: "да" }));
  room.hear({ ...line(4, "bot-1", { line: "не здесь" }), stream: "t2" });
  expect([room.talk.lines.length, room.talk.unread]).toEqual([3, 1]);
  server.talk = [...room.talk.lines, line(5, "bot-1", { line: "пока вас не было" })];
  await room.sync();
  expect([room.talk.lines.length, room.talk.unread]).toEqual([4, 2]);
  room.hear(line(5, "bot-1", { line: "пока вас не было" }));
  expect(room.talk.lines.length).toBe(4);
});

test("a card that is pointed at is marked, and is no line", async () => {
  const room = await synced();
  room.hear(line(2, "bot-1", { card: "7S" }));
  expect(room.talk.pointed).toEqual({ card: "7S", person: "bot-1" });
  expect(room.talk.lines).toEqual([]);
});

test("one of three things is said, and a refusal is reported", async () => {
  const room = await synced();
  expect(await room.say({ phrase: "thanks" })).toBe(true);
  server.refuse = refusal("silence");
  expect(await room.say({ line: "а я думаю" })).toBe(false);
  expect(server.said).toEqual([
    { stream: "t1", phrase: "thanks", line: "", card: "" },
    { stream: "t1", phrase: "", line: "а я думаю", card: "" },
  ]);
  expect(refusals).toEqual(["silence"]);
});

test("names are those of people, and a word for bots", async () => {
  const room = await synced();
  expect([room.name("N"), room.name("E"), room.me]).toEqual(["Anna", "Bot 1", "N"]);
});

test("who comes back is told what was played for him meanwhile", async () => {
  const room = await synced();
  room.take(entry(6, [{ event: "hand_dealt", seat: "N", cards: ["AS", "KD"] }]));
  const stand = (stand_in: string) => ({
    members: table.members.map((each) => (each.person === "me" ? { ...each, stand_in } : each)),
  });
  room.take({ ...entry(7, []), set: stand("bot") });
  room.take(entry(8, [{ event: "called", seat: "N", call: "pass" }]));
  room.take({ ...entry(9, []), set: stand("") });
  expect(room.stoodFor).toEqual({ calls: 1, cards: 0 });
});

test("a refused claim is told with who refused it, and the hand it showed is kept", async () => {
  const room = await synced();
  room.view.declarer = "E";
  const claim = { seat: "E", end: "=6", tricks: {}, cards: ["AS"], waiting: ["N"] };
  room.take({ ...entry(6, []), set: { claim } });
  expect(room.shownByClaim).toEqual(["E"]);
  room.take({ ...entry(7, []), set: { claim: null, refused_by: "N" } });
  expect(room.refused).toEqual({ by: "N" });
  expect(room.shownByClaim).toEqual(["E"]);
});

test("a spectator sees the table from behind his hand", async () => {
  const room = await synced();
  const audience = [{ person: "me", seat: "E", next: "" }];
  expect(room.near).toBe("N");
  room.take({ stream: "t1", n: 6, at: 0, set: { audience, members: table.members.slice(1) } });
  expect(room.here).toBe(false);
  expect(room.near).toBe("E");
  room.take({ stream: "t1", n: 7, at: 0, set: { audience: [{ person: "me", seat: "", next: "E" }] } });
  expect(room.near).toBeNull();
});

test("who is sent away sees nothing of the table any more", async () => {
  const room = await synced();
  room.take(entry(6, [asked(3, "N")]));
  room.sendAway({ stream: "another", code: "sent_away" });
  expect(room.lost).toBeNull();
  room.sendAway({ stream: "t1", code: "sent_away" });
  expect(room.lost?.code).toBe("sent_away");
  expect([room.table, room.view.ask, room.inStep]).toEqual([null, null, false]);
});

test("a table of a contest may come a little later than the news of it", async () => {
  vi.useFakeTimers();
  server.missing = 3;
  const room = new Room("c1-1-1", "me", connection(), () => {});
  await room.sync();
  expect([room.lost, room.inStep]).toEqual([null, false]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([room.inStep, server.syncs]).toEqual([true, 4]);
  vi.useRealTimers();
});

test("a table that does not come is not asked for without end, another one not at all", async () => {
  vi.useFakeTimers();
  server.missing = 100;
  const room = new Room("c1-1-1", "me", connection(), () => {});
  await room.sync();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(room.lost?.code).toBe("no_such_table");
  server.syncs = 0;
  const other = new Room("t1", "me", connection(), () => {});
  await other.sync();
  expect([other.lost?.code, server.syncs]).toEqual(["no_such_table", 1]);
  vi.useRealTimers();
});
