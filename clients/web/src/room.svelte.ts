/** A table that is watched: its state in step with the server, and what may be done there. */
import { empty, fold } from "./fold";
import type {
  Command,
  EntryMessage,
  LineMessage,
  PastView,
  Seen,
  SentAwayMessage,
  SyncedMessage,
  TableView,
  View,
} from "./generated";
import { Pace, realTimer, RESULT_SHOWN, type Step } from "./pacing";
import { Following } from "./following";
import { Refusal } from "./session";
import { settings } from "./settings.svelte";
import type { Suits } from "./cards";
import type { Connection, Words } from "./socket";
import { Watched } from "./watched.svelte";

/** Another browser of this person has the seat now. */
const ELSEWHERE = "other_browser";
/** How far the part of one person is in a deal. */
interface Part {
  deal: string;
  calls: number;
  cards: number;
}

/** The stream of a table that belongs to a contest begins with the contest's. */
export const OF_CONTEST = /^(c[^-]+)-\d+-\d+$/;
/** That a tour is open may be heard before its tables are there: so often they are asked for again. */
const TABLE_COMES = 8;

const NOTE = 4000;
const LONG_NOTE = 8000;

function speed(): number {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0.6 : 1;
  return document.hidden ? 0 : settings.speed * still;
}

export class Room extends Watched {
  inStep = $state(false);
  /** The seat has gone to another browser of this person, until it is asked back. */
  replaced = $state(false);
  /** Why the table cannot be shown. */
  lost = $state<Refusal | null>(null);
  /** The last claim was refused a moment ago, and by whom where that is known. */
  refused = $state<{ by: string | null } | null>(null);
  /** Whose hands a claim has shown in this deal to those who had to decide. */
  #shown = $state<{ deal: string; seats: string[] }>({ deal: "", seats: [] });
  /** What a bot has done for this person meanwhile; a moment later nothing again. */
  stoodFor = $state<{ calls: number; cards: number } | null>(null);
  /** How far this person's part was when he went. */
  #left: Part | null = null;
  #suits = new Map<string, Suits>();
  /** A command is on its way. */
  sending = $state(false);
  /** What the contest of this table has on its clock, for the title of the page. */
  clock = $state("");
  /** The question that has been answered from here; the next one is not known yet. */
  #answered = $state<string | null>(null);

