import { expect, test } from "vitest";
import { paper } from "./paper";

test.each([
  [3, "E", ["E", "S", "N"]],
  [4, "W", ["W", "N", "E", "S"]],
])("the paper of %d begins with the viewer and goes clockwise", (players, me, seats) => {
  const { places } = paper(players, me);
  expect(places.map(({ seat }) => seat)).toEqual(seats);
  expect(places[0]?.whists.map(({ on }) => on)).toEqual(seats.slice(1));
});

test("his part is at the bottom, the next player's at the left", () => {
  const [mine, next] = paper(4, "N").places;
  expect(mine?.pool.y).toBeGreaterThan(0);
  expect(next?.pool.x).toBeLessThan(0);
});

test("from the edge inwards: whists, pool, mountain", () => {
  for (const players of [3, 4]) {
    const [mine] = paper(players, "N").places;
    const [on] = mine?.whists ?? [];
    expect(on?.at.y).toBeGreaterThan(mine?.pool.y ?? 0);
    expect(mine?.pool.y).toBeGreaterThan(mine?.mountain.y ?? 0);
    expect(mine?.mountain.y).toBeGreaterThan(20);
  }
});

test("names are not upside down", () => {
  const turns = [3, 4].flatMap((players) => paper(players, "N").places.map(({ name }) => name.turn));
  expect(turns).toEqual([0, -60, 60, 0, 90, 0, -90]);
});
