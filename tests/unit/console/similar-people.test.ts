import { describe, expect, it } from "vitest";
import { isSimilarName } from "../../../web/src/features/people/similar-people.ts";

describe("isSimilarName", () => {
  it.each([
    ["Robin Vale", "robin vale"],
    ["Robin Vale", "Vale, Robin"],
    ["Róbin Vále", "Robin Vale"],
    ["Robin Vale", "Robin Valle"],
    ["R. Vale", "Robin Vale"],
    ["Robin", "Robin Vale"],
    ["Robin Vale", "Robin Anne Vale"],
    ["山田 太郎", "太郎 山田"],
  ])("takes %s and %s for one person", (one, other) => {
    expect(isSimilarName(one, other)).toBe(true);
    expect(isSimilarName(other, one)).toBe(true);
  });

  it.each([
    ["Robin Vale", "Robin Moss"],
    ["Robin Vale", "Anne Vale"],
    ["R. V.", "Robin Vale"],
    ["Mia", "Mira"],
    ["", "Robin Vale"],
    ["…", "!"],
  ])("takes %s and %s for two people", (one, other) => {
    expect(isSimilarName(one, other)).toBe(false);
    expect(isSimilarName(other, one)).toBe(false);
  });
});
