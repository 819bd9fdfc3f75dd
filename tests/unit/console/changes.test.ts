import { describe, expect, it } from "vitest";
import {
  changedFields,
  disagreements,
} from "../../../web/src/features/portfolio-actions/changes.ts";

const fields = ["name", "code", "contacts", "is_archived"] as const;
const base = { name: "Shop", code: "S-1", contacts: [{ name: "Ada" }], is_archived: false };
const by = { name: "Lea" };
const at = "2026-11-01T10:00:00+00:00";

describe("changedFields", () => {
  it("compares lists by their elements", () => {
    const same = { ...base, contacts: [{ name: "Ada" }] };
    expect(changedFields(fields, base, same)).toEqual([]);
    expect(changedFields(fields, base, { ...base, contacts: [] })).toEqual(["contacts"]);
  });
});

describe("disagreements", () => {
  const settle = (input: object, current: object, changes: unknown[] = []) =>
    disagreements({
      fields,
      base,
      input: { ...base, ...input },
      current: { ...base, ...current },
      changes: changes as never,
    }).map(({ field, suggestion, isBoth, author }) => ({ field, suggestion, isBoth, author }));

  it("suggests my value for fields that only I changed, and theirs for fields that only they changed", () => {
    const changes = [{ at, by, fields: { code: { from: "S-1", to: "S-2" } } }];
    expect(settle({ name: "Web shop" }, { code: "S-2" }, changes)).toEqual([
      { field: "name", suggestion: "input", isBoth: false, author: null },
      { field: "code", suggestion: "current", isBoth: false, author: { name: "Lea", at } },
    ]);
  });

  it("flags fields that both changed, and keeps mine unless the person chooses", () => {
    const changes = [{ at, by, fields: { name: {} } }];
    expect(settle({ name: "Mine" }, { name: "Theirs" }, changes)).toEqual([
      { field: "name", suggestion: "input", isBoth: true, author: { name: "Lea", at } },
    ]);
  });

  it("offers no choice where both made the same change", () => {
    expect(settle({ name: "Same" }, { name: "Same" })).toEqual([]);
  });

  it("names the last of several authors, even an unknown one", () => {
    const later = "2026-11-02T10:00:00+00:00";
    const changes = [
      { at, by, fields: { name: {}, archived_at: {} } },
      { at: later, by: null, fields: { name: {} } },
    ];
    expect(settle({}, { name: "Theirs", is_archived: true }, changes)).toMatchObject([
      { field: "name", author: { name: null, at: later } },
      { field: "is_archived", author: { name: "Lea", at } },
    ]);
  });
});
