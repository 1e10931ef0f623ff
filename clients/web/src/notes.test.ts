import { beforeEach, expect, test, vi } from "vitest";
import { empty } from "./fold";
import type { View } from "./generated";
import { mayNote, Notes } from "./notes.svelte";

const MINE = ["7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "7C", "8C"];
const PARTNERS = ["9C", "TC", "JC", "QC", "KC", "AC", "7D", "8D", "9D", "TD"];
const TALON = ["AD", "AH"];
const HIS = ["KD", "QD", "JD", "KH", "QH", "JH", "TH", "9H", "8H", "7H"];

let session: Record<string, string>;
beforeEach(() => {
  session = {};
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => session[key] ?? null,
    setItem: (key: string, value: string) => (session[key] = value),
  });
});

function misere(): View {
  return {
    ...empty(),
    phase: "talon",
    notes: true,
    hands: ["N", "E", "S"],
    declarer: "E",
    contract: "misere",
    talon: [...TALON],
    cards: {
      N: { count: 10, known: [...MINE], laid: false },
      E: { count: 12, known: null, laid: false },
      S: { count: 10, known: null, laid: false },
    },
  };
}

function laid(): View {
  const view = misere();
  Object.assign(view, { phase: "play", talon: [] });
  view.cards["N"] = { count: 10, known: [...MINE], laid: true };
  view.cards["S"] = { count: 10, known: [...PARTNERS], laid: true };
  return view;
}

test("notes are for the defence and where the convention has them", () => {
  expect(mayNote(misere(), "N")).toBe(true);
  expect(mayNote(misere(), "E")).toBe(false);
  expect(mayNote(misere(), "W")).toBe(false);
  expect(mayNote(misere(), null)).toBe(false);
  expect(mayNote({ ...misere(), notes: false }, "N")).toBe(false);
});

test("the list is what was never seen elsewhere, and does not grow when cards go", () => {
  const notes = new Notes();
  notes.look("3", misere(), "N");
  notes.look("3", laid(), "N");
  expect([...notes.dealt].sort()).toEqual([...HIS].sort());
  expect(notes.kept.talon).toEqual(TALON);
  const later = laid();
  later.cards["N"] = { count: 1, known: ["8C"], laid: true };
  later.cards["S"] = { count: 1, known: ["TD"], laid: true };
  later.trick = [{ seat: "E", by: "E", card: "KD" }];
  notes.look("3", later, "N");
  expect([...notes.dealt].sort()).toEqual([...HIS].sort());
});

test("pins stay where they were put, also in a page that is loaded again", () => {
  const notes = new Notes();
  notes.look("3", misere(), "N");
  notes.look("3", laid(), "N");
  notes.pin("7H");
  notes.pin("8H");
  notes.pin("7H");
  expect(notes.kept.pins).toEqual(["8H"]);
  const again = new Notes();
  const late = laid();
  late.cards["N"] = { count: 0, known: [], laid: true };
  again.look("3", late, "N");
  expect(again.kept.pins).toEqual(["8H"]);
  expect([...again.dealt].sort()).toEqual([...HIS].sort());
  again.look("4", misere(), "N");
  expect(again.kept.pins).toEqual([]);
});
