/** What an act will do, in words, before it is done. */
import type { Contest } from "../../../contest.svelte";
import { tableAt, tourAt, type Act, type Place } from "../../../contest/acts";
import { countdown } from "../../../contest/moments";
import { A_BOT, type Filled, type Order } from "../../../contest/orders";
import { points, tourName, whereText, whists, written } from "../../../contest/words";
import { td, tdOf } from "../../../i18n/director";

/** `order` is null while something is missing; `nameOf` knows whom the dialog has found as well. */
export function says(
  act: Act,
  contest: Contest,
  place: Place,
  filled: Filled,
  order: Order | null,
  nameOf: (person: string) => string,
): string {
  const { view } = contest;
  if (!view) return "";
  const where =
    place.tour === undefined
      ? ""
      : place.table
        ? whereText(view, place.tour, place.table)
        : `${tourName(view, place.tour)}, ${td("dir.allTables").toLowerCase()}`;
  const n = Number(filled["minutes"] ?? 0);
  if (act === "look") return td("says.look", { where });
  if (order === null) return td("says.unready");
  const person = nameOf(place.person ?? filled["person"] ?? "");
  const other = nameOf(place.other ?? filled["other"] ?? "");
  switch (act) {
    case "start":
      return tdOf("says", `start.${place.step?.step ?? ""}`, "dir.unknown");
    case "shift": {
      const when = td(filled["when"] === "earlier" ? "says.earlier" : "says.later", { n });
      return td("says.shift", { when });
    }
    case "watchable":
      return tdOf("says", `watchable.${filled["watching"] ?? ""}`, "dir.unknown", { where });
    case "annul":
      return tdOf("says", `annul.${filled["replay"] ?? ""}`, "dir.unknown", {
        where,
        deal: filled["deal"] ?? "",
      });
    case "substitute":
      return substituted(where, filled, nameOf);
    case "give":
      return td(tableAt(view, place)?.plays ? "says.give.cut" : "says.give", { where });
    case "correct": {
      const until = tourAt(view, place)?.corrected_until ?? null;
      if (until === null) return td("says.correct", { where });
      return td("says.correct.until", { where, left: countdown(until - contest.now) });
    }
    case "adjust": {
      const whose = (name: string): string => nameOf(String({ ...order }[name as never] ?? ""));
      return td("says.adjust", { where, person, written: written({ ...order }, whose) });
    }
    case "penalise": {
      if (order.what !== "penalise") return "";
      const given = { points: points(order.points ?? "0"), whists: whists(order.whists ?? "0") };
      return td("says.penalise", { person, ...given });
    }
    default:
      return tdOf("says", act, "dir.unknown", { where, n, person, other });
  }
}

function substituted(where: string, filled: Filled, nameOf: (person: string) => string): string {
  const { out = "", into = "", another = "" } = filled;
  const who = into === "another" ? another : into;
  const params = { where, out: nameOf(out), into: nameOf(who) };
  if (who === A_BOT) return td("says.substitute.bot", params);
  return td(who === out ? "says.substitute.back" : "says.substitute.in", params);
}
