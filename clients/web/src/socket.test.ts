import { beforeEach, expect, test, vi } from "vitest";
import type { Listener, Status } from "./socket";

type Heard = (...args: unknown[]) => void;

const page = new Map<string, () => void>();
const socket = {
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
  new Connection(listener as Listener).open();
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
