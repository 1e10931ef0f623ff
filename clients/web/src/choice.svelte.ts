/** What a person is about to do with cards: which may be tapped, which are chosen so far. */
import { Pointing } from "./pointing.svelte";
import type { Room } from "./room.svelte";
import { settings } from "./settings.svelte";

/** How many cards are discarded (§3.2). */
const DISCARD = 2;

export class Choice {
  readonly room: Room;
  readonly pointing: Pointing;
  chosen = $state<string[]>([]);

  /** The hand whose card is asked for from here. */
  playing = $derived.by(() => {
    const { ask } = this.room;
    return ask?.what === "card" ? (ask.hand ?? ask.seat) : null;
  });
  /** Discards and contract are asked for. */
  orders = $derived.by(() => {
    const what = this.room.ask?.what;
    return what === "discard" || what === "contract";
  });
  /** How many cards are still to be discarded. */
  needed = $derived.by(() =>
    this.room.ask?.what === "discard" ? DISCARD - this.room.view.discard.length : 0,
  );

  constructor(room: Room) {
    this.room = room;
    this.pointing = new Pointing(room);
    // What was chosen belongs to one question.
    $effect(() => {
      void room.ask?.number;
      this.chosen = [];
    });
  }

  /** The cards of a hand that its viewer may see. */
  known(seat: string | null): string[] | null {
    return seat === null ? null : (this.room.view.cards[seat]?.known ?? null);
  }

  /** The cards of this hand that may be tapped; null while nothing is asked of it. */
  legal(seat: string): ReadonlySet<string> | null {
    const { ask, me } = this.room;
    if (seat === me && ask?.what === "discard") return new Set(this.known(me) ?? []);
    return this.playing === seat ? new Set(ask?.options ?? []) : null;
  }

  /** The hand beside my own that I play to the end of the deal; it stays where it is. */
  second = $derived.by(() => {
    const { me, view } = this.room;
    if (me === null || view.phase !== "play" || view.whisted?.by !== me) return null;
    const rest = view.hands.filter((seat) => seat !== me && seat !== view.declarer);
    const theirs = rest.filter((seat) => view.cards[seat]?.laid);
    return view.hands.includes(me) && theirs.length === 1 ? (theirs[0] ?? null) : null;
  });

  /** A hand beside my own that is to be seen large: the one I play, am shown or point at. */
  tray(diagrams: boolean): string | null {
    const { ask, me, view } = this.room;
    if (diagrams && this.second !== null) return this.second;
    if (diagrams && this.pointing.active) {
      return view.hands.find((seat) => seat !== me && view.cards[seat]?.laid) ?? null;
    }
    if (this.playing !== null && this.playing !== me) {
      return diagrams || !view.cards[this.playing]?.laid ? this.playing : null;
    }
    const shown = ask?.what === "invitation" || (ask?.what === "whist" && me === view.dealer);
    if (!shown) return null;
    return view.hands.find((seat) => seat !== me && this.known(seat)) ?? null;
  }

  /** Choose a card without playing it. */
  raise = (card: string): void => {
    if (this.orders) this.pick(card);
    else this.chosen = [card];
  };

  /** Play the card that is chosen. */
  play = (): void => {
    const [card] = this.chosen;
    if (!this.orders && card !== undefined) this.room.answer([card]);
  };

  pick = (card: string): void => {
    if (this.orders) {
      const others = this.chosen.filter((other) => other !== card);
      const taken = others.length < this.chosen.length ? others : [...others, card];
      this.chosen = taken.slice(-this.needed);
    } else if (settings.twoTaps && !this.chosen.includes(card)) {
      this.chosen = [card];
    } else {
      this.room.answer([card]);
    }
  };
}
