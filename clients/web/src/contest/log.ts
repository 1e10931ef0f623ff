/** The log of a contest as all may read it: acts, calls, looks, announcements, downtimes. */
import type {
  AnnouncementView,
  CallView,
  ContestView,
  CorrectionView,
  DeedView,
  DowntimeView,
  LookedView,
  PulyaView,
} from "../generated";

export type Line = { key: string; at: number } & (
  | { what: "deed"; deed: DeedView }
  | { what: "call"; call: CallView }
  | { what: "look"; look: LookedView }
  | { what: "downtime"; downtime: DowntimeView }
  /** The whists of a pulya before and after a correction. */
  | { what: "correction"; correction: CorrectionView }
);

/** All of it, the latest first. */
export function log(view: ContestView): Line[] {
  const lines: Line[] = [
    ...deeds(view),
    ...view.calls.map(callLine),
    ...view.looks.map(lookLine),
    ...view.downtimes.map((downtime, n) => ({
      key: `downtime ${n}`,
      at: downtime.until,
      what: "downtime" as const,
      downtime,
    })),
  ];
  return lines.map((line, n) => ({ line, n })).sort(latest).map(({ line }) => line);
}

/** What concerns one table, the earliest first; of a correction what it has changed. */
export function ofTable(view: ContestView, tour: number, table: PulyaView): Line[] {
  const here = (place: { tour: number; table: number }) =>
    place.tour === tour && place.table === table.table;
  const lines: Line[] = [
    ...deeds(view).filter(({ deed: { did, detail } }) => {
      return did !== "correct" && detail["tour"] === tour && detail["table"] === table.table;
    }),
    ...view.calls.filter(here).map(callLine),
    ...view.looks.filter(here).map(lookLine),
    ...table.corrections.map((correction, n) => ({
      key: `correction ${n}`,
      at: correction.at,
      what: "correction" as const,
      correction,
    })),
  ];
  return lines.map((line, n) => ({ line, n })).sort(latest).map(({ line }) => line).reverse();
}

/** The announcements, the latest first. */
export function announced(view: ContestView): AnnouncementView[] {
  return view.announcements.toReversed();
}

/** An answer to a call stands with the call. */
function deeds(view: ContestView): (Line & { what: "deed" })[] {
  return view.deeds
    .map((deed, n) => ({ key: `deed ${n}`, at: deed.at, what: "deed" as const, deed }))
    .filter(({ deed }) => deed.did !== "attend");
}

function callLine(call: CallView): Line {
  return { key: `call ${call.number}`, at: call.at, what: "call", call };
}

function lookLine(look: LookedView, n: number): Line {
  return { key: `look ${n} ${look.at}`, at: look.at, what: "look", look };
}

function latest(one: { line: Line; n: number }, other: { line: Line; n: number }): number {
  return other.line.at - one.line.at || other.n - one.n;
}
