/** Numbers of the score as they are printed. */

const FRACTION = /^(-?)(\d+)(?:\/(\d+))?$/;
const THIRDS: Readonly<Record<string, string>> = { "1/3": "⅓", "2/3": "⅔", "1/2": "½" };

/** `-158/3` as −52⅔, with its sign. */
export function exact(value: string): string {
  const [, minus = "", top = "0", bottom = "1"] = FRACTION.exec(value) ?? [];
  const whole = Math.floor(Number(top) / Number(bottom));
  const rest = Number(top) % Number(bottom);
  const part = rest === 0 ? "" : (THIRDS[`${rest}/${bottom}`] ?? ` ${rest}/${bottom}`);
  const sign = minus ? "−" : Number(top) === 0 ? "" : "+";
  return `${sign}${whole === 0 && part ? "" : whole}${part}`;
}

/** A number with its sign. */
export function signed(value: number): string {
  return exact(String(value));
}

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

/** The sum of such values, written in the same way. */
export function total(values: readonly string[]): string {
  let [top, bottom] = [0, 1];
  for (const value of values) {
    const [above = "0", below = "1"] = value.split("/");
    top = top * Number(below) + Number(above) * bottom;
    bottom *= Number(below);
    const by = gcd(top, bottom);
    [top, bottom] = [top / by, bottom / by];
  }
  return bottom === 1 ? String(top) : `${top}/${bottom}`;
}

/** A sum of the score as printed: `4·(5+2·1)/2`, with a real minus. */
export function sumText(sum: string): string {
  return sum.replaceAll("-", " − ").replaceAll("·", " · ").replaceAll("+", " + ");
}

const QUARTERS: Readonly<Record<string, string>> = { ...THIRDS, "1/4": "¼", "3/4": "¾", "2/4": "½" };

/** The average of so many numbers with this sum, exactly. */
export function average(sum: number, of: number): string {
  const rest = sum % of;
  const whole = Math.floor(sum / of);
  if (rest === 0) return String(whole);
  return `${whole === 0 ? "" : whole}${QUARTERS[`${rest}/${of}`] ?? ` ${rest}/${of}`}`;
}
