/** Points and whists as a director types them, and as the server takes them: `-40/3`. */
import { total } from "../numbers";

const PLAIN = /^([-+]?)(\d{1,9})(?:\/([1-9]\d{0,2}))?$/;
const MIXED = /^([-+]?)(\d{1,9}) (\d{1,3})\/([1-9]\d{0,2})$/;
const DECIMAL = /^([-+]?)(\d{1,9})[.,](\d{1,2})$/;
const SIGNS: Readonly<Record<string, string>> = { "½": "1/2", "⅓": "1/3", "⅔": "2/3" };

/** What was typed as an exact number, `-13 1/3` as `-40/3`, `10,5` as `21/2`; null where it is none. */
export function exactly(typed: string): string | null {
  const text = typed
    .trim()
    .replaceAll("−", "-")
    .replace(/[½⅓⅔]/, (sign) => ` ${SIGNS[sign]}`)
    .replace(/^([-+]?) /, "$1")
    .replace(/\s+/g, " ");
  const [, sign, whole, bottom = "1"] = PLAIN.exec(text) ?? [];
  if (whole !== undefined) return total([`${minus(sign)}${whole}/${bottom}`]);
  const [, side, ones, tenths] = DECIMAL.exec(text) ?? [];
  if (ones !== undefined && tenths !== undefined) {
    return total([`${minus(side)}${Number(ones + tenths)}/${10 ** tenths.length}`]);
  }
  const [, before, full, top, below] = MIXED.exec(text) ?? [];
  if (full === undefined || top === undefined || below === undefined) return null;
  return total([`${minus(before)}${Number(full) * Number(below) + Number(top)}/${below}`]);
}

function minus(sign: string | undefined): string {
  return sign === "-" ? "-" : "";
}

/** The other sign. */
export function negated(value: string): string {
  if (value === "0") return value;
  return value.startsWith("-") ? value.slice(1) : `-${value}`;
}

/**
 * The whists of a table, which come to 0; one that is left out gets the rest.
 *
 * `whists` is null where something is no number, too much is left out or the sum is not 0; `rest`
 * is what those that are there leave to the others, null where something is no number.
 */
export function wholeTable(typed: readonly string[]): { whists: string[] | null; rest: string | null } {
  const numbers = typed.map((each) => (each.trim() === "" ? "" : exactly(each)));
  if (numbers.includes(null)) return { whists: null, rest: null };
  const known = numbers as string[];
  const rest = negated(total(known.filter((each) => each !== "")));
  const open = known.filter((each) => each === "").length;
  if (open > 1 || (open === 0 && rest !== "0")) return { whists: null, rest };
  return { whists: known.map((each) => (each === "" ? rest : each)), rest };
}