  /** How often the table was not there. */
  #missed = 0;
  #following = new Following<SyncedMessage, EntryMessage>({
    ask: () => this.#connection.sync(this.stream),
    restore: (synced) => this.#restore(synced),
    take: (entry) => this.take(entry),
    lose: (refusal) => (this.lost = refusal),
    comes: (refusal) => this.#comes(refusal),
  });
  #pace = new Pace(realTimer, speed);
  #connection: Connection;
  #report: (refusal: Refusal) => void;

  /** The question that waits for this person. */
  ask = $derived.by(() => {
    const { ask } = this.view;
    const mine = ask !== null && ask.seat === this.me && ask.options !== null;
    const { table } = this;
    const open = table?.phase === "playing" && table.claim === null && !table.paused;
    if (!mine || !open || !this.inStep || this.sending) return null;
    return this.#questionId() === this.#answered ? null : ask;
  });
  /** A claim waits for this person's word. */
  asked = $derived.by(() => {
    const waits = this.me !== null && (this.table?.claim?.waiting.includes(this.me) ?? false);
    return waits && this.inStep && !this.sending && !this.table?.paused;
  });

  constructor(
    stream: string,
    person: string,
    connection: Connection,
    report: (refusal: Refusal) => void,
  ) {
    super(stream, person);
    this.#connection = connection;
    this.#report = report;
  }

  #questionId(): string {
    return `${this.table?.deal}/${this.view.ask?.number}`;
  }

  /** Whether something can be asked of the table now. */
  get idle(): boolean {
    return this.inStep && !this.sending;
  }

  /** The connection stands again. A seat that another browser has is not asked back. */
  connected(): void {
    if (!this.replaced) void this.sync();
  }

  /** Ask for everything anew, now and from now on. */
  sync(): Promise<void> {
    this.inStep = false;
    return this.#following.sync();
  }

  /** Whether the table is about to be opened. */
  #comes({ code }: Refusal): boolean {
    return code === "no_such_table" && OF_CONTEST.test(this.stream) && this.#missed++ < TABLE_COMES;
  }

  /** Not in step any more: the connection is lost. */
  loseStep(): void {
    if (!this.sending && this.inStep) this.#left ??= this.#part();
    this.inStep = false;
  }

  /** Another browser of this person has come to the table. */
  giveWay(stream: string): void {
    if (stream !== this.stream) return;
    this.#following.stop();
    this.replaced = true;
    this.#left = null;
    this.inStep = false;
  }

  /** A spectator has to go: nothing of the table is his to see. */
  sendAway({ stream, code }: SentAwayMessage): void {
    if (stream !== this.stream) return;
    this.#following.stop();
    this.#pace.clear();
    this.inStep = false;
    this.table = null;
    this.view = empty();
    this.lost = new Refusal({ code, rule: "", detail: {} });
  }

  hear(line: LineMessage): void {
    if (line.stream === this.stream) this.talk.hear(line);
  }

  leave(): void {
    this.#following.stop();
    this.#pace.clear();
    this.#connection.unwatch(this.stream);
  }

  #restore(synced: SyncedMessage): void {
    this.#pace.clear();
    this.time.restart(synced.now, Date.now());
    this.talk.restore(synced.talk, this.#following.n < 0);
    this.table = synced.table;
    this.view = synced.view;
    this.names = synced.names;
    this.#answered = null;
    this.lost = null;
    this.replaced = false;
    this.inStep = true;
    this.#lookAtClaim();
    if (this.self?.stand_in === "") this.#comeBack();
  }

  /** An entry from the server. */
  take(entry: EntryMessage): void {
    if (entry.stream !== this.stream || this.#following.holds(entry)) return;
    const next = this.#following.n + 1;
    if (entry.n > next) {
      void this.sync();
    } else if (entry.n === next) {
      this.time.take(entry.at, Date.now());
      Object.assign(this.names, entry.names);
      this.#pace.push(...this.#steps(entry));
      this.#following.reach(entry.n);
    }
  }

  #steps(entry: EntryMessage): Step[] {
    const events = (entry.events ?? []) as unknown as Seen[];
    const steps = events.map((event) => ({
      name: event.event as string,
      show: () => fold(this.view, event),
    }));
    const { view } = entry;
    // Answers were taken back: the same question may be asked again.
    if (view) steps.push({ name: "fields", show: () => this.#goBack(view) });
    const set = entry.set as Partial<TableView> | undefined;
    if (set) {
      const over = set.phase === "between" || set.phase === "finished";
      const agreed = events.some(({ event }) => event === "end_agreed");
      const show = () => this.#change(set, entry.closed, agreed);
      const step = { name: over ? RESULT_SHOWN : "fields", show };
      // A deal's events stand on its fields, the result of a deal on its events.
      if (over) steps.push(step);
      else steps.unshift(step);
    }
    return steps;
  }

  #goBack(view: View): void {
    this.view = view;
    this.#answered = null;
  }

  #change(set: Partial<TableView>, closed: PastView | undefined, agreed: boolean): void {
    if (!this.table) return;
    const { claim } = this.table;
    const before = this.self?.stand_in;
    Object.assign(this.table, set);
    const now = this.self?.stand_in;
    if (now === "bot" && before === "") this.#left ??= this.#part();
    if (now === "" && before === "bot") this.#comeBack();
    if (claim && set.claim === null && !agreed) {
      const refused = { by: this.table.refused_by };
      this.refused = refused;
      setTimeout(() => (this.refused = null), NOTE);
    }
    this.#lookAtClaim();
    if (closed) this.table.past.push(closed);
  }

  #part(): Part | null {
    const { me, view } = this;
    if (me === null || this.table?.phase !== "playing") return null;
    const said = [...view.calls, ...view.whists].filter(({ seat }) => seat === me);
    return { deal: this.#deal, calls: said.length, cards: view.cards[me]?.count ?? 0 };
  }

  /** Back at the table: whether somebody has played for this person in the deal that he left. */
  #comeBack(): void {
    const [left, now] = [this.#left, this.#part()];
    this.#left = null;
    if (!left || left.deal !== now?.deal) return;
    const calls = Math.max(0, now.calls - left.calls);
    const cards = Math.max(0, left.cards - now.cards);
    if (calls + cards === 0) return;
    const stoodFor = { calls, cards };
    this.stoodFor = stoodFor;
    setTimeout(() => (this.stoodFor = null), LONG_NOTE);
  }

  /** The deal that is played, by its number in this pulya. */
  get #deal(): string {
    return `${this.table?.pulya} ${this.table?.deal}`;
  }

  /** A declarer who claims shows his hand (§5.9). */
  #lookAtClaim(): void {
    const seat = this.table?.claim?.seat;
    if (seat === undefined || seat !== this.view.declarer) return;
    const before = this.shownByClaim;
    if (!before.includes(seat)) this.#shown = { deal: this.#deal, seats: [...before, seat] };
  }

  /** Whose hands claims have shown in this deal. */
  get shownByClaim(): readonly string[] {
    return this.#shown.deal === this.#deal ? this.#shown.seats : [];
  }

  /** In what order the suits of a hand lie, for as long as the deal lasts. */
  suits(seat: string): Suits {
    const key = `${this.#deal} ${seat}`;
    const kept = this.#suits.get(key) ?? { order: [] };
    this.#suits.set(key, kept);
    return kept;
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
      await this.#following.entry(done.n);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#answered = null;
      if (refusal.code === ELSEWHERE) this.giveWay(this.stream);
      else this.#report(refusal);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Say something to the table; false if it was refused, and the refusal is reported. */
  async say(words: Partial<Words>): Promise<boolean> {
    try {
      await this.#connection.say(this.stream, { phrase: "", line: "", card: "", ...words });
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#report(refusal);
      return false;
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
