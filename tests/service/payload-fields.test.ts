/**
 * The database checks payloads by private.payload_fields(), and forms come from _domain/approvals/kinds.ts. Both have
 * the same fields, in the same order.
 */
import { expect, test } from "vitest";
import { payloadFields, undoableKinds } from "../../supabase/functions/_domain/approvals/kinds.ts";
import { owner } from "../support/database.ts";

test("the fields of every kind are the same in both", async () => {
  const rows = await owner`
    select kind, name, label, type, required, max, choices
    from private.payload_fields() order by kind::text, "position"`;
  const expected = Object.entries(payloadFields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([kind, fields]) =>
      fields.map(({ name, label, type, required, max, choices }) => ({
        kind,
        name,
        label,
        type,
        required,
        max: max ?? null,
        choices: choices ?? null,
      })),
    );
  expect(expected.length).toBeGreaterThan(50);
  expect(rows.map((row) => ({ ...row }))).toEqual(expected);
});

test("the kinds that can be undone are the same in both", async () => {
  const rows = await owner`
    select kind from public.approval_kinds where private.portal_table(kind) is not null`;
  expect(rows.map((row) => row["kind"]).sort()).toEqual([...undoableKinds].sort());
});
