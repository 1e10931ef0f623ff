/** The page: who is here, which screen, the connection, messages to the person. */
import type { Command, PersonMessage } from "./generated";
import { Room } from "./room.svelte";
import * as session from "./session";
import { Refusal } from "./session";
import { Connection, type Status } from "./socket";

export interface Toast {
  id: number;
  refusal: Refusal;
}

const TOAST = 6000;
const TABLE = /^#\/table\/(.+)$/;

class App {
  /** undefined: not known yet. */
  person = $state<PersonMessage | null | undefined>(undefined);
  status = $state<Status>("connecting");
  room = $state.raw<Room | null>(null);
  toasts = $state<Toast[]>([]);
  /** The paragraph of the rules that is read now; "" for all of them. */
  reading = $state<string | null>(null);
  settingsOpen = $state(false);

  #toasts = 0;
  #connection = new Connection({
    status: (status) => {
      this.status = status;
      if (status !== "online") this.room?.loseStep();
    },
    connected: () => void this.room?.sync(),
    entry: (entry) => this.room?.take(entry),
    unauthorized: () => {
      this.person = null;
    },
  });

  async start(): Promise<void> {
    addEventListener("hashchange", () => this.#route());
    try {
      this.#enter(await session.me());
    } catch {
      setTimeout(() => void this.start(), 2000);
    }
  }

  async welcome(name: string): Promise<void> {
    try {
      this.#enter(await session.guest(name));
    } catch (refusal) {
      this.report(refusal as Refusal);
    }
  }

  #enter(person: PersonMessage | null): void {
    this.person = person;
    if (person === null) return;
    this.#connection.open();
    this.#route();
  }

  #route(): void {
    const stream = TABLE.exec(location.hash)?.[1];
    if (this.room?.stream === stream) return;
    this.room?.leave();
    this.room = null;
    scrollTo(0, 0);
    if (stream === undefined || !this.person) return;
    const report = (refusal: Refusal) => this.report(refusal);
    this.room = new Room(decodeURIComponent(stream), this.person.person, this.#connection, report);
    if (this.status === "online") void this.room.sync();
  }

  /** Open a table and go there. */
  async open(command: Command): Promise<void> {
    try {
      const done = await this.#connection.command("", command);
      location.hash = tableHash(done.stream);
    } catch (refusal) {
      this.report(refusal as Refusal);
    }
  }

  report(refusal: Refusal): void {
    const id = ++this.#toasts;
    this.toasts.push({ id, refusal });
    setTimeout(() => this.dismiss(id), TOAST);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
}

export function tableHash(stream: string): string {
  return `#/table/${encodeURIComponent(stream)}`;
}

export function tableLink(stream: string): string {
  return location.origin + location.pathname + tableHash(stream);
}

export const app = new App();
