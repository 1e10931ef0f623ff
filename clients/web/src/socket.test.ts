import { beforeEach, expect, test, vi } from "vitest";
import type { Listener, Status } from "./socket";

type Heard = (...args: unknown[]) => void;

const page = new Map<string, () => void>();
const socket = {
  io: {
    engine: {
      close() {
        socket.connected = false;
        socket.dropped++;
      },
    },
  },
  dropped: 0,
  asked: [] as { patience: number; name: string; done: (error: unknown, ack?: object) => void }[],
  timeout(patience: number) {
    const asked = (name: string, done: (error: unknown, ack?: object) => void) =>
      this.asked.push({ patience, name, done });
    return {
      emit: (name: string, _message: object, done: (error: unknown, ack?: object) => void) =>
        asked(name, done),
      emitWithAck: (name: string) =>
        new Promise((resolve, reject) =>
          asked(name, (error, ack) => (error ? reject(new Error("timeout")) : resolve(ack))),
        ),
    };
  },
  connected: false,
  active: true,
  dials: 0,
  heard: new Map<string, Heard>(),
  on(name: string, then: Heard) {
    this.heard.set(name, then);
  },
  connect() {
    this.dials++;
    return this;
  },
  disconnect() {
    this.connected = false;
    return this;
  },
};
vi.stubGlobal("addEventListener", (name: string, then: () => void) => page.set(name, then));
vi.stubGlobal("navigator", { onLine: true });
vi.mock("socket.io-client", () => ({ io: () => socket }));
const { Connection } = await import("./socket");

let connection: InstanceType<typeof Connection>;
let statuses: Status[];
let syncs: number;

beforeEach(() => {
  statuses = [];
  syncs = 0;
  socket.connected = false;
  socket.dials = 0;
  const listener: Partial<Listener> = {
    status: (status) => statuses.push(status),
    connected: () => syncs++,
  };
  socket.dropped = 0;
  socket.asked = [];
  connection = new Connection(listener as Listener);
  connection.open();
});

function stands(): void {
  socket.connected = true;
  socket.heard.get("connect")?.();
}

test("a network that comes back before the socket has noticed is asked for what was missed", () => {
  stands();
  page.get("offline")?.();
  expect(statuses).toEqual(["online", "offline"]);
  page.get("online")?.();
  expect(statuses).toEqual(["online", "offline", "online"]);
  expect(syncs).toBe(2);
  expect(socket.dials).toBe(1);
});

test("a network that comes back where the socket is lost has it dial at once", () => {
  stands();
  page.get("offline")?.();
  socket.connected = false;
  page.get("online")?.();
  expect(statuses).toEqual(["online", "offline"]);
  expect(socket.dials).toBe(2);
});

test("a connection on which nobody answers is given up, and the command goes with the next", async () => {
  stands();
  const done = connection.command("t1", { what: "join" });
  socket.asked[0]?.done(new Error("timeout"));
  expect(socket.dropped).toBe(1);
  expect(socket.asked.length).toBe(1);
  stands();
  expect(socket.asked[1]?.name).toBe("command");
  socket.asked[1]?.done(null, { ok: { stream: "t1", n: 2 } });
  expect(await done).toEqual({ stream: "t1", n: 2 });
});

test("nor is it kept for what is asked", async () => {
  stands();
  const synced = connection.sync("t1");
  socket.asked[0]?.done(new Error("timeout"));
  await expect(synced).rejects.toMatchObject({ code: "no_answer" });
  expect(socket.dropped).toBe(1);
});
