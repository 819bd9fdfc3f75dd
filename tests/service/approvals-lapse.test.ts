/**
 * The world changes between decision and execution. The conditions of a decision are checked again at its
 * execution: if one no longer applies, the card is pending again and nothing has happened.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import {
  act,
  eventsOf,
  makeOrganizationWithPromptOwner,
  payloads,
  perform,
  propose,
  type SampleKind,
  storedCard,
  waitUntilSettled,
} from "./approval-acting.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganizationWithPromptOwner();
});

const countPublished = async () =>
  (
    await owner`select count(*)::int as count from public.weekly_updates where organization_id = ${own.id}`
  )[0]?.["count"];

/** An approved card whose review has ended. */
async function approvedCard(kind: SampleKind, by: "lead" | "admin", proposedBy = by) {
  const { id } = await propose(own, kind, { by: proposedBy });
  await perform(own, by, { action: "approve", id });
  await waitUntilSettled(id);
  return id;
}

/** Has the admin execute it, and expects that it lapsed and did nothing. */
async function expectLapse(id: string, code: string): Promise<void> {
  await perform(own, "admin", { action: "execute", id });
  const card = await waitUntilSettled(id);
  expect(card).toMatchObject({
    status: "pending",
    decided_by: null,
    decided_hash: null,
    execution_requested_by: null,
    executed_at: null,
    result: null,
    review: { reasons: [expect.objectContaining({ code })] },
  });
  const events = await eventsOf(id);
  expect(events.slice(-2)).toEqual(["execution_requested", "lapsed"]);
  expect(events).not.toContain("execution_started");
  expect(await countPublished()).toBe(0);
  const jobs = await owner`select from private.jobs where organization_id = ${own.id}`;
  expect(jobs).toHaveLength(0);
}

describe("a card lapses when its approver is", () => {
  test("demoted to member", async () => {
    const id = await approvedCard("weekly_update", "lead");
    const change = { to: "role", role: "member" };
    const { id: person_id } = own.people.lead;
    const answer = await own.people.admin.ask("/api/people", {
      body: { action: "change", person_id, version: await versionOf(person_id), change },
    });
    expect(answer.status).toBe(200);
    await expectLapse(id, "decider_not_allowed");
    // A person who may decide approves again; then it is executed.
    await perform(own, "admin", { action: "approve_and_execute", id });
    expect((await waitUntilSettled(id))["status"]).toBe("executed");
    expect(await countPublished()).toBe(1);
  });

  test("offboarded", async () => {
    const id = await approvedCard("weekly_update", "lead");
    const { id: person_id } = own.people.lead;
    const answer = await own.people.admin.ask("/api/people", {
      body: {
        action: "change",
        person_id,
        version: await versionOf(person_id),
        change: { to: "offboarded" },
      },
    });
    expect(answer.status).toBe(200);
    await expectLapse(id, "decider_not_allowed");
  });

  test("no longer prompt owner", async () => {
    await owner`update public.people set is_prompt_owner = true where id = ${own.people.lead.id}`;
    const id = await approvedCard("prompt_update", "lead");
    await owner`update public.people set is_prompt_owner = false where id = ${own.people.lead.id}`;
    await expectLapse(id, "decider_not_allowed");
    const versions =
      await owner`select from public.prompt_versions where organization_id = ${own.id}`;
    expect(versions).toHaveLength(0);
  });

  test("the author of the card, once self-approval is forbidden", async () => {
    const id = await approvedCard("weekly_update", "lead");
    await own.people.admin.ask("/api/settings", {
      body: { forbids_self_approval: true, version: 0 },
    });
    await expectLapse(id, "decider_not_allowed");
  });
});

test("an approval does not carry over to a later edit, and its job does nothing", async () => {
  const { id } = await propose(own, "weekly_update");
  const claims = JSON.stringify({ sub: own.people.lead.userId, role: "authenticated" });
  const newPayload = { ...payloads.weekly_update, headline: "Another one" };
  // In one transaction, so that no worker interferes.
  await owner.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
    await sql`select public.approve_and_execute_approval(${id}, 1)`;
    await sql`select public.edit_approval(${id}, ${sql.json(newPayload)}, 1)`;
  });
  const card = await waitUntilSettled(id);
  expect(card).toMatchObject({
    status: "pending",
    version: 2,
    decided_by: null,
    payload: newPayload,
  });
  expect(await eventsOf(id)).toEqual(["proposed", "approved", "execution_requested", "edited"]);
  expect(await countPublished()).toBe(0);

  // A reader of the first version cannot approve with it.
  const stale = await act(own, "lead", { action: "approve", id, version: 1 });
  expect(stale.status).toBe(409);
  expect(stale.json).toMatchObject({
    code: "version_conflict",
    details: { version: 2, current: { id, version: 2, payload: newPayload } },
  });
  await perform(own, "lead", { action: "approve_and_execute", id, version: 2 });
  await waitUntilSettled(id);
  const rows =
    await owner`select headline from public.weekly_updates where organization_id = ${own.id}`;
  expect(rows).toEqual([{ headline: "Another one" }]);
});

