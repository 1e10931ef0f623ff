/** What a spectator sees of a table. */
import type { View } from "./generated";

/** Who sits behind no hand watches the open table. */
export const OPEN = "";

/** Whether closed hands are seen beside the one from which the table is seen: a director looks. */
export function seesAll(view: View, near: string | null): boolean {
  const others = Object.entries(view.cards).filter(
    ([seat, hand]) => seat !== near && !hand.laid && hand.known !== null && hand.count > 0,
  );
  return others.length > 1;
}
