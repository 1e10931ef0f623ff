import { expect, test } from "vitest";
import { claimSeats, claimWord, firstClaim, isEnd, left } from "./claim";
import { empty } from "./fold";
import type { View } from "./generated";

function playing(changes: Partial<View>): View {
  return {
    ...empty(),
    players: 4,
    dealer: "W",
    hands: ["N", "E", "S"],
    taken: { N: 1, E: 3, S: 0, W: 0 },
    ...changes,
  };
}

test("with one whister the declarer's tricks are named", () => {
  const whisted = { how: "lone", by: "S", hand: "S" } as View["whisted"];
  const view = playing({ declarer: "E", contract: "7H", whisted });
  expect(left(view)).toBe(6);
  expect(firstClaim(view, "E")).toEqual({ E: 9 });
  expect(firstClaim(view, "S")).toEqual({ E: 3 });
  expect(claimWord(view, { E: 7 })).toBe("=7");
  expect(isEnd(view, { E: 7 })).toBe(true);
  expect(isEnd(view, { E: 2 })).toBe(false);
  expect(isEnd(view, { E: 10 })).toBe(false);
});

test("a misère player claims to take no more, a defender that he takes the rest", () => {
  const view = playing({ declarer: "E", contract: "misere" });
  expect(firstClaim(view, "E")).toEqual({ E: 3 });
  expect(firstClaim(view, "N")).toEqual({ E: 9 });
});

test("with two whisters all three are, the declarer first", () => {
  const whisted = { how: "both", by: null, hand: null } as View["whisted"];
  const view = playing({ declarer: "E", contract: "7H", whisted });
  expect(claimSeats(view)).toEqual(["E", "N", "S"]);
  expect(firstClaim(view, "S")).toEqual({ E: 3, N: 1, S: 6 });
  expect(firstClaim(view, "E")).toEqual({ E: 9, N: 1, S: 0 });
  expect(claimWord(view, { E: 7, N: 2, S: 1 })).toBe("=7,N2,S1");
  expect(isEnd(view, { E: 7, N: 2, S: 1 })).toBe(true);
  expect(isEnd(view, { E: 7, N: 2, S: 2 })).toBe(false);
});

test("in raspasy all who hold cards are, and the sitting dealer if he has tricks", () => {
  expect(claimSeats(playing({}))).toEqual(["N", "E", "S"]);
  const view = playing({ taken: { N: 1, E: 3, S: 0, W: 1 } });
  expect(claimWord(view, { N: 1, E: 8, S: 0, W: 1 })).toBe("=N1,E8,S0,W1");
  expect(isEnd(view, firstClaim(view, "S"))).toBe(true);
});
