/** What a table of a contest shows of it: its clock, and what a director has done there. */
import type { ContestView, PastView, PulyaView, SubstitutedView, TableView, TourView } from "../generated";

export interface Countdown {
  /** To the last circle, or to the end of the tour after it was announced. */
  to: "circle" | "end";
  /** Milliseconds; 0 when the time is over. */
  left: number;
}

/** What the clock of a table counts down to; null while it stands or nothing is to come. */
export function tableClock(
  contest: ContestView,
  tour: TourView,
  table: PulyaView,
  now: number,
): Countdown | null {
  if (contest.phase !== "playing" || tour.began === null || !table.plays) return null;
  if (contest.paused || table.held || tour.ended) return null;
  if (table.last_circle) {
    return table.ends > now ? { to: "end", left: table.ends - now } : null;
  }
  if (table.last_circle_at === null) return null;
  return { to: "circle", left: Math.max(0, table.last_circle_at - now) };
}

/** Why a table stands still, or deals no more. */
export function standing(
  contest: ContestView,
  tour: TourView,
  table: PulyaView,
): "paused" | "held" | "ended" | null {
  if (contest.phase !== "playing" || !table.plays) return null;
  if (contest.paused) return "paused";
  if (table.held) return "held";
  return tour.ended ? "ended" : null;
}

/** Something that a player is to see once; `key` is the same in every browser. */
export type News = { key: string; at: number } & (
  | { what: "announced"; text: string }
  | { what: "answered"; by: string; text: string }
  | { what: "looked"; by: string; deal: number; text: string }
  | { what: "annulled"; by: string; deal: number; replay: boolean; text: string }
  | { what: "adjusted"; by: string; text: string }
  | { what: "substituted"; by: string; out: string; into: string; text: string }
);

/**
 * What has come since the tour was called, and answers to the calls of this person: what is about
 * this table before what all are told, the latest first.
 */
export function news(
  contest: ContestView,
  tour: TourView,
  table: PulyaView,
  seen: TableView | null,
  person: string,
): News[] {
  const here = (each: { tour: number; table: number }): boolean =>
    each.tour === tour.tour && each.table === table.table;
  const looked = (deal: number, by: string): number =>
    contest.looks.find((look) => here(look) && look.deal === deal && look.person === by)?.at ?? 0;
  const told = contest.announcements
    .filter(({ at }) => at >= tour.called)
    .map(({ at, text }): News => ({ key: `announced ${at}`, at, what: "announced", text }));
  const ruled: News[] = [
    ...contest.calls
      .filter((call) => here(call) && call.person === person && call.answered_at !== null)
      .map(
        ({ number, answered_by, answered_at, answer }): News => ({
          key: `answered ${number}`,
          at: answered_at ?? 0,
          what: "answered",
          by: answered_by,
          text: answer,
        }),
      ),
    ...(seen?.looks ?? []).map(
      ({ deal, person: by, why }): News => ({
        key: `looked ${tour.tour} ${deal} ${by}`,
        at: looked(deal, by),
        what: "looked",
        by,
        deal,
        text: why,
      }),
    ),
    ...table.annulled.map(
      ({ at, by, why, deal, replay }): News => ({
        key: `annulled ${at}`,
        at,
        what: "annulled",
        by,
        deal,
        replay,
        text: why,
      }),
    ),
    ...table.adjusted.map(
      ({ at, by, why }): News => ({ key: `adjusted ${at}`, at, what: "adjusted", by, text: why }),
    ),
    ...table.substituted.map(
      ({ at, by, why, out, into }): News => ({
        key: `substituted ${at}`,
        at,
        what: "substituted",
        by,
        out,
        into,
        text: why,
      }),
    ),
  ];
  const latest = (one: News, other: News): number => other.at - one.at;
  return [...ruled.sort(latest), ...told.sort(latest)];
}

/** Who plays for this person at the table, and why; null where he plays himself or has no seat. */
export function substitution(table: PulyaView, person: string): SubstitutedView | null {
  if (!table.players.includes(person) || table.sitting.includes(person)) return null;
  return table.substituted.findLast(({ out }) => out === person) ?? null;
}

/** How the end of a table, which broke a deal off, stands for a reason. */
export const CUT = "cut";

/** What became of a deal that does not count. */
export function annulment(
  { number, annulled }: Pick<PastView, "number" | "annulled">,
  table: PulyaView | null,
): { how: "cut" | "gone" | "again"; why: string } {
  if (annulled === CUT) return { how: "cut", why: "" };
  const act = table?.annulled.findLast(({ deal }) => deal === number);
  return { how: act?.replay ? "again" : "gone", why: annulled };
}
