/** What somebody on the podium came to, in the order in which his place was decided. */
import type { StandingView } from "../generated";
import { tc } from "../i18n/contest";
import { points, whists } from "./words";

export function cameTo({ columns, points: sum, whists: all }: StandingView): string {
  const final = columns.find(({ what }) => what === "final_whists");
  if (final) return tc("column.final_whists", { value: whists(final.value) });
  return tc("score", { points: points(sum), whists: whists(all) });
}

/** The lines of those on the podium, the first place first. */
export function steps(podium: readonly string[], lines: readonly StandingView[]): StandingView[] {
  return lines
    .filter(({ person }) => podium.includes(person))
    .sort((one, other) => one.place - other.place);
}
