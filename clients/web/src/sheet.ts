/** What the last deal changed in the sheet. */
import type { ScoreLine } from "./generated";

/** The sums by place in the sheet: `pool N`, `mountain E`, `whists S N` (writer, on). */
export function changes(lines: readonly ScoreLine[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const key = cell(line.into, line.seat, line.on);
    sums.set(key, (sums.get(key) ?? 0) + line.amount);
  }
  return sums;
}

export function cell(into: ScoreLine["into"], seat: string, on: string | null = null): string {
  return on === null ? `${into} ${seat}` : `${into} ${seat} ${on}`;
}
