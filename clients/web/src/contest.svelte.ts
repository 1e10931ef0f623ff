/** A contest that is followed: its state in step with the server, and what may be asked of it. */
import { applied, Misfit } from "./changes";
import { ServerTime } from "./clock";
import type {
  ChangedMessage,
  ContestCommand,
  ContestMessage,
  ContestView,
  EntrantView,
  ProgressView,
  PulyaView,
  SyncedContestMessage,
  TourView,
} from "./generated";
import { hasCome } from "./contest/part";
import { t } from "./i18n/index.svelte";
import { Following } from "./following";
import { Refusal } from "./session";
import type { Connection } from "./socket";
import { ticking } from "./ticks";

const BOT = /^bot-([\d-]+)$/;

/** A command of a director, without what the store adds: how many acts he has seen. */
export type Deed<C = ContestCommand> = C extends { after: number } ? Omit<C, "after"> : never;

/** A table of a tour. */
export interface Sat {
  tour: TourView;
  table: PulyaView;
}

export class Contest {
  readonly stream: string;
  /** Who follows it; "" for a visitor without a session. */
  readonly person: string;
  /** Replaced as a whole; what has not changed stays the same object. */
  #state = $state.raw<ContestMessage | null>(null);
  names = $state.raw<Record<string, string>>({});
  inStep = $state(false);
  /** Why the contest cannot be shown. */
  lost = $state<Refusal | null>(null);
  /** A command is on its way. */
  sending = $state(false);
  /** This person has said that he is here, and it is on its way. */
  comes = $state(false);

  #time = new ServerTime();
  #following = new Following<SyncedContestMessage, ChangedMessage>({
    ask: () => this.#connection.syncContest(this.stream),
    restore: (synced) => this.#restore(synced),
    take: (message) => this.take(message),
    lose: (refusal) => (this.lost = refusal),
  });
  #connection: Connection;
  #report: (refusal: Refusal) => void;

  /** The tour that was called last, whatever has become of it. */
  tour = $derived.by(() => this.view?.tours.at(-1));
  entrant = $derived.by(() => this.entrantOf(this.person));
  directs = $derived.by(() => this.view?.directors.includes(this.person) ?? false);
  /** Where this person sits in the last tour, himself or for somebody else. */
  mine = $derived.by(() => this.at(this.person));

  constructor(
    stream: string,
    person: string,
    connection: Connection,
    report: (refusal: Refusal) => void,
  ) {
    this.stream = stream;
    this.person = person;
    this.#connection = connection;
    this.#report = report;
  }

  get view(): ContestView | null {
    return this.#state?.contest ?? null;
  }

  /** Whether a no-show of this person is still marked, here or at another contest. */
  marked(person: string): boolean {
    const here = this.view?.entrants.find((each) => each.person === person)?.mark ?? 0;
    return Math.max(here, this.#state?.marks[person] ?? 0) > this.now;
  }

  /** How far the tables that run are, by stream. */
  get progress(): Record<string, ProgressView> {
    return this.#state?.progress ?? {};
  }

  /** Whether something can be asked of the contest now. */
  get idle(): boolean {
    return this.inStep && !this.sending;
  }

  /** What time the server has; it goes on for whoever shows it. */
  get now(): number {
    return this.#time.at(ticking());
  }

  nameOf(person: string): string {
    const bot = BOT.exec(person)?.[1];
    return this.names[person] ?? (bot === undefined ? t("account.nameless") : t("botName", { n: bot }));
  }

  entrantOf(person: string): EntrantView | undefined {
    return this.view?.entrants.find((each) => each.person === person);
  }

  /** Where somebody sits in the last tour; null at no table. */
  at(person: string): Sat | null {
    const { tour } = this;
    if (person === "" || !tour) return null;
    const table = tour.tables.find(({ sitting }) => sitting.includes(person));
    return table ? { tour, table } : null;
  }

  /** The table of this stream; null if it is none of this contest. */
  table(stream: string): Sat | null {
    for (const tour of this.view?.tours ?? []) {
      const table = tour.tables.find((each) => each.stream === stream);
      if (table) return { tour, table };
    }
    return null;
  }

  /** Ask something of the contest; false if it was refused, and the refusal is reported. */
  async act(command: ContestCommand): Promise<boolean> {
    const refusal = await this.asked(command);
    if (refusal) this.#report(refusal);
    return refusal === null;
  }

  /** Come to the tour that is called; that it has begun meanwhile is no refusal. */
  async come(): Promise<void> {
    this.comes = true;
    const refusal = await this.asked({ what: "here", tour: this.tour?.tour ?? 0 });
    this.comes = false;
    if (refusal && !hasCome(refusal.code)) this.#report(refusal);
  }

  /** Ask by a director who has seen all that is shown here. */
  rule(deed: Deed): Promise<boolean> {
    return this.act(this.#seen(deed));
  }

  /** The same; the refusal is for who asked to show. */
  ruled(deed: Deed): Promise<Refusal | null> {
    return this.asked(this.#seen(deed));
  }

  #seen(deed: Deed): ContestCommand {
    return { ...deed, after: this.view?.deeds.length ?? 0 } as ContestCommand;
  }

  /** Ask something; the refusal is for who asked to show. */
  async asked(command: ContestCommand): Promise<Refusal | null> {
    this.sending = true;
    try {
      const done = await this.#connection.command(this.stream, command);
      await this.#following.entry(done.n);
      return null;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return refusal;
    } finally {
      this.sending = false;
    }
  }

  /** The connection stands again. */
  connected(): void {
    void this.sync();
  }

  /** Ask for everything anew, now and from now on. */
  sync(): Promise<void> {
    this.inStep = false;
    return this.#following.sync();
  }

  /** Not in step any more: the connection is lost. */
  loseStep(): void {
    this.inStep = false;
  }

  leave(): void {
    this.#following.stop();
    this.#connection.unwatch(this.stream);
  }

  #restore(synced: SyncedContestMessage): void {
    this.#time.restart(synced.now, Date.now());
    const { contest, progress, marks } = synced;
    this.#state = { contest, progress, marks };
    this.names = synced.names;
    this.lost = null;
    this.inStep = true;
  }

  /** Changes from the server. Of the same entry there may be several: how far the tables are. */
  take(message: ChangedMessage): void {
    if (message.stream !== this.stream || this.#following.holds(message)) return;
    const { n } = this.#following;
    if (message.after === n) this.#change(message);
    else if (message.after > n || message.n > n) void this.sync();
  }

  #change(message: ChangedMessage): void {
    try {
      this.#state = applied(this.#state, message.changes);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      void this.sync();
      return;
    }
    if (message.names) this.names = { ...this.names, ...message.names };
    this.#following.reach(message.n);
  }
}
