/** The sheets of pulyas, for who is not at their tables. */
import { app } from "../app.svelte";
import { Refusal } from "../session";
import { Watched } from "../watched.svelte";

const PATIENCE = 400;

/** The table with its sheet; null where this person may not have it. */
export async function sheetOf(stream: string, person: string): Promise<Watched | null> {
  for (;;) {
    try {
      const synced = await app.glance(stream);
      const watched = new Watched(stream, person);
      watched.table = synced.table;
      watched.names = synced.names;
      return watched;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.code !== "too_fast") return null;
      await new Promise((then) => setTimeout(then, PATIENCE));
    }
  }
}
