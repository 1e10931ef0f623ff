/** The page: who is here, which screen, the connection, messages to the person. */
import type { Contest } from "./contest.svelte";
import type { Command, ContestCommand, PersonMessage, SyncedMessage } from "./generated";
import { OF_CONTEST, Room } from "./room.svelte";
import * as session from "./session";
import { Refusal } from "./session";
import { Connection, type Status } from "./socket";

export interface Toast {
  id: number;
  refusal: Refusal;
}

interface Following {
  stream: string;
  /** "" for a visitor. */
  person: string;
}

const TOAST = 6000;
const RETRY = 2000;
const TABLE = /^#\/table\/(.+)$/;
/** A contest, and what of it is shown: `screen` is for the projector. */
const CONTEST = /^#\/contest\/([^/]+)(?:\/(\w+))?$/;
const NEW_CONTEST = "#/contests/new";
const RETURN = /^#return=(.+)$/;

class App {
  /** undefined: not known yet. */
  person = $state<PersonMessage | null | undefined>(undefined);
  status = $state<Status>("connecting");
  room = $state.raw<Room | null>(null);
  /** The contest that is shown or whose table is, and by whom; it may be on its way. */
  following = $state.raw<Following | null>(null);
  contest = $state.raw<Contest | null>(null);
  /** What of the contest is shown; "" at first. */
  part = $state("");
  /** A contest is being planned. */
  planning = $state(false);
  /** A visitor of a contest wants to be somebody. */
  entering = $state(false);
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
      if (status === "online") return;
      this.room?.loseStep();
      this.contest?.loseStep();
    },
    connected: () => {
      this.room?.connected();
      this.contest?.connected();
    },
    entry: (entry) => this.room?.take(entry),
    changed: (message) => this.contest?.take(message),
    said: (line) => this.room?.hear(line),
    replaced: ({ stream }) => this.room?.giveWay(stream),
    sentAway: (message) => this.room?.sendAway(message),
    // An older session is over; this browser may have got a new one meanwhile.
    unauthorized: () => void this.#meet(),
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
    this.entering = false;
    // A visitor's connection is nobody's: it would stay so.
    this.#connection.close();
    if (person !== null) this.#connection.open();
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
    const person = await session.createAccount(name, password);
    if (this.person === null) this.#enter(person);
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
    if (TABLE.test(location.hash) || CONTEST.test(location.hash)) return location.reload();
    const own = await session.ownTables().catch(() => []);
    const only = own.length === 1 ? own[0] : undefined;
    history.replaceState(null, "", only ? tableHash(only.stream) : location.pathname);
    location.reload();
  }

  #route(): void {
    this.#takeSecret();
    const { hash } = location;
    const table = streamOf(TABLE.exec(hash)?.[1]);
    const [, name, part = ""] = CONTEST.exec(hash) ?? [];
    const contest = streamOf(name);
    const shown = () => [this.room?.stream, this.following?.stream, this.planning].join();
    const before = shown();
    this.part = part;
    this.planning = hash === NEW_CONTEST;
    this.#sit(table);
    this.#follow(contest ?? OF_CONTEST.exec(table ?? "")?.[1]);
    if (shown() !== before) scrollTo(0, 0);
  }

  #sit(stream: string | undefined): void {
    if (this.room?.stream === stream && this.room?.person === this.person?.person) return;
    this.room?.leave();
    this.room = null;
    if (stream === undefined || !this.person) return;
    this.room = new Room(stream, this.person.person, this.#connection, this.#told);
    if (this.status === "online") void this.room.sync();
  }

  #follow(stream: string | undefined): void {
    const person = this.person?.person ?? "";
    // Who is not known yet will be in a moment; a visitor sees no tables.
    const may = this.person !== undefined && (person !== "" || CONTEST.test(location.hash));
    const following = may && stream !== undefined ? { stream, person } : null;
    const same = this.following?.stream === following?.stream;
    if (same && this.following?.person === following?.person) return;
    this.following = following;
    this.contest?.leave();
    this.contest = null;
    if (following === null) return;
    if (person === "") this.#connection.open(true);
    void this.#load(following);
  }

  /** What follows a contest is no part of the first page that is loaded. */
  async #load(following: Following): Promise<void> {
    try {
      const { Contest } = await import("./contest.svelte");
      if (following !== this.following) return;
      const { stream, person } = following;
      this.contest = new Contest(stream, person, this.#connection, this.#told);
      if (this.status === "online") void this.contest.sync();
    } catch {
      setTimeout(() => following === this.following && void this.#load(following), RETRY);
    }
  }

  #told = (refusal: Refusal): void => this.report(refusal);

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

  /** A table as it is now, for who does not stay there. Raises `Refusal`. */
  async glance(stream: string): Promise<SyncedMessage> {
    const synced = await this.#connection.sync(stream);
    if (this.room?.stream !== stream) this.#connection.unwatch(stream);
    return synced;
  }

  /** Look at all hands of a contest's table as a director, there; null or the refusal. */
  async looked(stream: string, why: string): Promise<Refusal | null> {
    try {
      await this.#connection.command(stream, { what: "look", why });
    } catch (refusal) {
      // Who has looked already sees them still.
      if (!(refusal instanceof Refusal) || refusal.code !== "already_so") return refusal as Refusal;
    }
    location.hash = tableHash(stream);
    return null;
  }

  /** Create a contest and go there; the refusal is for who asked to show. */
  async created(command: ContestCommand): Promise<Refusal | null> {
    try {
      const done = await this.#connection.command("", command);
      location.hash = contestHash(done.stream);
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

/** A stream as it stands in an address; undefined for what nobody has written so. */
function streamOf(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const newContestHash = NEW_CONTEST;

export function contestHash(stream: string, part = ""): string {
  const hash = `#/contest/${encodeURIComponent(stream)}`;
  return part === "" ? hash : `${hash}/${part}`;
}

export function contestLink(stream: string): string {
  return location.origin + location.pathname + contestHash(stream);
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
