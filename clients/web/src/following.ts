/** In step with a stream: asks for all of it, holds what comes meanwhile, and knows how far it is. */
import { NO_ANSWER, Refusal } from "./session";

const RETRY = 1000;
/** Nothing was decided: it is asked again. */
const AGAIN: ReadonlySet<string> = new Set([NO_ANSWER.code, "try_again", "too_fast"]);

/** What a screen does with its stream. */
export interface Screen<Synced, Change> {
  ask: () => Promise<Synced>;
  restore: (synced: Synced) => void;
  take: (change: Change) => void;
  /** It cannot be had. */
  lose: (refusal: Refusal) => void;
  /** Whether it may still come, so that it is asked again. */
  comes?: (refusal: Refusal) => boolean;
}

export class Following<Synced extends { n: number }, Change> {
  /** The last entry that is in. */
  n = -1;
  #screen: Screen<Synced, Change>;
  #turn = 0;
  /** What came while all of it was on its way. */
  #held: Change[] | null = null;
  /** Who waits for an entry to come in. */
  #waiting: { n: number; then: () => void }[] = [];

  constructor(screen: Screen<Synced, Change>) {
    this.#screen = screen;
  }

  /** Ask for everything anew, now and from now on. */
  async sync(): Promise<void> {
    const turn = ++this.#turn;
    this.#held = [];
    try {
      const synced = await this.#screen.ask();
      if (turn === this.#turn) this.#restore(synced);
    } catch (refusal) {
      if (turn !== this.#turn) return;
      if (!(refusal instanceof Refusal)) throw refusal;
      if (AGAIN.has(refusal.code) || this.#screen.comes?.(refusal)) {
        setTimeout(() => {
          if (turn === this.#turn) void this.sync();
        }, RETRY);
      } else this.#screen.lose(refusal);
    }
  }

  /** What is on its way does not count any more. */
  stop(): void {
    this.#turn++;
    this.#held = null;
  }

  /** Whether this has to wait for the rest; then it is kept. */
  holds(change: Change): boolean {
    this.#held?.push(change);
    return this.#held !== null;
  }

  /** Entry `n` is in. */
  reach(n: number): void {
    this.n = n;
    const come = this.#waiting.filter((each) => each.n <= n);
    this.#waiting = this.#waiting.filter((each) => each.n > n);
    for (const { then } of come) then();
  }

  /** Resolves when entry `n` is in: what a command has changed is known then. */
  entry(n: number): Promise<void> {
    if (n <= this.n) return Promise.resolve();
    return new Promise((then) => this.#waiting.push({ n, then }));
  }

  #restore(synced: Synced): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#screen.restore(synced);
    this.reach(synced.n);
    for (const change of held) this.#screen.take(change);
  }
}
