/** Wall clocks of time zones: "2026-11-30T19:00" in "Europe/Moscow" and milliseconds since 1970. */

/** Whether this browser knows the zone. */
export function known(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The zone of this browser. */
export function here(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What a wall clock there shows, to the minute. */
export function wallOf(at: number, zone: string): string {
  const form = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = Object.fromEntries(form.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = parts;
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** When a wall clock there shows this; an hour that is left out counts as the one after. */
export function momentOf(wall: string, zone: string): number {
  const plain = Date.parse(`${wall}:00Z`);
  const off = (at: number) => Date.parse(`${wallOf(at, zone)}:00Z`) - at;
  const first = plain - off(plain);
  return plain - off(first);
}
