/** What has happened between two states of a contest, for sounds and notices. */
import type { ContestView, PulyaView } from "../generated";

export type News =
  | { what: "called"; tour: number }
  | { what: "last_circle"; tour: number }
  | { what: "over"; tour: number }
  | { what: "announced"; text: string }
  /** This person's table has been opened, or he has come to play at one. */
  | { what: "seated"; stream: string; tour: number; table: number; number: number };

/** In the order in which they are told. */
export function news(before: ContestView, after: ContestView, person: string): News[] {
  const told: News[] = [];
  const [was, tour] = [before.tours.at(-1), after.tours.at(-1)];
  if (tour && before.tours.length < after.tours.length) {
    told.push({ what: "called", tour: tour.tour });
  }
  const [sat, sits] = [playsAt(before, person), playsAt(after, person)];
  if (tour && sits && sits.stream !== sat?.stream) {
    const number = sits.sitting.indexOf(person) + 1;
    const { stream, table } = sits;
    told.push({ what: "seated", stream, tour: tour.tour, table, number });
  }
  if (tour && was?.tour === tour.tour) {
    if (circles(before, sits) < circles(after, sits)) {
      told.push({ what: "last_circle", tour: tour.tour });
    }
    if (was.over === null && tour.over !== null) told.push({ what: "over", tour: tour.tour });
  }
  for (const { text } of after.announcements.slice(before.announcements.length)) {
    told.push({ what: "announced", text });
  }
  return told;
}

/** The table at which somebody plays now. */
export function playsAt(view: ContestView, person: string): PulyaView | null {
  const tour = view.tours.at(-1);
  if (!tour || tour.began === null || tour.over !== null || person === "") return null;
  return tour.tables.find(({ sitting, plays }) => plays && sitting.includes(person)) ?? null;
}

/** Whether the last circle has been announced: at this table, or at the first of all. */
function circles(view: ContestView, mine: PulyaView | null): number {
  const tables = view.tours.at(-1)?.tables ?? [];
  const heard = mine ? tables.filter(({ stream }) => stream === mine.stream) : tables;
  return heard.some(({ last_circle }) => last_circle) ? 1 : 0;
}
