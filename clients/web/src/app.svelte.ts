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
const RETRY = 2000;
const TABLE = /^#\/table\/(.+)$/;
const RETURN = /^#return=(.+)$/;

class App {
  /** undefined: not known yet. */
  person = $state<PersonMessage | null | undefined>(undefined);
  status = $state<Status>("connecting");
  room = $state.raw<Room | null>(null);
  toasts = $state<Toast[]>([]);
  /** The paragraph of the rules that is read now; "" for all of them. */
  reading = $state<string | null>(null);
  settingsOpen = $state(false);
  accountOpen = $state(false);
  /** The secret of a return link that was opened; it waits for the person's word. */
  returning = $state<string | null>(null);

  /** The address that was opened is that of a table. */
  readonly invited = TABLE.test(location.hash);

  #toasts = 0;
  #connection = new Connection({
    status: (status) => {
      this.status = status;
      if (status !== "online") this.room?.loseStep();
    },
    connected: () => this.room?.connected(),
    entry: (entry) => this.room?.take(entry),
    said: (line) => this.room?.hear(line),
    replaced: ({ stream }) => this.room?.giveWay(stream),
    unauthorized: () => {
      this.room?.leave();
      this.room = null;
      this.person = null;
    },
  });

  start(): void {
    addEventListener("hashchange", () => this.#route());
    this.#takeSecret();
    void this.#meet();
  }

  async #meet(): Promise<void> {
    try {
      this.#enter(await session.me());
    } catch {
      setTimeout(() => void this.#meet(), RETRY);
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

  /** The secret goes from the address bar at once: nobody is to read or bookmark it there. */
  #takeSecret(): void {
    const secret = RETURN.exec(location.hash)?.[1];
    if (secret === undefined) return;
    history.replaceState(null, "", location.pathname);
    this.returning = secret;
    this.settingsOpen = false;
  }

  /**
   * Be the person of the return link that was opened, at his table if there is but one.
   * Raises `Refusal`.
   */
  async comeBack(): Promise<void> {
    await session.comeBack(this.returning ?? "");
    await this.#anew();
  }

  /** Be the owner of this account, at the table that was opened or his only one. Raises `Refusal`. */
  async login(name: string, password: string): Promise<void> {
    await session.login(name, password);
    await this.#anew();
  }

  /** Keep who this browser is, with a name and a password. Raises `Refusal`. */
  async createAccount(name: string, password: string): Promise<void> {
    const newcomer = this.person === null;
    const person = await session.createAccount(name, password);
    if (newcomer) this.#enter(person);
    else this.person = person;
  }

  /** Be nobody, once the server has agreed. Raises `Refusal`. */
  async goOut(how: () => Promise<void>): Promise<void> {
    await how();
    history.replaceState(null, "", location.pathname);
    location.reload();
  }

  /** The page starts anew, so that nothing of who this browser was before is left in it. */
  async #anew(): Promise<void> {
    if (TABLE.test(location.hash)) return location.reload();
    const own = await session.ownTables().catch(() => []);
    const only = own.length === 1 ? own[0] : undefined;
    history.replaceState(null, "", only ? tableHash(only.stream) : location.pathname);
    location.reload();
  }

  #route(): void {
    this.#takeSecret();
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

  /** Open a table and go there; the refusal is for who asked to show. */
  async opened(command: Command): Promise<Refusal | null> {
    try {
      const done = await this.#connection.command("", command);
      location.hash = tableHash(done.stream);
      return null;
    } catch (refusal) {
      return refusal as Refusal;
    }
  }

  async open(command: Command): Promise<void> {
    const refusal = await this.opened(command);
    if (refusal) this.report(refusal);
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

export function returnLink(secret: string): string {
  return `${location.origin}${location.pathname}#return=${secret}`;
}

export const app = new App();
