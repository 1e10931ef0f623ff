/** What is said of a contest: moments, numbers, names of tours, reasons, acts of directors. */
import type { ContestView, DeedView, PulyaView, SealView } from "../generated";
import { tc, tcOf } from "../i18n/contest";
import { exact } from "../numbers";
import { settings } from "../settings.svelte";
import type { Coming } from "./moments";
import { hasFinal } from "./plan";
import { here, known } from "./zone";

const REASON = /^met before: (\d+), points apart: ([\d/]+)(?:, must not meet: (\d+))?$/;
const MINUTE = 60;
/** So many figures of a link are shown of it. */
export const SHORT = 16;
/** Where the tab has only room for the tour. */
const OF_A_TOUR: ReadonlySet<string> = new Set([
  "open",
  "last_circle",
  "tour_end",
  "finishing",
  "signing",
]);

/** Points as they are printed: 3½, −2. */
export function points(value: number | string): string {
  return exact(String(value)).replace("+", "");
}

/** Whists as they are printed, with their sign. */
export function whists(value: number | string): string {
  return exact(String(value));
}

export function isNought(value: number | string): boolean {
  return String(value) === "0";
}

function form(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = known(zone) ? zone : "UTC";
  return new Intl.DateTimeFormat(settings.lang, { hourCycle: "h23", ...options, timeZone });
}

/** The latest moment that a date can have: whatever a server says, it is shown. */
const LATEST = 8.64e15;

function shown(format: Intl.DateTimeFormat, at: number): string {
  return format.format(Math.min(Math.max(at, -LATEST), LATEST));
}

/** The time of day in a zone. */
export function clockTime(at: number, zone: string): string {
  return shown(form(zone, { hour: "2-digit", minute: "2-digit" }), at);
}

/** Day and time in a zone. */
export function dayTime(at: number, zone: string): string {
  const parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return shown(form(zone, { ...parts, weekday: "short" }), at);
}

