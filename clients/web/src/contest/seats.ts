/** A seating as text, one table a line, and people who are moved between tables. */

/** What of a pasted seating cannot be read. */
export interface Misread {
  line: number;
  /** The name that nobody here or more than one has, or that stands there twice. */
  name: string;
  why: "unknown" | "many" | "twice";
}

const SEPARATOR = /[,;\t]|\s{2,}/;
/** "Table 3:" or "3." before the names. */
const NUMBERED = /^\s*(?:\p{L}+\s+)?\d+\s*[.:)]\s*/u;

function plain(name: string): string {
  return name.trim().toLowerCase().replaceAll("ё", "е").replace(/\s+/g, " ");
}

/** Tables of people by their names, which `nameOf` gives; number 1 first at each. */
export function read(
  text: string,
  people: readonly string[],
  nameOf: (person: string) => string,
): { tables: string[][]; wrong: Misread[] } {
  const tables: string[][] = [];
  const wrong: Misread[] = [];
  const taken = new Set<string>();
  text.split("\n").forEach((row, place) => {
    const names = row.replace(NUMBERED, "").split(SEPARATOR).map(plain).filter((name) => name !== "");
    if (names.length === 0) return;
    const line = place + 1;
    const table: string[] = [];
    for (const name of names) {
      const found = people.filter((person) => person === name || plain(nameOf(person)) === name);
      const [person] = found;
      if (person === undefined) wrong.push({ line, name, why: "unknown" });
      else if (found.length > 1) wrong.push({ line, name, why: "many" });
      else if (taken.has(person)) wrong.push({ line, name, why: "twice" });
      else {
        taken.add(person);
        table.push(person);
      }
    }
    tables.push(table);
  });
  return { tables, wrong };
}

export function written(tables: readonly string[][], nameOf: (person: string) => string): string {
  return tables.map((table) => table.map(nameOf).join(", ")).join("\n");
}

/** Somebody goes to the end of another table; `to` behind the last makes a new one. */
export function moved(tables: readonly string[][], person: string, to: number): string[][] {
  const without = tables.map((table) => table.filter((each) => each !== person));
  if (to >= without.length) without.push([]);
  return without
    .map((table, place) => (place === to ? [...table, person] : table))
    .filter((table) => table.length > 0);
}

/** Two people change their places. */
export function swapped(tables: readonly string[][], one: string, other: string): string[][] {
  const instead = (person: string): string =>
    person === one ? other : person === other ? one : person;
  return tables.map((table) => table.map(instead));
}

/** Tables that cannot play: not of three or four (§T1.1). */
export function uneven(tables: readonly string[][]): number[] {
  return tables.flatMap((table, place) => ([3, 4].includes(table.length) ? [] : [place + 1]));
}
