/** Whom the table waits for. */
import type { MemberView, TableView, View } from "./generated";

/** The people who have to do something now; bots do it by themselves. */
export function awaited(table: TableView, view: View): MemberView[] {
  return table.members.filter((member) => !member.bot && isAwaited(table, view, member));
}

function isAwaited(table: TableView, view: View, member: MemberView): boolean {
  switch (table.phase) {
    case "seating":
      return member.number === 1;
    case "between":
      return !member.ready;
    case "playing":
      if (member.seat === null) return false;
      return table.claim ? table.claim.waiting.includes(member.seat) : view.ask?.seat === member.seat;
    default:
      return false;
  }
}

/** For whom a bot can be asked for: he is waited for, away, and nobody plays for him. */
export function missing(table: TableView, view: View): MemberView | null {
  if (table.paused || table.wish) return null;
  return awaited(table, view).find(({ away, stand_in }) => away && stand_in === "") ?? null;
}

/** Whether the clock of this seat is the one that runs. */
export function isTimed(table: TableView, seat: string): boolean {
  return table.clock?.seat === seat && table.clock.until !== null;
}