test("an edit after a plain approval sends the card back", async () => {
  const id = await approvedCard("task_create", "lead");
  const card = await perform(own, "admin", { action: "edit", id, payload: { title: "Another" } });
  expect(card).toMatchObject({ status: "pending", version: 2, decided_by: null });
  const answer = await act(own, "lead", { action: "execute", id });
  expect([answer.status, answer.json]).toEqual([
    409,
    expect.objectContaining({ code: "approval_not_approved" }),
  ]);
  expect((await storedCard(id))["execution_job_id"]).toBeNull();
});

describe("a card approved ten days ago", () => {
  test("is executed if nothing changed", async () => {
    const id = await approvedCard("weekly_update", "lead");
    await tenDaysAgo(id);
    await perform(own, "admin", { action: "execute", id });
    expect(await waitUntilSettled(id)).toMatchObject({
      status: "executed",
      decided_by: own.people.lead.id,
      execution_requested_by: own.people.admin.id,
    });
    expect(await countPublished()).toBe(1);
  });

  test("lapses if its target changed", async () => {
    const base = await own.people.admin.ask("/rest/v1/rpc/set_base_prompt", {
      body: { base: "You help." },
    });
    expect(base.status).toBe(200);
    const id = await approvedCard("prompt_base_update", "admin");
    await tenDaysAgo(id);
    const promptChange = await own.people.admin.ask("/api/service-prompt", {
      body: { action: "set_base_prompt", base: "You help a lot." },
    });
    expect(promptChange.status).toBe(200);
    const versions = () => owner`
      select id from public.prompt_versions where organization_id = ${own.id} order by number`;
    const before = await versions();
    await expectLapse(id, "target_changed");
    expect(await versions()).toEqual(before);
  });

  test.each([
    ["changed", "source_changed"],
    ["was restricted", "source_restricted"],
  ])("lapses if its evidence %s", async (change, code) => {
    const source = await aSource("Everything is on track, said the client.");
    const { id } = await propose(own, "weekly_update", {
      citations: [
        { role: "evidence", source_id: source, quote: "Everything is on track, said the client." },
      ],
    });
    await perform(own, "lead", { action: "approve", id });
    await waitUntilSettled(id);
    await tenDaysAgo(id);
    if (change === "changed") {
      await owner.begin(async (sql) => {
        await sql`update public.sources set version = 2, published_version = 2 where id = ${source}`;
        await sql`insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
          values (${own.id}, ${source}, 2, 0, 'Nothing is on track, said the client.', ${own.betaId})`;
      });
    } else {
      await owner`update public.sources set is_restricted = true where id = ${source}`;
      expect((await storedCard(id))["is_restricted"]).toBe(true);
    }
    await expectLapse(id, code);
  });
});

async function aSource(content: string): Promise<string> {
  const id = randomUUID();
  await owner`insert into public.sources (id, organization_id, kind, project_id, title, published_version)
    values (${id}, ${own.id}, 'meeting', ${own.betaId}, 'Weekly', 1)`;
  await owner`insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
    values (${own.id}, ${id}, 1, 0, ${content}, ${own.betaId})`;
  return id;
}

async function versionOf(personId: string): Promise<number> {
  const [row] = await owner`select version from public.people where id = ${personId}`;
  return row?.["version"];
}

/** A decision can't be changed, even by the owner: the test can move its time only without its guard. */
async function tenDaysAgo(id: string): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`alter table public.approvals disable trigger tg_approvals__guard_states`;
    await sql`update public.approvals set
        created_at = created_at - interval '11 days', decided_at = decided_at - interval '10 days'
      where id = ${id}`;
    await sql`alter table public.approvals enable always trigger tg_approvals__guard_states`;
  });
}
