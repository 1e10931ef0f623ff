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
  /** The sheet is drawn as on paper. */
  paper: boolean;
  rules: string;
  players: number;
  /** What ends a new table's pulya: so many deals, or the last circle after so many minutes. */
  end: "deals" | "minutes";
  deals: number;
  minutes: number;
  /** Whom a new table is for: bots sit down at once, or friends come. */
  alone: boolean;
  /** The clocks of a new table with friends, and against bots alone. */
  pace: string;
  paceAlone: string;
  absent: string;
  listed: boolean;
  /** A contest is heard, not only seen. */
  sounds: boolean;
  /** The return link has been offered here. */
  linkOffered: boolean;
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
    paper: true,
    rules: "festival-2011",
    players: 3,
    end: "deals",
    deals: 9,
    minutes: 60,
    alone: false,
    pace: "usual",
    paceAlone: "",
    absent: "bot",
    listed: true,
    sounds: true,
    linkOffered: false,
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
