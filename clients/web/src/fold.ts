/**
 * The fold of seen events into the view of a deal: game/view.py, step by step.
 *
 * A change there is a change here; both are held against tests/golden/views.
 */
import type {
  DealBegan,
  Hand,
  HandDealt,
  HandLaid,
  HandShown,
  Result,
  Seen,
  View,
} from "./generated";

/** What a screen shows before a deal. */
export function empty(): View {
  return {
    phase: "none",
    players: 0,
    dealer: null,
    hands: [],
    streak: 0,
    price: 0,
    opening: null,
    cards: {},
    calls: [],
    declarer: null,
    contract: null,
    shared: false,
    notes: false,
    talon: [],
    discard: [],
    whists: [],
    whisted: null,
    lie: null,
    trick: [],
    last: null,
    taken: {},
    ask: null,
    result: null,
  };
}

/** Take one event into the view. */
export function fold(view: View, event: Seen): void {
  switch (event.event) {
    case "deal_began":
      return begin(view, event);
    case "hand_dealt":
    case "hand_laid":
    case "hand_shown":
      return cards(view, event);
    case "called":
      view.calls.push({ seat: event.seat, call: event.call });
      return;
    case "invited":
      view.calls.push({ seat: event.seat, call: "invite" });
      return;
    case "invitation_answered":
      view.calls.push({ seat: event.seat, call: event.word });
      return;
    case "auction_won":
      view.phase = "talon";
      view.declarer = event.seat;
      view.contract = event.bid;
      view.shared = event.shared;
      view.notes = event.notes;
      return;
    case "all_passed":
      view.phase = "raspasy";
      return;
    case "talon_taken":
      view.talon = [...event.cards];
      return gain(view, event.seat, event.cards);
    case "discarded":
      lose(view, event.seat, event.card);
      if (event.card !== null) view.discard.push(event.card);
      return;
    case "ordered":
      view.phase = "whisting";
      view.contract = event.contract;
      view.talon = [];
      return;
    case "discard_put_away":
      view.discard = [];
      return;
    case "whist_said":
      view.whists.push({ seat: event.seat, word: event.word });
      return;
    case "hand_chosen":
      view.whists.push({ seat: event.seat, word: `look-${event.hand}` });
      return;
    case "whisting_over":
      view.whisted = { how: event.how, by: event.by, hand: event.hand, duty: event.duty };
      return;
    case "lie_chosen":
      view.lie = event.lie;
      return;
    case "talon_opened":
      return put(view, event.seat, null, event.card);
    case "played":
      if (view.phase !== "raspasy") {
        view.phase = "play";
        view.talon = [];
      }
      lose(view, event.seat, event.card);
      return put(view, event.seat, event.by, event.card);
    case "trick_taken":
      view.last = { cards: view.trick, seat: event.seat };
      view.trick = [];
      view.taken[event.seat] = (view.taken[event.seat] ?? 0) + 1;
      return;
    case "end_agreed":
      view.taken = { ...event.tricks };
      view.trick = [];
      return;
    case "deal_scored":
      view.phase = "over";
      view.ask = null;
      view.result = {
        kind: event.kind as Result["kind"],
        declarer: event.declarer,
        contract: event.contract,
        tricks: event.tricks,
        lines: event.lines,
        streak: event.streak,
      };
      return;
    case "asked":
      view.ask = {
        number: event.number,
        seat: event.seat,
        what: event.what,
        options: event.options,
        rule: event.rule,
        hand: event.hand,
      };
      return;
    default:
      throw new Error(`no such event: ${JSON.stringify(event satisfies never)}`);
  }
}

/** A new deal: nothing of the one before is left. */
function begin(view: View, event: DealBegan): void {
  Object.assign(view, empty());
  view.phase = "auction";
  view.players = event.players;
  view.dealer = event.dealer;
  view.hands = [...event.hands];
  view.streak = event.streak;
  view.price = event.price;
  view.opening = event.opening;
  for (const seat of [...event.hands, event.dealer]) view.taken[seat] = 0;
}

/** A hand as dealt, as shown to the sitting dealer, or laid open. */
function cards(view: View, event: HandDealt | HandLaid | HandShown): void {
  const { seat, cards: seen } = event;
  if (typeof seen === "number") {
    view.cards[seat] ??= { count: seen, known: null, laid: false };
  } else {
    const laid = event.event === "hand_laid";
    view.cards[seat] = { count: seen.length, known: [...seen], laid };
  }
}

function handOf(view: View, seat: string): Hand {
  const hand = view.cards[seat];
  if (!hand) throw new Error(`no hand was dealt to ${seat}`);
  return hand;
}

function gain(view: View, seat: string, taken: string[]): void {
  const hand = handOf(view, seat);
  hand.count += taken.length;
  hand.known?.push(...taken);
}

/** A card leaves the hand; a hand of which one card is unseen is known no more. */
function lose(view: View, seat: string, card: string | null): void {
  const hand = handOf(view, seat);
  hand.count -= 1;
  if (hand.known === null) return;
  if (card === null) hand.known = null;
  else hand.known.splice(hand.known.indexOf(card), 1);
}

function put(view: View, seat: string | null, by: string | null, card: string): void {
  view.trick.push({ seat, by, card });
}
