/** What a director is likely to say to an act, the likeliest first: the dialog begins with it. */
import type { Act } from "../../../contest/acts";
import type { Said } from "../../../i18n/director";

const GROUNDS: Partial<Record<Act, readonly Said[]>> = {
  attend: ["reply.coming", "reply.playOn", "reply.wait", "reply.stands", "reply.fixed"],
  look: ["ground.dispute", "ground.talk", "ground.request"],
  hold: ["ground.dispute", "ground.technical", "ground.gone"],
  release: ["ground.goOn"],
  extend: ["ground.technical", "ground.request", "ground.slow"],
  last_circle_now: ["ground.schedule", "ground.slow", "ground.agreed"],
  last_circle_before: ["ground.regulation", "ground.schedule"],
  annul: ["ground.seen", "ground.talk", "ground.technical", "ground.mistake"],
  adjust: ["ground.mistake", "ground.regulation", "ground.talk"],
  substitute: ["ground.gone", "ground.asked", "ground.technical"],
  give: ["ground.gone", "ground.technical", "ground.agreed"],
  correct: ["ground.mistake", "ground.agreed"],
  penalise: ["ground.regulation", "ground.slow", "ground.talk", "ground.mistake"],
  watchable: ["ground.request", "ground.talk", "ground.disturbs"],
  dismiss: ["ground.disturbs", "ground.talk", "ground.request"],
  end_tour: ["ground.schedule", "ground.technical", "ground.agreed"],
  reseat: ["ground.mistake", "ground.request"],
  start: ["ground.everybody", "ground.schedule"],
  pause: ["ground.technical", "ground.rest"],
  resume: ["ground.goOn"],
  shift: ["ground.technical", "ground.request", "ground.schedule"],
  announce: ["ground.news"],
  freeze: ["ground.checked", "ground.schedule"],
  unfreeze: ["ground.mistake"],
  add: ["ground.inTime", "ground.request", "ground.even"],
  add_bot: ["ground.even"],
  remove: ["ground.asked", "ground.gone", "ground.regulation"],
  add_director: ["ground.helper"],
  remove_director: ["ground.asked"],
  keep_apart: ["ground.kin", "ground.request"],
  let_meet: ["ground.mistake", "ground.agreed"],
  end: ["ground.checked"],
  call_off: ["ground.few", "ground.technical"],
};
/** Fits everything. */
const ANY: Said = "ground.decision";

export function groundsOf(act: Act): readonly Said[] {
  return act === "attend" ? (GROUNDS.attend ?? []) : [...(GROUNDS[act] ?? []), ANY];
}
