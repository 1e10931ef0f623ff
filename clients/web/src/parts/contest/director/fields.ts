/** What is filled in for an act, and what stands there at first. */
import type { Contest } from "../../../contest.svelte";
import { sitsAt, tableAt, type Act, type Place } from "../../../contest/acts";
import { A_BOT, isBot, whistsOf, type Filled } from "../../../contest/orders";
import { CONTEST_LIMITS, WATCHING } from "../../../generated";
import { td, tdOf, type Said } from "../../../i18n/director";

type Option = readonly [string, string];
export type Field = { name: string; label: Said; half?: boolean } & (
  | { kind: "minutes"; quick: readonly number[] }
  | { kind: "number" }
  | { kind: "exact" }
  | { kind: "text"; most: number }
  | { kind: "choice"; options: readonly Option[] }
  | { kind: "select"; options: readonly Option[] }
  /** Somebody of whom the contest knows, or an account. `only`: when another field says so. */
  | { kind: "person"; people: readonly string[]; only?: readonly [string, string] }
  | { kind: "whists"; players: readonly string[] }
);

export interface Form {
  fields: readonly Field[];
  first: Filled;
}

const NOTHING: Form = { fields: [], first: {} };
const WHO = { name: "person", label: "field.person" } as const;
const MINUTES = { name: "minutes", label: "field.minutes", kind: "minutes" } as const;

export function formOf(act: Act, contest: Contest, place: Place): Form {
  const { view } = contest;
  if (!view) return NOTHING;
  const table = tableAt(view, place);
  const named = (person: string): Option => [person, contest.nameOf(person)];
  const players = (table?.players ?? []).map(named);
  /** Nobody is chosen by chance. */
  const choice: Option[] = [["", td("field.choose")], ...players];
  switch (act) {
    case "extend":
      return { fields: [{ ...MINUTES, quick: [3, 5, 10, 15] }], first: { minutes: "5" } };
    case "last_circle_before": {
      const usual = Math.round(view.last_circle / 60);
      return { fields: [{ ...MINUTES, quick: [0, 5, 8, 10, 15] }], first: { minutes: String(usual) } };
    }
    case "shift":
      return {
        fields: [
          { ...MINUTES, quick: [5, 10, 15, 30] },
          {
            name: "when",
            label: "field.when",
            kind: "choice",
            options: [
              ["later", td("field.later")],
              ["earlier", td("field.earlier")],
            ],
          },
        ],
        first: { minutes: "10", when: "later" },
      };
    case "watchable": {
      const now = table?.watching ?? view.watching;
      return {
        fields: [
          {
            name: "watching",
            label: "field.watching",
            kind: "choice",
            options: WATCHING.map((each) => [each, tdOf("field", `watching.${each}`, "dir.unknown")]),
          },
        ],
        first: { watching: now === "none" ? "table" : "none" },
      };
    }
    case "announce":
      return {
        fields: [{ name: "text", label: "field.text", kind: "text", most: CONTEST_LIMITS.text }],
        first: { text: "" },
      };
    case "annul":
      return annulled(contest, table?.stream ?? "");
    case "adjust":
      return {
        fields: [
          { ...WHO, kind: "select", options: choice },
          { name: "pool", label: "field.pool", kind: "number" },
          { name: "mountain", label: "field.mountain", kind: "number" },
          { name: "whists", label: "field.whists", kind: "number" },
          {
            name: "on",
            label: "field.whistsOn",
            kind: "select",
            half: true,
            options: [["", td("field.nobodyOn")], ...players],
          },
        ],
        first: { person: "", pool: "", mountain: "", whists: "", on: "" },
      };
    case "substitute":
      return substituted(contest, place);
    case "give":
    case "correct":
      return {
        fields: [
          { name: "whists", label: "field.whists", kind: "whists", players: table?.players ?? [] },
        ],
        first: Object.fromEntries(
          (table?.players ?? []).map((_, number) => [whistsOf(number), table?.whists?.[number] ?? ""]),
        ),
      };
    case "penalise":
      return {
        fields: [
          ...(place.person === undefined ? [{ ...WHO, kind: "select", options: choice } as const] : []),
          { name: "points", label: "field.points", kind: "exact" },
          { name: "whists", label: "field.whists", kind: "exact" },
        ],
        first: { person: "", points: "-1", whists: "" },
      };
    case "add":
      if (place.person !== undefined) return NOTHING;
      return {
        fields: [{ ...WHO, kind: "person", people: outside(contest) }],
        first: { person: "" },
      };
    case "add_director":
      return {
        fields: [{ ...WHO, kind: "person", people: known(contest, view.directors) }],
        first: { person: "" },
      };
    case "keep_apart": {
      const options = view.entrants.filter((each) => !each.withdrawn).map((each) => named(each.person));
      const [first, second] = options;
      return {
        fields: [
          { ...WHO, kind: "select", options },
          { name: "other", label: "field.other", kind: "select", options },
        ],
        first: { person: first?.[0] ?? "", other: second?.[0] ?? "" },
      };
    }
    default:
      return NOTHING;
  }
}

/** People whose names are known, but for these. */
function known(contest: Contest, but: readonly string[]): string[] {
  return Object.keys(contest.names).filter((person) => !isBot(person) && !but.includes(person));
}

/** Those who do not take part, or no more. */
function outside(contest: Contest): string[] {
  const entrants = contest.view?.entrants ?? [];
  const playing = entrants.filter(({ withdrawn }) => !withdrawn).map(({ person }) => person);
  return known(contest, playing);
}

function annulled(contest: Contest, stream: string): Form {
  const last = Math.max(1, contest.progress[stream]?.deal ?? 1);
  const deals = Array.from({ length: last }, (_, place) => String(last - place));
  return {
    fields: [
      {
        name: "deal",
        label: "field.deal",
        kind: "select",
        options: deals.map((deal) => [deal, td("dir.deal", { n: deal })]),
      },
      {
        name: "replay",
        label: "field.replay",
        kind: "choice",
        options: [
          ["yes", td("field.replay.yes")],
          ["no", td("field.replay.no")],
        ],
      },
    ],
    first: { deal: String(last), replay: "yes" },
  };
}

function substituted(contest: Contest, place: Place): Form {
  const { view } = contest;
  const table = view && tableAt(view, place);
  if (!view || !table) return NOTHING;
  const replaced = table.players.filter((player, number) => table.sitting[number] !== player);
  const waiting = view.entrants
    .filter(({ person, bot, withdrawn }) => !bot && !withdrawn && !sitsAt(view, person))
    .map(({ person }) => person)
    .filter((person) => person !== contest.person && !replaced.includes(person));
  const back = replaced.map((person): Option => [
    person,
    td("field.back", { name: contest.nameOf(person) }),
  ]);
  return {
    fields: [
      {
        name: "out",
        label: "field.out",
        kind: "select",
        half: true,
        options: table.players.map((person) => [person, contest.nameOf(person)]),
      },
      {
        name: "into",
        label: "field.into",
        kind: "select",
        half: true,
        options: [
          [A_BOT, td("field.aBot")],
          ...back,
          ...waiting.map((person): Option => [person, contest.nameOf(person)]),
          ["another", td("field.another")],
        ],
      },
      {
        name: "another",
        label: "field.person",
        kind: "person",
        people: known(contest, [...table.players, contest.person]),
        only: ["into", "another"],
      },
    ],
    first: {
      out: place.person ?? table.players[0] ?? "",
      into: A_BOT,
      another: "",
    },
  };
}
