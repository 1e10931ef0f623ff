import { describe, expect, test } from "vitest";
import {
  around,
  chairs,
  fan,
  fitTrick,
  placeOf,
  spot,
  tableLayout,
  TOUCH,
  type Place,
} from "./layout";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const HAND = "AS KS QS AD KD QD AC KC AH KH".split(" ");

describe("who sits where", () => {
  test("four: clockwise from me, the next one at my left", () => {
    expect(around(4, "E").map(({ seat, place }) => `${seat} ${place}`)).toEqual([
      "E bottom",
      "S left",
      "W top",
      "N right",
    ]);
  });

  test("three: nobody opposite", () => {
    expect(around(3, "S").map(({ seat, place }) => `${seat} ${place}`)).toEqual([
      "S bottom",
      "N left",
      "E right",
    ]);
  });

  test.for([3, 4])("of %i everybody has a place of his own, whoever looks", (players) => {
    for (const me of [...chairs(players), null]) {
      const places = new Set(around(players, me).map(({ place }) => place));
      expect(places.size).toBe(players);
    }
  });

  test("a talon card that belongs to nobody lies at the top", () => {
    expect(placeOf(3, "N", null)).toBe("top");
  });
});

describe("a fan", () => {
  test.for([10, 12])("of %i on a phone leaves room for a finger and fits", (count) => {
    const layout = tableLayout(PHONE);
    const cards = [...HAND, "7S", "7H"].slice(0, count);
    const { rows, step, width, drop } = fan(cards, layout.hand, layout.room);
    expect(rows.flat()).toEqual(cards);
    expect(rows.length).toBe(2);
    expect(step).toBeGreaterThanOrEqual(TOUCH);
    expect(drop).toBeGreaterThanOrEqual(TOUCH);
    expect(width).toBeLessThanOrEqual(PHONE.width);
  });

  test("on a wide screen is one row that fits beside the story", () => {
    const layout = tableLayout(DESKTOP);
    const { rows, width } = fan([...HAND, "7S", "7H"], layout.hand, layout.room);
    expect(rows.length).toBe(1);
    expect(width).toBeLessThanOrEqual(layout.room);
  });

  test("is cut between suits", () => {
    const layout = tableLayout(PHONE);
    const cards = "AS KS QS JS AD KD AC KC QC JC".split(" ");
    expect(fan(cards, layout.hand, layout.room).rows[0]).toEqual(cards.slice(0, 4));
  });

  test("keeps its rows while cards are played", () => {
    const { hand, room } = tableLayout(PHONE);
    const before = fan(HAND, hand, room).rows;
    const after = fan(HAND.slice(1), hand, room, TOUCH, before).rows;
    expect(after).toEqual([before[0]?.slice(1), before[1]]);
  });

  test("becomes one row as soon as that is wide enough", () => {
    const { hand, room } = tableLayout(PHONE);
    const before = fan(HAND, hand, room).rows;
    expect(fan(HAND.slice(0, 5), hand, room, TOUCH, before).rows.length).toBe(1);
  });

  test("of no cards is nothing to look at", () => {
    expect(fan([], { width: 50, height: 70 }, 300).rows.flat()).toEqual([]);
  });
});

describe("the screen", () => {
  test("a phone is told from a desktop by its size", () => {
    expect(tableLayout(PHONE)).toMatchObject({ phone: true, aside: false });
    expect(tableLayout({ width: 740, height: 360 })).toMatchObject({ phone: true, aside: false });
    expect(tableLayout(DESKTOP)).toMatchObject({ phone: false, aside: true });
    expect(tableLayout({ width: 900, height: 700 })).toMatchObject({ phone: false, aside: false });
  });

  test("the cards of a trick become smaller where there is no room for them", () => {
    const { trick } = tableLayout(PHONE);
    expect(fitTrick(400, trick)).toEqual(trick);
    expect(fitTrick(110, trick)).toEqual({ width: 40, height: 56 });
    expect(fitTrick(10, trick).width).toBe(30);
  });

  test.for([3, 4])("with %i the cards of a trick lie at different spots", (players) => {
    const places: Place[] = around(players, "N").map(({ place }) => place);
    const spots = places.map((place) => spot(place, players, { width: 60, height: 84 }));
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(players);
  });
});
