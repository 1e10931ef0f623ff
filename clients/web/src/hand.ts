/** What the keys do with a hand. */

export interface Keys {
  /** Choose a card without playing it. */
  raise: (card: string) => void;
  /** Play the card that is chosen. */
  play: () => void;
}

interface Held {
  /** The cards as they lie, from left to right. */
  cards: readonly string[];
  legal: ReadonlySet<string>;
  chosen: readonly string[];
  /** Several cards are chosen together, and sent by other means. */
  several: boolean;
}

/** Whether the key means something to this hand; then it is done. */
export function press(key: string, { cards, legal, chosen, several }: Held, keys: Keys): boolean {
  if (key.startsWith("#")) {
    const card = cards[Number(key.slice(1))];
    if (card !== undefined && legal.has(card)) keys.raise(card);
    return true;
  }
  if (several) return false;
  if (key === "Enter") keys.play();
  else if (key === "ArrowLeft" || key === "ArrowRight") {
    const open = cards.filter((card) => legal.has(card));
    const next = step(open, chosen[0], key === "ArrowLeft" ? -1 : 1);
    if (next !== undefined) keys.raise(next);
  } else return false;
  return true;
}

/** The neighbour of a card, round the end; without one the first or the last. */
function step(cards: readonly string[], from: string | undefined, by: -1 | 1): string | undefined {
  const at = from === undefined ? -1 : cards.indexOf(from);
  if (at < 0) return cards.at(by > 0 ? 0 : -1);
  return cards[(at + by + cards.length) % cards.length];
}
