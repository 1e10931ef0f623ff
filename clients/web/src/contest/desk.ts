/** What a director has to see at a glance: how each table stands, and who waits for him. */
import type { CallView, ContestView, DeedView, ProgressView, PulyaView, TourView } from "../generated";

export type Stand =
  /** Somebody waits for a director. */
  | "called"
  | "waits"
  | "held"
  | "last_circle"
  | "plays"
  | "settled"
  | "posted"
  /** The contest was over before its pulya was. */
  | "broken";

export function standOf(view: ContestView, tour: TourView, table: PulyaView): Stand {
  if (isOver(view)) return table.posted ? "posted" : "broken";
  if (table.calls.length > 0) return "called";
  if (table.posted) return "posted";
  if (tour.began === null) return "waits";
  if (!table.plays) return "settled";
  if (table.held) return "held";
  return table.last_circle ? "last_circle" : "plays";
}

export function isOver({ phase }: ContestView): boolean {
  return phase === "finished" || phase === "called_off";
}

/** Calls that nobody has answered and somebody may, the oldest first. */
export function openCalls(view: ContestView): CallView[] {
  if (isOver(view)) return [];
  return view.calls.filter(({ answered_at }) => answered_at === null);
}

/** Who is waited for in the tour that is called, of those who sit at its tables. */
export function awaited(view: ContestView): { here: number; of: number; away: string[] } {
  const tour = view.phase === "called" ? view.tours.at(-1) : undefined;
  const called = tour?.tables.flatMap(({ players }) => players) ?? [];
  const here = new Set(view.entrants.filter((each) => each.here).map(({ person }) => person));
  const away = called.filter((person) => !here.has(person));
  return { here: called.length - away.length, of: called.length, away };
}

/** The running deal and how many there are; 0 where time ends the pulya. */
export function dealOf(
  table: PulyaView,
  progress: ProgressView | undefined,
  planned: number,
): { deal: number; of: number } | null {
  if (!progress || progress.deal === 0) return null;
  const counted = table.last_circle || progress.last_circle || progress.deals < planned;
  return { deal: progress.deal, of: counted ? progress.deals : 0 };
}

/** People at a table who have to sign. */
export function signers(table: PulyaView): string[] {
  return table.sitting.filter((person) => !person.startsWith("bot-"));
}

/** What a table has to carry out before its pulya is posted. */
const RULINGS: ReadonlySet<string> = new Set(["annul", "adjust"]);

/** The rulings at a table that came in without them: nobody called, the pulya waits (§T9.5). */
export function unheard(view: ContestView, call: CallView): DeedView[] {
  if (call.person !== "") return [];
  return view.deeds.filter(({ did, detail }) => {
    return RULINGS.has(did) && detail["tour"] === call.tour && detail["table"] === call.table;
  });
}

/** Whether this table waits for a director because it did not carry out a ruling. */
export function isUnheard(view: ContestView, table: PulyaView): boolean {
  return table.calls.some((number) => view.calls[number - 1]?.person === "");
}
