import { expect, test } from "vitest";
import { bookOf, load, paragraph, parsed } from "./rules";

test("the rules of tournaments are a book of their own, in both languages", async () => {
  const [ru, en] = await Promise.all([load("ru", "tournaments"), load("en", "tournaments")]);
  const numbers = (chapters: typeof ru) =>
    chapters.flatMap((chapter) => chapter.paragraphs.map((each) => each.number));
  expect(numbers(ru).length).toBeGreaterThan(30);
  expect(numbers(en)).toEqual(numbers(ru));
  expect(numbers(ru).map(bookOf)).not.toContain("game");
  expect(["", "T", "§6.5"].map(bookOf)).toEqual(["game", "tournaments", "game"]);
});

test("every paragraph is found in both languages", async () => {
  const [ru, en] = await Promise.all([load("ru"), load("en")]);
  const numbers = (chapters: typeof ru) =>
    chapters.flatMap((chapter) => chapter.paragraphs.map((each) => each.number));
  expect(numbers(ru).length).toBeGreaterThan(80);
  expect(numbers(en)).toEqual(numbers(ru));
  expect(ru.every((chapter) => chapter.title !== "")).toBe(true);
  expect(paragraph(ru, "§7.6")?.blocks.at(-1)?.kind).toBe("source");
});

test("a paragraph is text, lists, tables and its sources", () => {
  const [chapter] = parsed(
    [
      "# Title",
      "## 1. First",
      "",
      "**§1.1** One, `field` and **bold** (§2.10).",
      "",
      "- a",
      "- b",
      "",
      "| x | y |",
      "|---|---|",
      "| 1 | §1.2 |",
      "",
      "> said",
      "",
      "[code §6.6]",
      "",
      "**§1.2** Two. [there]",
    ].join("\n"),
  );
  expect(chapter?.paragraphs.map((each) => each.number)).toEqual(["§1.1", "§1.2"]);
  const blocks = chapter?.paragraphs[0]?.blocks ?? [];
  expect(blocks.map((block) => block.kind)).toEqual(["text", "list", "table", "quote", "source"]);
  expect(blocks[0]).toMatchObject({
    text: [
      { kind: "text", text: "One, " },
      { kind: "code", text: "field" },
      { kind: "text", text: " and " },
      { kind: "bold", text: "bold" },
      { kind: "text", text: " (" },
      { kind: "rule", text: "§2.10" },
      { kind: "text", text: ")." },
    ],
  });
  expect(blocks[2]).toMatchObject({ rows: [[[{ text: "1" }], [{ kind: "rule", text: "§1.2" }]]] });
  expect(blocks[4]).toMatchObject({ text: [{ kind: "text", text: "code §6.6" }] });
});
