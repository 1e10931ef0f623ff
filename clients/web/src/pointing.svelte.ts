/** Pointing at a card of the open hands, and the card that somebody points at. */
import { sorted } from "./cards";
import type { Room } from "./room.svelte";
import { pointable } from "./talk.svelte";

const ORDER = ["S", "D", "C", "H"] as const;

export class Pointing {
  readonly room: Room;
  /** A tap on an open card points at it instead of playing it. */
  active = $state(false);
  /** The card that the keys have come to. */
  cursor = $state<string | null>(null);
  /** The cards at which this person may point now. */
  cards = $derived.by(
    () => new Set(pointable(this.room.table, this.room.view, this.room.inStep ? this.room.me : null)),
  );
  /** The card that is pointed at and who points. */
  shown = $derived.by(() => {
    const { pointed } = this.room.talk;
    return pointed && { card: pointed.card, name: this.room.nameOf(pointed.person) };
  });

  constructor(room: Room) {
    this.room = room;
    $effect(() => {
      if (this.cards.size === 0) this.stop();
    });
  }

  start(): void {
    this.active = this.cards.size > 0;
    this.cursor = null;
  }

  stop(): void {
    this.active = false;
    this.cursor = null;
  }

  move(by: number): void {
    const cards = sorted([...this.cards], ORDER);
    const at = this.cursor === null ? (by > 0 ? -1 : 0) : cards.indexOf(this.cursor);
    this.cursor = cards[(at + by + cards.length) % cards.length] ?? null;
  }

  point(card: string): void {
    if (!this.cards.has(card)) return;
    this.stop();
    void this.room.say({ card });
  }
}
