import { beforeEach, expect, test, vi } from "vitest";
import type { ChangedMessage, ContestCommand, ContestView, SyncedContestMessage } from "./generated";
import { Refusal } from "./session";
import type { Connection } from "./socket";

vi.stubGlobal("navigator", { language: "en", onLine: true });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { Contest } = await import("./contest.svelte");
const { t } = await import("./i18n/index.svelte");

let server: {
  n: number;
  syncs: number;
  sent: ContestCommand[];
  refuse: Refusal | null;
  left: string[];
};
let refusals: string[];

function view(): ContestView {
  const entrants = [{ person: "me", bot: false, withdrawn: false, here: false, mark: null }];
  const deeds = [{ at: 1, by: "Olga", did: "pause", why: "tea", detail: {} }];
  const part = { title: "Cup", phase: "registration", directors: ["Olga"], entrants, deeds, tours: [] };
  return part as unknown as ContestView;
}

function connection(): Connection {
  const fake = {
    syncContest: async (stream: string): Promise<SyncedContestMessage> => {
      server.syncs++;
      if (server.refuse) throw server.refuse;
      const { n } = server;
      return { stream, n, now: 5000, names: { me: "Mia" }, contest: view(), progress: {}, marks: {} };
    },
    command: async (stream: string, command: ContestCommand) => {
      if (server.refuse) throw server.refuse;
      server.sent.push(command);
      return { stream, n: server.n + 1 };
    },
    unwatch: (stream: string) => server.left.push(stream),
  };
  return fake as unknown as Connection;
}

function refusal(code: string): Refusal {
  return new Refusal({ code, rule: "", detail: {} });
}

function contest(person = "me") {
  return new Contest("c1", person, connection(), ({ code }) => refusals.push(code));
}

function changed(after: number, n: number, ...changes: unknown[][]): ChangedMessage {
  return { stream: "c1", after, n, changes };
}

const title = (text: string) => [["contest", "title"], text];

beforeEach(() => {
  server = { n: 3, syncs: 0, sent: [], refuse: null, left: [] };
  refusals = [];
  vi.useRealTimers();
});

test("it is in step once it has everything, and follows the changes", async () => {
  const followed = contest();
  expect(followed.view).toBeNull();
  await followed.sync();
  expect(followed.inStep).toBe(true);
  followed.take(changed(3, 5, title("Winter cup"), [["progress", "c1-1-1"], { deal: 1 }]));
  expect(followed.view?.title).toBe("Winter cup");
  expect(followed.progress["c1-1-1"]?.deal).toBe(1);
  followed.take(changed(5, 5, [["progress", "c1-1-1", "deal"], 2]));
  expect(followed.progress["c1-1-1"]?.deal).toBe(2);
  expect(server.syncs).toBe(1);
});

test("changes of another contest and old ones change nothing", async () => {
  const followed = contest();
  await followed.sync();
  followed.take({ ...changed(3, 4, title("Other")), stream: "c2" });
  followed.take(changed(1, 2, title("Old")));
  expect(followed.view?.title).toBe("Cup");
  expect(server.syncs).toBe(1);
});

test("a gap, or a change that does not fit, asks for everything again", async () => {
  const followed = contest();
  await followed.sync();
  followed.take(changed(4, 5, title("Later")));
  expect(followed.inStep).toBe(false);
  await vi.waitFor(() => expect(followed.inStep).toBe(true));
  followed.take(changed(3, 4, [["contest", "tours", 7], {}]));
  expect(server.syncs).toBe(3);
  await vi.waitFor(() => expect(followed.inStep).toBe(true));
  expect(followed.view?.title).toBe("Cup");
});

test("what comes while everything is asked for is not lost", async () => {
  const followed = contest();
  const synced = followed.sync();
  followed.take(changed(2, 3, title("Before")));
  followed.take(changed(3, 4, title("After")));
  await synced;
  expect(followed.view?.title).toBe("After");
});

test("a command is done when what it has changed is here", async () => {
  const followed = contest();
  await followed.sync();
  const done = followed.act({ what: "withdraw" });
  await vi.waitFor(() => expect(server.sent).toEqual([{ what: "withdraw" }]));
  expect(followed.idle).toBe(false);
  followed.take(changed(3, 4, [["contest", "entrants", 0, "withdrawn"], true]));
  expect(await done).toBe(true);
  expect(followed.entrant?.withdrawn).toBe(true);
  expect(followed.idle).toBe(true);
});

test("an act of a director says how many he has seen", async () => {
  const followed = contest("Olga");
  await followed.sync();
  expect(followed.directs).toBe(true);
  void followed.rule({ what: "resume", why: "over" });
  await vi.waitFor(() => expect(server.sent).toEqual([{ what: "resume", why: "over", after: 1 }]));
});

test("a refusal is reported, or given to who asked", async () => {
  const followed = contest();
  await followed.sync();
  server.refuse = refusal("too_late");
  expect(await followed.act({ what: "register" })).toBe(false);
  expect(refusals).toEqual(["too_late"]);
  expect((await followed.asked({ what: "register" }))?.code).toBe("too_late");
  expect(refusals).toEqual(["too_late"]);
});

test("a contest that is not there is lost; a server that is away is asked again", async () => {
  vi.useFakeTimers();
  const followed = contest();
  server.refuse = refusal("no_answer");
  await followed.sync();
  expect(followed.lost).toBeNull();
  server.refuse = refusal("no_such_table");
  await vi.advanceTimersByTimeAsync(1000);
  expect(followed.lost?.code).toBe("no_such_table");
  expect(server.syncs).toBe(2);
});

test("who leaves hears nothing more", async () => {
  const followed = contest();
  const synced = followed.sync();
  followed.leave();
  await synced;
  expect(followed.view).toBeNull();
  expect(server.left).toEqual(["c1"]);
});

test("a name, that of a bot, and where somebody sits", async () => {
  const followed = contest();
  await followed.sync();
  expect(["me", "bot-1-2-1", "x"].map((who) => followed.nameOf(who))).toEqual(["Mia", "Bot 1-2-1", t("account.nameless")]);
  const table = { stream: "c1-1-1", players: ["a"], sitting: ["me"], plays: true };
  followed.take(changed(3, 4, [["contest", "tours", 0], { tour: 1, tables: [table] }]));
  expect(followed.mine?.table.stream).toBe("c1-1-1");
  expect(followed.table("c1-1-1")?.tour.tour).toBe(1);
  expect([followed.at("a"), followed.table("c1-1-2")]).toEqual([null, null]);
});

test("who comes to a tour that has begun meanwhile is told nothing; other refusals are", async () => {
  const followed = contest();
  await followed.sync();
  server.refuse = refusal("no_tour_called");
  const coming = followed.come();
  expect(followed.comes).toBe(true);
  await coming;
  expect([followed.comes, refusals]).toEqual([false, []]);
  server.refuse = refusal("not_in_this_tour");
  await followed.come();
  expect([followed.comes, refusals]).toEqual([false, ["not_in_this_tour"]]);
});
