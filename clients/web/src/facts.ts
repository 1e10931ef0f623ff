/** What is to be known of a running deal beside its cards. */
import { LIMITS, type TableView, type View } from "./generated";

/** How many tricks the defence still owes for its whist (§4.2); null where nobody whists. */
export function dutyLeft(view: View): number | null {
  const duty = view.whisted?.duty ?? 0;
  if (duty === 0 || view.phase !== "play") return null;
  const taken = Object.entries(view.taken)
    .filter(([seat]) => seat !== view.declarer)
    .reduce((sum, [, tricks]) => sum + tricks, 0);
  return Math.max(0, duty - taken);
}

/** Whether the last circle ends the pulya, and not a number of deals. */
export function byTime(table: TableView): boolean {
  return table.contest ? table.deals >= LIMITS.deals : table.minutes > 0;
}

/** How many deals come after this one; null as long as a table plays by time. */
export function dealsLeft(table: TableView): number | null {
  if (byTime(table) && !table.last_circle) return null;
  return Math.max(0, table.deals - table.deal);
}

/** Whose hand the sitting dealer was shown: in an invitation to a misère, before his whist. */
export function shownToDealer(view: View): string[] {
  const looked = view.whists.filter(({ word }) => word.startsWith("look-"));
  const invited = view.calls.filter(({ call }) => call === "invite");
  return [
    ...new Set([...invited.map(({ seat }) => seat), ...looked.map(({ word }) => word.slice(5))]),
  ];
}

/** How many cards of the talon have been opened in raspasy; two at once for a declarer. */
export function talonOpened(view: View, tricks: number): number {
  if (view.declarer !== null) return 2;
  if (view.phase !== "raspasy" && view.phase !== "over") return 0;
  return Math.min(2, tricks + Number(view.trick.some(({ by }) => by === null)));
}

export function tricksTaken(view: View): number {
  return Object.values(view.taken).reduce((sum, taken) => sum + taken, 0);
}
