import { describe, expect, test } from "vitest";
import { REFUSALS, type Seen } from "../generated";
import { en } from "./en";
import { filled, type TextOf } from "./fill";
import { ru } from "./ru";

type Texts = Record<string, TextOf>;
/** What is loaded late has texts of its own, in a folder. */
const late = {
  ru: import.meta.glob<Texts>("./*/ru.ts", { eager: true, import: "ru" }),
  en: import.meta.glob<Texts>("./*/en.ts", { eager: true, import: "en" }),
};
const texts: Record<string, Texts> = {
  ru: Object.assign({}, ru, ...Object.values(late.ru)),
  en: Object.assign({}, en, ...Object.values(late.en)),
};
const streams = import.meta.glob<[Seen, unknown][]>("../../../../tests/golden/views/*.json", {
  eager: true,
  import: "default",
});
const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

function parameters(text: TextOf): string[] {
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const names = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return [...new Set(names as string[])].sort();
}

test("both languages have the same texts with the same parameters", () => {
  const [russian, english] = [texts["ru"] ?? {}, texts["en"] ?? {}];
  expect(Object.keys(english)).toEqual(Object.keys(russian));
  for (const [key, text] of Object.entries(russian)) {
    expect([key, parameters(english[key] ?? "")]).toEqual([key, parameters(text)]);
  }
});

describe.for(Object.keys(texts))("%s", (lang) => {
  const files = Object.entries(sources).filter(([path]) => path.endsWith(`/${lang}.ts`));
  const all = texts[lang] ?? {};

  test("has a text for every refusal", () => {
    const own: Texts = { ru, en }[lang] ?? {};
    for (const code of REFUSALS) expect(own).toHaveProperty([`refusal.${code}`]);
  });

  test("has each key in one place", () => {
    const keys = files.flatMap(([, file]) => [...file.matchAll(/^  "?([\w.-]+)"?:/gm)]);
    expect(keys.map(([, key]) => key).sort()).toEqual(Object.keys(all).sort());
  });

  test("has every plural form that its language needs", () => {
    const needed = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(all)) {
      const forms = typeof text === "string" ? needed : Object.keys(text);
      expect([key, forms]).toEqual([key, expect.arrayContaining(needed)]);
    }
  });

  test("has a text for every reason in the golden streams", () => {
    const lines = Object.values(streams).flatMap((steps) =>
      steps.flatMap(([event]) => (event.event === "deal_scored" ? event.lines : [])),
    );
    for (const { why } of lines) expect(all).toHaveProperty([`why.${why}`]);
  });
});

test("no text is left over", () => {
  const code = Object.entries(sources)
    .filter(([path]) => !/\/(ru|en)\.ts$/.test(path))
    .map(([, source]) => source)
    .join("\n");
  const families = new Set([...code.matchAll(/\bt\w?Of\(\s*"(\w+)"/g)].map(([, family]) => family));
  families.add("about");
  const used = (key: string) => code.includes(`"${key}"`) || families.has(key.split(".")[0]);
  expect(Object.keys(texts["ru"] ?? {}).filter((key) => !used(key))).toEqual([]);
});

test("a number chooses its form", () => {
  const deals = (n: number) => filled(ru.deals, "ru", { n });
  expect([1, 2, 5, 21].map(deals)).toEqual(["1 сдача", "2 сдачи", "5 сдач", "21 сдача"]);
  expect(filled(en.deals, "en", { n: 1 })).toBe("1 deal");
  expect(filled("{a} and {b}", "en", { a: 1 })).toBe("1 and {b}");
});
