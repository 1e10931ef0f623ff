/**
 * The order and the pace in which events reach the screen.
 *
 * What has been shown stands for a moment before the next fact takes its place, so that a trick can
 * be read. Nobody waits longer than that: a question is shown at once, a click on the table skips
 * the rest of the moment, and a long queue is not shown card by card.
 */

/** How long the last fact stands before another one is shown. */
const AFTER: Readonly<Record<string, number>> = {
  called: 350,
  invited: 500,
  invitation_answered: 500,
  talon_taken: 1600,
  whist_said: 400,
  hand_chosen: 500,
  lie_chosen: 400,
  hand_laid: 350,
  talon_opened: 450,
  played: 220,
  end_agreed: 900,
};
/** How long a whole trick lies, and how long the end of a deal before its result. */
const TRICK = 1200;
const RESULT = 900;
const SKIPPED_OVER = 24;

/** The name of what is not an event: the table's own fields. */
export const RESULT_SHOWN = "result shown";
/** What changes no picture: it neither waits nor makes others wait. */
const UNSEEN: ReadonlySet<string> = new Set([
  "asked",
  "discarded",
  "discard_put_away",
  "whisting_over",
  "fields",
]);

/** The milliseconds that `last` stands before `next` is shown. */
export function pause(last: string | null, next: string): number {
  if (last === null || UNSEEN.has(next)) return 0;
  if (next === "trick_taken") return TRICK;
  if (next === RESULT_SHOWN) return RESULT;
  return AFTER[last] ?? 0;
}

export interface Step {
  name: string;
  show: () => void;
}

export interface Timer {
  now(): number;
  /** Calls back after so many milliseconds; returns what takes that back. */
  later(ms: number, then: () => void): () => void;
}

export const realTimer: Timer = {
  now: () => performance.now(),
  later: (ms, then) => {
    const id = setTimeout(then, ms);
    return () => clearTimeout(id);
  },
};

export class Pace {
  #queue: Step[] = [];
  #last: string | null = null;
  #since = 0;
  #waking: (() => void) | null = null;
  #timer: Timer;
  /** A factor: 0 shows everything at once. */
  speed: () => number;

  constructor(timer: Timer, speed: () => number) {
    this.#timer = timer;
    this.speed = speed;
  }

  get waiting(): boolean {
    return this.#queue.length > 0;
  }

  push(...steps: Step[]): void {
    this.#queue.push(...steps);
    if (!this.#waking) this.#run();
  }

  /** Show what waits for its moment now, and go on from there. */
  hurry(): void {
    if (!this.#waking) return;
    this.#cancel();
    this.#show();
    this.#run();
  }

  /** Forget what waits: something newer replaces it. */
  clear(): void {
    this.#cancel();
    this.#queue = [];
    this.#last = null;
  }

  #cancel(): void {
    this.#waking?.();
    this.#waking = null;
  }

  #show(): void {
    const step = this.#queue.shift();
    if (!step) return;
    if (!UNSEEN.has(step.name)) {
      this.#last = step.name;
      this.#since = this.#timer.now();
    }
    step.show();
  }

  #run(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const factor = this.#queue.length > SKIPPED_OVER ? 0 : this.speed();
      const due = this.#since + pause(this.#last, next.name) * factor;
      const wait = due - this.#timer.now();
      if (wait > 0) {
        this.#waking = this.#timer.later(wait, () => {
          this.#waking = null;
          this.#show();
          this.#run();
        });
        return;
      }
      this.#show();
    }
  }
}
