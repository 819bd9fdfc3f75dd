/**
 * A caller with only the secret key cannot propose, decide or change a card, and can only run the jobs of people's
 * decisions. The database refuses each other attempt, and the owner reads back that nothing has changed.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Ask, askAs, codeOf } from "../support/http.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import {
  executedUpdate,
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  payloads,
  perform,
  propose,
  snapshotOf,
  type TakenJob,
  waitUntilSettled,
} from "./approval-acting.ts";

let own: OwnOrganization;
let pendingId: string;
let approvedId: string;
let executedId: string;
let continueSchedules: () => Promise<void>;
beforeAll(async () => {
  own = await makeOrganizationWithPromptOwner();
  continueSchedules = await pauseSchedules();
  const { id } = await propose(own, "prompt_update");
  await perform(own, "admin", { action: "approve_and_execute", id });
  await waitUntilSettled(id);
  executedId = (await executedUpdate(own)).id;
  pendingId = (await propose(own, "task_create")).id;
  approvedId = (await propose(own, "weekly_update")).id;
  await perform(own, "lead", { action: "approve", id: approvedId });
  await waitUntilSettled(approvedId);
});
afterAll(() => continueSchedules());

const withKey = (path: string, options: Ask = {}) =>
  askAs("secret_key", `/rest/v1/${path}`, options);
const call = (name: string, args: object) => withKey(`rpc/${name}`, { body: args });

describe("the database refuses", () => {
  const attempts: Record<string, () => Promise<unknown>[]> = {
    "inserting a card": () => [
      withKey("approvals", { body: cardRow("pending") }),
      withKey("approvals", { body: cardRow("approved") }),
      call("propose_approval", {
        kind: "task_create",
        project_id: own.betaId,
        payload: payloads.task_create,
      }),
    ],
    "approving one": () => [
      withKey(`approvals?id=eq.${pendingId}`, { method: "PATCH", body: { status: "approved" } }),
      call("approve_approval", { approval_id: pendingId }),
      call("approve_and_execute_approval", { approval_id: pendingId }),
      call("batch_approve", { approval_ids: [pendingId] }),
    ],
    "rejecting one": () => [call("reject_approval", { approval_id: pendingId, reason: "Forged" })],
    "editing one": () => [
      withKey(`approvals?id=eq.${approvedId}`, { method: "PATCH", body: { payload: {} } }),
      withKey(`approval_versions?approval_id=eq.${approvedId}`, {
        method: "PATCH",
        body: { payload: {} },
      }),
      call("edit_approval", { approval_id: approvedId, payload: payloads.weekly_update }),
    ],
    "executing an approved one": () => [call("execute_approval", { approval_id: approvedId })],
    "marking one executed": () => [
      withKey(`approvals?id=eq.${approvedId}`, {
        method: "PATCH",
        body: { status: "executed", executed_at: new Date().toISOString() },
      }),
    ],
    "proposing its undo": () => [call("propose_undo", { approval_id: executedId })],
    "writing its history": () => [
      withKey("approval_events", { body: { approval_id: pendingId, number: 9, type: "approved" } }),
      withKey(`approval_events?approval_id=eq.${pendingId}`, { method: "DELETE" }),
      withKey(`audit_events?object_id=eq.${pendingId}`, { method: "DELETE" }),
    ],
    "making a person an admin": () => [
      withKey(`people?id=eq.${own.people.member.id}`, { method: "PATCH", body: { role: "admin" } }),
      call("change_person_role", { person_id: own.people.member.id, version: 1, role: "admin" }),
      call("invite_person", { email: "forged@own.test", name: "Forged", role: "admin" }),
    ],
    "making a person a prompt owner": () => [
      withKey(`people?id=eq.${own.people.lead.id}`, {
        method: "PATCH",
        body: { is_prompt_owner: true },
      }),
      call("set_prompt_owner", {
        person_id: own.people.lead.id,
        version: 1,
        is_prompt_owner: true,
      }),
    ],
    "changing the live prompt": () => [
      withKey(`live_prompts?organization_id=eq.${own.id}`, {
        method: "PATCH",
        body: { live_version_id: randomUUID() },
      }),
      withKey(`live_prompts?organization_id=eq.${own.id}`, { method: "DELETE" }),
      withKey("prompt_versions", { body: { organization_id: own.id, number: 9, base: "Forged" } }),
      call("set_base_prompt", { base: "Forged" }),
      call("stage_prompt", { base: "Forged" }),
      call("rollback_prompt", { version_row_id: randomUUID() }),
    ],
    "changing a kind": () => [
      withKey("approval_kinds?kind=eq.prompt_update", {
        method: "PATCH",
        body: { is_prompt_owned: false },
      }),
      withKey("approval_kinds?kind=eq.task_create", { method: "PATCH", body: { group: "record" } }),
    ],
    "changing who may decide": () => [
      withKey("organization_settings", {
        body: { organization_id: own.id, forbids_self_approval: false },
      }),
      call("update_organization_settings", {
        changes: { forbids_self_approval: false },
        version: 0,
      }),
    ],
    "publishing without a card": () => [
      withKey("weekly_updates", { body: { organization_id: own.id, headline: "Forged" } }),
      withKey(`weekly_updates?organization_id=eq.${own.id}`, {
        method: "PATCH",
        body: { headline: "Forged" },
      }),
      withKey("external_links", { body: { organization_id: own.id, external_id: "forged" } }),
    ],
  };

  test.each(Object.entries(attempts))("%s", async (_name, send) => {
    const before = await snapshotOf(own.id);
    for (const answer of (await Promise.all(send())) as Awaited<ReturnType<typeof withKey>>[]) {
      expect([answer.status, codeOf(answer)]).toEqual([403, "42501"]);
    }
    expect(await snapshotOf(own.id)).toEqual(before);
  });
});

test("the route refuses the decisions of a caller with the secret key", async () => {
  const before = await snapshotOf(own.id);
  for (const action of ["approve", "approve_and_execute", "execute"]) {
    const answer = await askAs("secret_key", "/api/approvals", { body: { action, id: pendingId } });
    expect([answer.status, codeOf(answer)]).toEqual([401, "invalid_token"]);
  }
  expect(await snapshotOf(own.id)).toEqual(before);
});

describe("a worker with the secret key", () => {
  const workers = {
    lease_execution: {},
    lease_reconciliation: {},
    carry_out_execution: {},
    review_approval: {},
    mark_vendor_call: {},
    finish_execution: { result: { provider: "local", external_id: "forged", url: null } },
    fail_execution: { error: "Forged", is_final: true },
    park_execution: { error: "Forged" },
    settle_execution: { was_found: false },
  };

  test.each(Object.entries(workers))("changes nothing by %s without a job", async (name, more) => {
    const before = await snapshotOf(own.id);
    // The key can read the ids of cards, but they are not ids of jobs.
    const tries = [pendingId, approvedId, executedId, randomUUID()].flatMap((job_id) =>
      [0, 1, null].map((attempt) => call(name, { job_id, attempt, ...more })),
    );
    for (const answer of await Promise.all(tries)) {
      expect([name, codeOf(answer)]).toEqual([name, "OPSTA"]);
    }
    expect(await snapshotOf(own.id)).toEqual(before);
  });

  test("cannot enqueue a job", async () => {
    const before = await snapshotOf(own.id);
    for (const name of ["enqueue_job", "delete_job", "retry_job", "run_job_now", "wake_worker"]) {
      const answer = await call(name, {
        kind: "approval_act",
        payload: { approval_id: pendingId },
      });
      expect([name, answer.status, codeOf(answer)]).toEqual([name, 404, "PGRST202"]);
    }
    const direct = await withKey("jobs", {
      body: { kind: "approval_act", payload: { approval_id: pendingId } },
      headers: { "content-profile": "private" },
    });
    expect([direct.status, codeOf(direct)]).toEqual([406, "PGRST106"]);
    expect(await snapshotOf(own.id)).toEqual(before);
  });

  test("finds nothing to do in a forged job, and changes no card", async () => {
    const jobs = await owner<{ id: string }[]>`
      insert into private.jobs (organization_id, kind, payload, max_attempts, run_at)
      select ${own.id}, kind, jsonb_build_object('approval_id', id), 3, now() - interval '1 day'
      from (values ('approval_act', ${approvedId}::uuid), ('approval_act', ${executedId}), ('task_act', ${pendingId}))
        as forged (kind, id)
      returning id`;
    const cards = () => owner`
      select to_jsonb(approvals) as card from public.approvals
      where organization_id = ${own.id} order by id`;
    const before = await cards();
    const ids = jobs.map(({ id }) => id);
    const takenJobs = await call("take_jobs", {
      kinds: ["approval_act", "task_act"],
      worker: "forged",
      job_limit: 100,
    });
    for (const { id: job_id, kind, attempt } of takenJobs.json as TakenJob[]) {
      if (!ids.includes(job_id)) continue;
      const step = kind === "task_act" ? "lease_execution" : "carry_out_execution";
      const other = kind === "task_act" ? "carry_out_execution" : "lease_execution";
      expect(codeOf(await call(other, { job_id, attempt }))).toBe("OPSTA");
      expect((await call(step, { job_id, attempt })).json).toEqual({ state: "gone" });
      const refusal = await call("finish_execution", {
        job_id,
        attempt,
        result: { provider: "local", external_id: "forged", url: null },
      });
      expect(codeOf(refusal)).toBe("OPSTA");
    }
    // The service's own workers may have taken some jobs before this test; the end is the same.
    await expect
      .poll(() => owner`select from private.jobs where id in ${owner(ids)}`)
      .toHaveLength(0);
    expect(await cards()).toEqual(before);
  });
});

/** A forged card. */
function cardRow(status: string): object {
  return {
    organization_id: own.id,
    kind: "task_create",
    project_id: own.betaId,
    status,
    title: "Forged",
    payload: payloads.task_create,
    payload_hash: "0".repeat(64),
    proposer: "person",
    proposed_by: own.people.admin.id,
    ...(status === "approved" && {
      decided_by: own.people.admin.id,
      decided_at: new Date().toISOString(),
      decided_version: 1,
      decided_hash: "0".repeat(64),
    }),
  };
}
