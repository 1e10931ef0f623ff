/** The clocks a table may play by, in words. */
import { PACES } from "./generated";
import { t } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

function isPace(pace: string): pace is keyof typeof PACES {
  return pace in PACES;
}

/** What the clocks of a table mean. */
export function paceAbout(pace: string): string {
  if (!isPace(pace)) return t("clocks.none");
  const clock = PACES[pace];
  const minutes = (seconds: number) => (seconds / 60).toLocaleString(settings.lang);
  return t("clocks", {
    ask: clock.ask,
    bank: minutes(clock.bank),
    connection: minutes(clock.connection),
  });
}
