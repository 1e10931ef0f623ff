/** What a person has chosen for this browser; kept in localStorage. */

export type Lang = "ru" | "en";
/** Т К Д В or A K Q J; `auto` follows the language. */
export type Letters = "auto" | Lang;

export interface Choices {
  lang: Lang;
  letters: Letters;
  fourColours: boolean;
  /** A factor of the pauses at the table. */
  speed: number;
  /** A card is played by a second tap. */
  twoTaps: boolean;
  rules: string;
  players: number;
  deals: number;
}

const KEY = "pulya";

function first(): Choices {
  const lang: Lang = navigator.language.startsWith("ru") ? "ru" : "en";
  return {
    lang,
    letters: "auto",
    fourColours: false,
    speed: 1,
    twoTaps: false,
    rules: "festival-2011",
    players: 3,
    deals: 9,
  };
}

function stored(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

export const settings: Choices = $state({ ...first(), ...stored() });

export function choose(change: Partial<Choices>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The letters on the cards. */
export function cardLetters(): Lang {
  return settings.letters === "auto" ? settings.lang : settings.letters;
}
