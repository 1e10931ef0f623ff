/** A table that is watched: its state in step with the server, and what may be done there. */
import { empty, fold } from "./fold";
import type { Command, EntryMessage, Seen, SyncedMessage, TableView, View } from "./generated";
import { t } from "./i18n/index.svelte";
import { Pace, realTimer, RESULT_SHOWN, type Step } from "./pacing";
import { NO_ANSWER, Refusal } from "./session";
import { settings } from "./settings.svelte";
import type { Connection } from "./socket";

const RETRY = 1000;
const NOTE = 4000;
/** Bots have no names of their own. */
const BOT = /^bot-(\d+)$/;

function speed(): number {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0.6 : 1;
  return document.hidden ? 0 : settings.speed * still;
}

export class Room {
  readonly stream: string;
  readonly person: string;
  table = $state<TableView | null>(null);
  view = $state<View>(empty());
  names = $state<Record<string, string>>({});
  inStep = $state(false);
  /** Why the table cannot be shown. */
  lost = $state<Refusal | null>(null);
  /** The last claim was refused a moment ago. */
  refused = $state(false);
  /** A command is on its way. */
  sending = $state(false);
  /** The question that has been answered from here; the next one is not known yet. */
  #answered = $state<string | null>(null);

  #n = -1;
  #syncs = 0;
  /** Entries that came while `sync` was on its way. */
  #held: EntryMessage[] | null = null;
  /** Who waits for an entry to come in. */
  #reached: { n: number; then: () => void }[] = [];
  #pace = new Pace(realTimer, speed);
  #connection: Connection;
  #report: (refusal: Refusal) => void;

  /** The seat of the person; null while there is none, and for those who watch. */
  me = $derived.by(() => this.#member(this.person)?.seat ?? null);
  /** The question that waits for this person. */
  ask = $derived.by(() => {
    const { ask } = this.view;
    const mine = ask !== null && ask.seat === this.me && ask.options !== null;
    const open = this.table?.phase === "playing" && this.table.claim === null;
    if (!mine || !open || !this.inStep || this.sending) return null;
    return this.#questionId() === this.#answered ? null : ask;
  });
  /** A claim waits for this person's word. */
  asked = $derived.by(() => {
    const waits = this.me !== null && (this.table?.claim?.waiting.includes(this.me) ?? false);
    return waits && this.inStep && !this.sending;
  });

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

  #member(person: string) {
    return this.table?.members.find((member) => member.person === person);
  }

  #questionId(): string {
    return `${this.table?.deal}/${this.view.ask?.number}`;
  }

  personAt(seat: string | null): string | null {
    return this.table?.members.find((member) => member.seat === seat)?.person ?? null;
  }

  /** Who sits there, by name. */
  name(seat: string | null): string {
    const person = this.personAt(seat);
    return person === null ? (seat ?? "") : this.nameOf(person);
  }

  nameOf(person: string): string {
    const bot = BOT.exec(person)?.[1];
    return this.names[person] ?? (bot === undefined ? person : t("botName", { n: bot }));
  }

  isBot(seat: string): boolean {
    const person = this.personAt(seat);
    return person !== null && (this.#member(person)?.bot ?? false);
  }

  /** Whether the person takes part. */
  get here(): boolean {
    return this.#member(this.person) !== undefined;
  }

  /** Ask for everything anew, now and from now on. */
  async sync(): Promise<void> {
    const turn = ++this.#syncs;
    this.inStep = false;
    this.#held = [];
    try {
      const synced = await this.#connection.sync(this.stream);
      if (turn === this.#syncs) this.#restore(synced);
    } catch (refusal) {
      if (turn !== this.#syncs) return;
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.code === NO_ANSWER.code) setTimeout(() => this.#again(turn), RETRY);
      else this.lost = refusal;
    }
  }

  /** Not in step any more: the connection is lost. */
  loseStep(): void {
    this.inStep = false;
  }

  leave(): void {
    this.#syncs++;
    this.#pace.clear();
    this.#connection.unwatch(this.stream);
  }

  #again(turn: number): void {
    if (turn === this.#syncs) void this.sync();
  }

  #restore(synced: SyncedMessage): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#pace.clear();
    this.#n = synced.n;
    this.table = synced.table;
    this.view = synced.view;
    this.names = synced.names;
    this.#answered = null;
    this.lost = null;
    this.inStep = true;
    this.#tellReached();
    for (const entry of held) this.take(entry);
  }

  #tellReached(): void {
    const come = this.#reached.filter(({ n }) => n <= this.#n);
    this.#reached = this.#reached.filter(({ n }) => n > this.#n);
    for (const { then } of come) then();
  }

  /** Resolves when entry `n` is in: what a command has changed is known then. */
  #entry(n: number): Promise<void> {
    if (n <= this.#n) return Promise.resolve();
    return new Promise((then) => this.#reached.push({ n, then }));
  }

  /** An entry from the server. */
  take(entry: EntryMessage): void {
    if (entry.stream !== this.stream) return;
    if (this.#held) {
      this.#held.push(entry);
    } else if (entry.n > this.#n + 1) {
      void this.sync();
    } else if (entry.n === this.#n + 1) {
      this.#n = entry.n;
      Object.assign(this.names, entry.names);
      this.#pace.push(...this.#steps(entry));
      this.#tellReached();
    }
  }

  #steps(entry: EntryMessage): Step[] {
    const events = (entry.events ?? []) as unknown as Seen[];
    const steps = events.map((event) => ({
      name: event.event as string,
      show: () => fold(this.view, event),
    }));
    const set = entry.set as Partial<TableView> | undefined;
    if (set) {
      const over = set.phase === "between" || set.phase === "finished";
      const agreed = events.some(({ event }) => event === "end_agreed");
      const show = () => this.#change(set, agreed);
      const step = { name: over ? RESULT_SHOWN : "fields", show };
      // A deal's events stand on its fields, the result of a deal on its events.
      if (over) steps.push(step);
      else steps.unshift(step);
    }
    return steps;
  }

  #change(set: Partial<TableView>, agreed: boolean): void {
    if (!this.table) return;
    if (this.table.claim && set.claim === null && !agreed) {
      this.refused = true;
      setTimeout(() => (this.refused = false), NOTE);
    }
    Object.assign(this.table, set);
  }

  /** Show at once what waits for its moment. */
  hurry(): void {
    this.#pace.hurry();
  }

  /** Ask something of the table; false if it was refused, and the refusal is reported. */
  async act(command: Command): Promise<boolean> {
    this.sending = true;
    try {
      const done = await this.#connection.command(this.stream, command);
      await this.#entry(done.n);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#answered = null;
      this.#report(refusal);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Answer the question that waits for this person. */
  answer(words: string[]): void {
    const { ask } = this;
    if (!ask || !this.table) return;
    this.#answered = this.#questionId();
    void this.act({ what: "answer", deal: this.table.deal, ask: ask.number, words });
  }
}
