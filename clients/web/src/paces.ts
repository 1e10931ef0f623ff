/** The clocks a table may play by: lobby/timing.py has the same, and a test compares them. */
import { t } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";

/** Seconds a question, of thinking bank and of connection bank for the whole pulya. */
export const PACES: Readonly<Record<string, { ask: number; bank: number; connection: number }>> = {
  calm: { ask: 60, bank: 600, connection: 300 },
  usual: { ask: 30, bank: 300, connection: 180 },
  quick: { ask: 15, bank: 90, connection: 90 },
};

/** What the clocks of a table mean, in words. */
export function paceAbout(pace: string): string {
  const clock = PACES[pace];
  if (!clock) return t("clocks.none");
  const minutes = (seconds: number) => (seconds / 60).toLocaleString(settings.lang);
  return t("clocks", {
    ask: clock.ask,
    bank: minutes(clock.bank),
    connection: minutes(clock.connection),
  });
}
