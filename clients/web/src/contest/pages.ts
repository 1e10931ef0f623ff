/** The pages of the screen in the hall: what is shown one after the other. */
import type { ContestView, PulyaView, StandingView } from "../generated";

export type Page =
  | { what: "podium" }
  | { what: "tables"; tour: number; tables: readonly PulyaView[] }
  | { what: "standings"; lines: readonly StandingView[] }
  | { what: "entrants"; people: readonly string[] };

const TABLES = 6;
const LINES = 14;
const PEOPLE = 36;

/** What is worth showing now; a page has so much as can be read from the last row. */
export function pages(view: ContestView): Page[] {
  const tour = view.tours.at(-1);
  const shown: Page[] = [];
  const seats = view.phase === "called" || view.phase === "playing";
  if (tour && seats) {
    for (const tables of cut(tour.tables, TABLES)) {
      shown.push({ what: "tables", tour: tour.tour, tables });
    }
  }
  if (view.phase === "finished" && view.podium.length > 0) shown.push({ what: "podium" });
  const scored = view.standings.some((line) => line.tours.some((score) => score !== null));
  if (scored) {
    for (const lines of cut(view.standings, LINES)) shown.push({ what: "standings", lines });
  }
  if (shown.length === 0) {
    const people = view.entrants.filter(({ withdrawn }) => !withdrawn).map(({ person }) => person);
    for (const some of cut(people, PEOPLE)) shown.push({ what: "entrants", people: some });
  }
  return shown;
}

/** In parts of about the same size, none longer than `most`. */
function cut<T>(list: readonly T[], most: number): T[][] {
  const parts = Math.ceil(list.length / most);
  const each = Math.ceil(list.length / Math.max(1, parts));
  return Array.from({ length: parts }, (_, n) => list.slice(n * each, (n + 1) * each));
}
