/**
 * The tables of approvals, written by every caller around a card of their own organization.
 * tests/laws/matrix/tables.test.ts proves that no persona writes any table.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  callersOf,
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  propose,
  snapshotOf,
} from "./approval-acting.ts";

let own: OwnOrganization;
let other: OwnOrganization;
let callers: ReturnType<typeof callersOf>;
let continueSchedules: () => Promise<void>;
beforeAll(async () => {
  [own, other] = await Promise.all([makeOrganizationWithPromptOwner(), makeOrganization()]);
  callers = callersOf(own, other);
  continueSchedules = await pauseSchedules();
});
afterAll(() => continueSchedules());

const tables = [
  "approvals",
  "approval_versions",
  "approval_citations",
  "approval_events",
  "approval_kinds",
  "organization_settings",
];
test.each(tables)("no row of %s is written through the Data API, by any caller", async (table) => {
  const { id } = await propose(own, "task_create");
  const before = await snapshotOf(own.id, other.id);
  const key =
    { approvals: "id", approval_kinds: "kind", organization_settings: "organization_id" }[table] ??
    "approval_id";
  const value =
    { approvals: id, approval_kinds: "task_create", organization_settings: own.id }[table] ?? id;
  const [row] = await owner`
    select to_jsonb(t) - 'scope_id' as row from ${owner(`public.${table}`)} t limit 1`;
  const body = row?.["row"] ?? { [key]: value };
  const path = `/rest/v1/${table}`;
  for (const [name, ask] of callers) {
    const answers = await Promise.all([
      ask(path, { body }),
      ask(path, { body, headers: { prefer: "resolution=merge-duplicates" } }),
      ask(`${path}?${key}=eq.${value}`, { method: "PATCH", body: { [key]: value } }),
      ask(`${path}?${key}=eq.${value}`, { method: "DELETE" }),
    ]);
    const refusals = answers.filter(({ status }) => status === 401 || status === 403);
    expect([name, refusals.length, answers.at(-1)?.text]).toEqual([name, 4, expect.any(String)]);
  }
  expect(await snapshotOf(own.id, other.id)).toEqual(before);
});
