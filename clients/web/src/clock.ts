/** The clocks of a table: arithmetic on the server's milliseconds and nothing else. */
import type { ClockView } from "./generated";

/** From here on what is left is shown large. */
export const SHORT = 30_000;
const LAST = 10_000;
const SECOND = 1000;
const MINUTE = 60;

/** How far the server's clock is ahead of this browser's. */
export class ServerTime {
  #ahead = 0;

  /** What the server says when everything is asked for anew. */
  restart(server: number, local: number): void {
    this.#ahead = server - local;
  }

  /** A message that was written then: on its way it has only become older. */
  take(server: number, local: number): void {
    this.#ahead = Math.max(this.#ahead, server - local);
  }

  at(local: number): number {
    return local + this.#ahead;
  }
}

export interface Left {
  /** Until silence is an answer. */
  all: number;
  /** What runs now: the time of the question, then the bank; without a connection all of it. */
  running: number;
  bank: number;
  /** The time of the question is used up. */
  onBank: boolean;
  mood: "calm" | "short" | "last";
}

/** What is left of the clock of whoever is asked; null while it stands still. */
export function left(clock: ClockView, now: number, away = false): Left | null {
  if (clock.seat === null || clock.until === null) return null;
  const all = Math.max(0, clock.until - now);
  const bank = Math.min(clock.bank[clock.seat] ?? 0, all);
  const onBank = !away && all <= bank;
  const running = away || onBank ? all : all - bank;
  return { all, running, bank, onBank, mood: moodOf(all, running) };
}

/** The bank keeps what is still a warning from being an alarm. */
function moodOf(all: number, running: number): Left["mood"] {
  if (all < SHORT) return "last";
  return running < LAST ? "short" : "calm";
}

/** Minutes and seconds; a second that has begun counts. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

/** How much of a ring is left, of the last half minute. */
export function share(milliseconds: number): number {
  return Math.min(1, milliseconds / SHORT);
}
