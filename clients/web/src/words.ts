/** The words of the game as people say them. */
import { bidOf, rankOf, suitOf } from "./cards";
import type { Question, Result, TableView, View } from "./generated";
import { t, tOf, type Key } from "./i18n/index.svelte";
import type { Refusal } from "./session";
import { cardLetters } from "./settings.svelte";

const SIGNS: Readonly<Record<string, string>> = { S: "♠", C: "♣", D: "♦", H: "♥" };
const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ru: { T: "10", J: "В", Q: "Д", K: "К", A: "Т" },
  en: { T: "10", J: "J", Q: "Q", K: "K", A: "A" },
};

/** What stands in the corner of a card. */
export function rankText(card: string): string {
  const rank = rankOf(card);
  return LETTERS[cardLetters()]?.[rank] ?? rank;
}

/** A card as a screen reader says it. */
export function cardName(card: string): string {
  const rank = tOf("rank", rankOf(card), "unknown");
  return t("card.name", { rank, suit: tOf("suit", suitOf(card), "unknown") });
}

/** A bid or a word of the auction as plain text. */
export function callText(call: string): string {
  const bid = bidOf(call);
  if (!bid) return tOf("call", call, "unknown");
  return `${bid.level}${bid.strain === "N" ? t("noTrumps") : SIGNS[bid.strain]}`;
}

/** A bid as a screen reader says it. */
export function callName(call: string): string {
  const bid = bidOf(call);
  if (!bid) return callText(call);
  return `${bid.level} ${tOf("suit", bid.strain, "unknown")}`;
}

const LOOK = "look-";

/** The seat whose hand the dealer wants to see; null for other words. */
export function looked(word: string): string | null {
  return word.startsWith(LOOK) ? word.slice(LOOK.length) : null;
}

/** What a player has to do, said to him. */
export function todo(ask: Question): string {
  if (ask.what === "whist" && ask.options?.includes("half") && !ask.options.includes("pass")) {
    return t("todo.stay");
  }
  if (lent(ask) !== null) return t("todo.theirCard");
  return tOf("todo", ask.what, "todo.other");
}

/** The hand of another from which the card is to come. */
function lent(ask: Question): string | null {
  return ask.what === "card" && ask.hand !== ask.seat ? ask.hand : null;
}

export function lentHand(view: View): string | null {
  return view.ask && lent(view.ask);
}

/** What the others wait for. */
export function waiting(ask: Question, nameOf: (seat: string) => string): string {
  const name = nameOf(ask.seat);
  const hand = lent(ask);
  if (hand !== null) return t("waiting.theirCard", { name, hand: nameOf(hand) });
  return tOf("waiting", ask.what, "waiting.other", { name });
}

export interface Tag {
  /** A bid or contract, drawn with its suit; else `text`. */
  bid: string | null;
  text: string;
  strong: boolean;
}

/** The last word of a seat, or the part it has in the deal. */
export function tagOf(view: View, seat: string): Tag | null {
  if (view.phase === "none" || view.phase === "raspasy") return null;
  if (view.declarer === seat && view.contract !== null) {
    const bid = bidOf(view.contract) ? view.contract : null;
    return { bid, text: callText(view.contract), strong: true };
  }
  const word = view.whists.findLast((said) => said.seat === seat && looked(said.word) === null);
  if (word) {
    return { bid: null, text: tOf("whist", word.word, "unknown"), strong: word.word !== "pass" };
  }
  if (view.whisted || view.phase === "over") return null;
  const call = view.calls.findLast((said) => said.seat === seat);
  if (!call) return null;
  return { bid: bidOf(call.call) ? call.call : null, text: callText(call.call), strong: false };
}

/** How a deal ended, in a sentence without the contract. */
export function outcome(result: Result): string {
  if (result.kind === "raspasy") return t("outcome.raspasy");
  const tricks = result.declarer === null ? 0 : (result.tricks[result.declarer] ?? 0);
  if (result.kind === "misere") {
    return tricks === 0 ? t("outcome.misere") : t("outcome.caught", { n: tricks });
  }
  if (Object.values(result.tricks).every((taken) => taken === 0)) return t("outcome.unplayed");
  const short = (bidOf(result.contract ?? "")?.level ?? 0) - tricks;
  return short > 0
    ? t("outcome.set", { down: tOf("down", String(short), "unknown"), tricks })
    : t("outcome.made", { n: tricks });
}

/** What a convention is called and how it differs. */
export function conventionName(rules: string): string {
  return tOf("rules", rules, "unknown");
}

export function conventionAbout(rules: string): string {
  return t(`about.${rules}` as Key);
}

/** What the server said no to, in words. */
export function refusalText({ code, detail }: Refusal): string {
  const told = Object.entries(detail).filter((entry): entry is [string, string | number] =>
    ["string", "number"].includes(typeof entry[1]),
  );
  return tOf("refusal", code, "refusal.other", { ...Object.fromEntries(told), code });
}

/** What the sheet is called: at a contest as its regulations call it. */
export function sheetName(table: Pick<TableView, "contest"> | null): string {
  return t(table?.contest ? "sheet.ofContest" : "sheet.title");
}
