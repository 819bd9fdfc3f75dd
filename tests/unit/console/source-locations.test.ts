import { describe, expect, it } from "vitest";
import {
  anchorOf,
  type Location,
  locationInWords,
  locationOf,
  partAt,
  sourceAddress,
} from "../../../web/src/features/knowledge/location.ts";
import { type Passage, partsOf } from "../../../web/src/features/knowledge/parts.ts";

const passage = (position: number, location: Location): Passage => ({
  id: `passage ${position}`,
  position,
  content: `Words ${position}`,
  location,
});

describe("locationOf", () => {
  it("accepts locations and nothing else", () => {
    expect(locationOf({ page: 3, heading: "Scope", color: "red", slide: "4" })).toEqual({
      page: 3,
      heading: "Scope",
    });
    for (const nothing of [null, [], "page 3", 3, { page: null }]) {
      expect(locationOf(nothing)).toEqual({});
    }
  });
});

describe("locationInWords", () => {
  it.each([
    [{ page: 12, heading: "Fees" }, "Page 12, Fees"],
    [{ sheet: "Hours" }, "Sheet Hours"],
    [{ speaker: "Ada Example", at: "00:01:02" }, "Ada Example, 00:01:02"],
    [{}, ""],
  ])("%j is %j", (location, words) => {
    expect(locationInWords(location)).toBe(words);
  });
});

describe("anchors", () => {
  it.each([
    { field: "page", value: 12 },
    { field: "slide", value: 1 },
    { field: "sheet", value: "Q1 % of #2" },
  ] as const)("%j leads back to itself", (part) => {
    expect(partAt(anchorOf(part))).toEqual(part);
  });

  it("a fragment that names no location is ignored", () => {
    for (const end of [
      "",
      "page-",
      "page-0",
      "page-1.5",
      "page-x",
      "page-9999999999",
      "passage-1",
    ]) {
      expect(partAt(end)).toBeNull();
    }
    expect(partAt("sheet-%E0%A4%A")).toEqual({ field: "sheet", value: "%E0%A4%A" });
  });
});

describe("sourceAddress", () => {
  it("opens a document on its own page, and every other source on the source page", () => {
    expect(sourceAddress("document", "d1", "c1")).toBe("/documents/d1?passage=c1");
    expect(sourceAddress("meeting", "m1", null)).toBe("/sources/m1");
  });
});

describe("partsOf", () => {
  it("groups the passages of one page under one heading", () => {
    const parts = partsOf([
      passage(0, { page: 1, heading: "Scope" }),
      passage(1, { page: 1, heading: "Scope" }),
      passage(2, { page: 1, heading: "Fees" }),
      passage(3, { page: 2, heading: "Fees" }),
    ]);
    expect(parts.map(({ anchor, title }) => [anchor, title])).toEqual([
      ["page-1", "Page 1"],
      ["page-2", "Page 2"],
    ]);
    expect(parts.flatMap(({ passages }) => passages.map(({ label }) => label))).toEqual([
      "Scope",
      null,
      "Fees",
      "Fees",
    ]);
  });

  it("without pages headings are the parts, and each turn names its speaker", () => {
    const parts = partsOf([
      passage(0, {}),
      passage(1, { heading: "Decisions" }),
      passage(2, { heading: "Decisions", speaker: "Ada", at: "00:10" }),
      passage(3, { heading: "Decisions", speaker: "Ada", at: "00:10" }),
      passage(4, { heading: "Decisions", speaker: "Bo", at: "00:12" }),
    ]);
    expect(parts.map(({ title }) => title)).toEqual([null, "Decisions"]);
    expect(parts[1]?.passages.map(({ label }) => label)).toEqual([
      null,
      "Ada, 00:10",
      null,
      "Bo, 00:12",
    ]);
    expect(parts.flatMap(({ passages }) => passages)).toHaveLength(5);
  });
});