/** What the zone is called now, as "GMT+3". */
export function zoneName(at: number, zone: string): string {
  const parts = form(zone, { timeZoneName: "short" }).formatToParts(Math.min(at, LATEST));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** Day, time and zone; where this browser's clock shows something else, that as well. */
export function moment(at: number, zone: string): string {
  const told = `${dayTime(at, zone)} (${zoneName(at, zone)})`;
  const own = dayTime(at, here());
  return own === dayTime(at, zone) ? told : `${told}, ${tc("moment.here", { time: own })}`;
}

/** Enough of a contest to name its tours. */
type Named = Pick<ContestView, "formula" | "number_of_tours">;

export function tourName(view: Named, tour: number): string {
  const last = hasFinal(view.formula) && tour === view.number_of_tours;
  return last ? tc("tour.final") : tc("tour.name", { n: tour });
}

/** The seal of a tour in short: the entry, and the first figures of its link. */
export function sealed(seal: SealView): string {
  return tc("seal.line", { n: seal.n, chain: seal.chain.slice(0, SHORT) });
}

export function formulaName(formula: string): string {
  return tcOf("formula", formula, "contest.unknown");
}

export function phaseName(phase: string): string {
  return tcOf("stage", phase, "contest.unknown");
}

/** What the big clock counts down to. */
export function comingText(coming: Coming, view: ContestView): string {
  const tour = coming.tour > 0 ? tourName(view, coming.tour) : "";
  return tcOf("coming", coming.what, "contest.unknown", { tour });
}

/** The same in the tab: short. */
export function comingShort(coming: Coming, view: ContestView): string {
  return OF_A_TOUR.has(coming.what) ? tourName(view, coming.tour) : comingText(coming, view);
}

/** Why these sit at one table; in the first tour nobody has met or has points. */
export function reasonText(reason: string, tour: number): string {
  const [, met, apart, forbidden] = REASON.exec(reason) ?? [];
  if (met === undefined || apart === undefined) return reason;
  return [
    ...(tour > 1 ? [tc("reason", { met, apart: points(apart) })] : []),
    ...(forbidden === undefined ? [] : [tc("reason.forbidden", { n: forbidden })]),
  ].join(", ");
}

/** Seconds as minutes, with half minutes: 1½. */
export function minutesOf(seconds: number): string {
  return points(`${seconds % MINUTE === 0 ? seconds / MINUTE : `${Math.round(seconds / 30)}/2`}`);
}

/** How a table stands that is not posted or is. */
export function standing(table: PulyaView): "plays" | "held" | "signing" | "called" | "posted" {
  if (table.posted) return "posted";
  if (table.calls.length > 0) return "called";
  if (!table.plays) return "signing";
  return table.held ? "held" : "plays";
}

/** What a director did, in words; `nameOf` gives people their names. */
export function deedText(deed: DeedView, view: ContestView, nameOf: (who: string) => string): string {
  const { did, detail } = deed;
  const text = (name: string): string => String(detail[name] ?? "");
  const whose = (name: string): string => (text(name) === "" ? "" : nameOf(text(name)));
  const [tour, table] = [Number(detail["tour"] ?? 0), Number(detail["table"] ?? 0)];
  const seconds = Number(detail["seconds"] ?? 0);
  const list = Array.isArray(detail["whists"]) ? (detail["whists"] as string[]) : [];
  return tcOf("deed", variant(did, detail), "deed.other", {
    did,
    person: whose("person"),
    out: whose("out"),
    into: whose("into"),
    where: whereText(view, tour, table),
    tour: tour > 0 ? tourName(view, tour) : "",
    step: tcOf("step", text("step"), "contest.unknown", { tour: tour > 0 ? tourName(view, tour) : "" }),
    minutes: minutesOf(Math.abs(seconds)),
    deal: text("deal"),
    call: text("call"),
    text: text("text"),
    written: did === "adjust" ? written(detail, whose) : "",
    points: points(text("points") || "0"),
    whists: list.length > 0 ? list.map(whists).join(", ") : whists(text("whists") || "0"),
    watching: tcOf("watching", text("watching"), "contest.unknown"),
  });
}

/** Why it was done; "" where the act itself says so, as an announcement does. */
export function whyText({ did, why, detail }: DeedView): string {
  return did === "announce" && (why === tc("announcement") || why === detail["text"]) ? "" : why;
}

type Detail = Readonly<Record<string, unknown>>;

/** Acts that are told in more than one way. */
const VARIANTS: Readonly<Record<string, (detail: Detail) => string>> = {
  hold_table: ({ held }) => (held === false ? "go" : "stop"),
  freeze: ({ frozen }) => (frozen === false ? "off" : "on"),
  end: ({ called_off }) => (called_off === true ? "off" : "now"),
  annul: ({ replay }) => (replay === true ? "again" : "gone"),
  substitute: ({ bot, into, out }) => (bot === true ? "bot" : into === out ? "back" : "other"),
  shift: ({ seconds }) => (Number(seconds) < 0 ? "earlier" : "later"),
};

function variant(did: string, detail: Detail): string {
  const one = VARIANTS[did];
  return one ? `${did}.${one(detail)}` : did;
}

/** What was written to the sheet: only what is not nought. */
export function written(detail: Detail, whose: (name: string) => string): string {
  return ["pool", "mountain", "whists"]
    .map((name) => ({ name, n: Number(detail[name] ?? 0) }))
    .filter(({ n }) => n !== 0)
    .map(({ name, n }) => {
      return tcOf("written", name, "contest.unknown", { n: whists(n), on: whose("on") });
    })
    .join(", ");
}

/** A table of a tour, or all of them. */
export function whereText(view: ContestView, tour: number, table: number): string {
  if (tour === 0) return "";
  const name = tourName(view, tour);
  return table === 0 ? name : tc("where", { tour: name, table });
}
