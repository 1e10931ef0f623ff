/**
 * The keys of the table. Nobody needs Tab or Alt for them.
 *
 * Digits go by their place on the keyboard, letters by what they are: Russian and Latin ones mean
 * the same, so that no layout has to be changed.
 */

/** Twelve cards are held before the discard. */
const PLACES = [
  ...["Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9"],
  ...["Digit0", "Minus", "Equal"],
];
const PLACE_NAMES = "1234567890-=";

/**
 * The letters of the words of the game, Russian and Latin.
 *
 * Letters that look alike mean the same: nobody sees on a key which of the two it is.
 */
export const WORDS: Readonly<Record<string, string>> = {
  pass: "пp",
  here: "зs",
  misere: "мm",
  invite: "иi",
  whist: "вw",
  half: "лl",
  open: "сo",
  closed: "тd",
  yes: "дy",
  no: "нn",
};
/** The letters of what can be opened at a table. */
export const PANELS = {
  chat: "чa",
  known: "кk",
  sheet: "бu",
  story: "хr",
  claim: "еe",
  point: "яg",
  menu: "юq",
} as const;

/** What was pressed: `#0` for the first of the digits, a small letter, or the key's own name. */
export function keyOf(event: Pick<KeyboardEvent, "code" | "key">): string {
  const place = PLACES.indexOf(event.code);
  if (place >= 0 && /^[\d\-=]$/.test(event.key)) return `#${place}`;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** The mark of a place on the keyboard. */
export function placeName(place: number): string {
  return PLACE_NAMES[place] ?? "";
}

/** The letter of a word as this language writes it. */
export function letterOf(letters: string, lang: "ru" | "en"): string {
  return (lang === "ru" ? letters[0] : letters[1])?.toUpperCase() ?? "";
}

/** Whether the key is the table's: nothing is typed, nothing lies above, no button has the focus. */
function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return false;
  const on = event.target instanceof Element ? event.target : null;
  if (on?.closest("input:not([type=checkbox]), textarea, select")) return false;
  const presses = event.key === "Enter" || event.key === " ";
  if (presses && on?.closest("button, a, label, input")) return false;
  return document.querySelector("dialog[open]") === null;
}

/** A handler of `keydown`: `act` says whether the key meant something to it. */
export function onKey(act: (key: string) => boolean | void): (event: KeyboardEvent) => void {
  return (event) => {
    if (isFree(event) && act(keyOf(event)) === true) event.preventDefault();
  };
}
