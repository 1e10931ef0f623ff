/** The rules of docs/rules as a small tree, paragraph by number. Loaded when somebody asks. */
import type { Lang } from "./settings.svelte";

export type Inline =
  | { kind: "text" | "code" | "bold"; text: string }
  | { kind: "rule"; text: string };

export type Block =
  | { kind: "text" | "quote" | "source"; text: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

export interface Paragraph {
  number: string;
  blocks: Block[];
}

export interface Chapter {
  title: string;
  paragraphs: Paragraph[];
}

const CHAPTER = /^## (.+)$/;
const PARAGRAPH = /^\*\*(§T?\d+\.\d+)\*\* (.*)$/;
const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|§T?\d+\.\d+(?!\.?\d))/;
const RULE = /^§T?\d+\.\d+$/;

/** The rules of the game, and those of tournaments, whose paragraphs begin with §T. */
export type Book = "game" | "tournaments";

const files = {
  game: {
    ru: () => import("../../../docs/rules/preferans.ru.md?raw"),
    en: () => import("../../../docs/rules/preferans.en.md?raw"),
  },
  tournaments: {
    ru: () => import("../../../docs/rules/tournaments.ru.md?raw"),
    en: () => import("../../../docs/rules/tournaments.en.md?raw"),
  },
};

/** Where a paragraph stands; "T" alone is all of the rules of tournaments, "" those of the game. */
export function bookOf(number: string): Book {
  return number.startsWith("§T") || number === "T" ? "tournaments" : "game";
}

export async function load(lang: Lang, book: Book = "game"): Promise<Chapter[]> {
  return parsed((await files[book][lang]()).default);
}

export function paragraph(chapters: readonly Chapter[], number: string): Paragraph | undefined {
  for (const chapter of chapters) {
    const found = chapter.paragraphs.find((each) => each.number === number);
    if (found) return found;
  }
  return undefined;
}

export function parsed(text: string): Chapter[] {
  const chapters: Chapter[] = [];
  let lines: string[] | null = null;
  const open: { number: string; lines: string[] }[][] = [];
  for (const line of text.split("\n")) {
    const chapter = CHAPTER.exec(line);
    const start = PARAGRAPH.exec(line);
    if (chapter) {
      chapters.push({ title: chapter[1] ?? "", paragraphs: [] });
      open.push([]);
      lines = null;
    } else if (start) {
      lines = [start[2] ?? ""];
      open.at(-1)?.push({ number: start[1] ?? "", lines });
    } else {
      lines?.push(line);
    }
  }
  chapters.forEach((chapter, place) => {
    chapter.paragraphs = (open[place] ?? []).map(({ number, lines: own }) => ({
      number,
      blocks: blocks(own),
    }));
  });
  return chapters;
}

/** The blocks between blank lines; the brackets at the very end are the sources. */
function blocks(lines: readonly string[]): Block[] {
  const text = lines.join("\n").trim();
  const [, body = text, source] = /^([\s\S]*?)\s*\[([^[\]]+)\]$/.exec(text) ?? [];
  const found = body.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  const all = found.map((part) => block(part.trim().split("\n")));
  // Numbers in there are those of the sources, not ours.
  const from: Block = { kind: "source", text: [{ kind: "text", text: source ?? "" }] };
  return source === undefined ? all : [...all, from];
}

function block(lines: readonly string[]): Block {
  const whole = lines.join(" ");
  if (lines.every((line) => line.startsWith("|"))) return table(lines);
  if (lines.every((line) => line.startsWith("- "))) {
    return { kind: "list", items: lines.map((line) => inline(line.slice(2))) };
  }
  if (lines.every((line) => line.startsWith("> "))) {
    return { kind: "quote", text: inline(lines.map((line) => line.slice(2)).join(" ")) };
  }
  return { kind: "text", text: inline(whole) };
}

function table(lines: readonly string[]): Block {
  const cells = lines.map((line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => inline(cell.trim())),
  );
  return { kind: "table", head: cells[0] ?? [], rows: cells.slice(2) };
}

function inline(text: string): Inline[] {
  return text
    .split(INLINE)
    .filter((part) => part !== "")
    .map((part): Inline => {
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      if (part.startsWith("**")) return { kind: "bold", text: part.slice(2, -2) };
      if (RULE.test(part)) return { kind: "rule", text: part };
      return { kind: "text", text: part };
    });
}
