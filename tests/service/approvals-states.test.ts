/** The table owner, even a superuser, cannot store an invalid state of the queue. */
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  executedUpdate,
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  payloads,
  perform,
  propose,
  snapshotOf,
  waitUntilSettled,
} from "./approval-acting.ts";

let own: OwnOrganization;
let other: OwnOrganization;
const cards: Record<string, string> = {};
let resumeSchedules: () => Promise<void>;
beforeAll(async () => {
  [own, other] = await Promise.all([makeOrganizationWithPromptOwner(), makeOrganization()]);
  const make = async (name: string, action?: object) => {
    const { id } = await propose(own, name === "prompt" ? "prompt_update" : "task_create");
    if (action) await perform(own, "lead", { ...action, id });
    cards[name] = id;
  };
  await make("pending");
  await make("prompt");
  await make("approved", { action: "approve" });
  await make("rejected", { action: "reject", reason: "No" });
  cards["executed"] = (await executedUpdate(own)).id;
  await waitUntilSettled(cards["approved"] as string);
  // A scheduled job may send a call at any moment, and the snapshots contain the number of calls.
  resumeSchedules = await pauseSchedules();
});
afterAll(() => resumeSchedules?.());

const decision = (by: string) =>
  `decided_by = '${by}', decided_at = now(), decided_version = version, decided_hash = payload_hash`;

/** The SQL of each attempt, with $card for the id of its card. */
function attempts(): Record<string, [card: string, statement: string]> {
  const { admin, lead, member } = own.people;
  const columns = `organization_id, kind, project_id, title, payload, payload_hash, proposer, proposed_by`;
  const values = `'${own.id}', 'task_create', '${own.betaId}', 'Forged', '${JSON.stringify(payloads.task_create)}', '', 'person', '${lead.id}'`;
  const insertion = (moreColumns: string, moreValues: string): [string, string] => [
    "pending",
    `insert into public.approvals (${columns}, ${moreColumns}) values (${values}, ${moreValues})`,
  ];
  const decisionColumns = `'${lead.id}', now(), 1, repeat('0', 64)`;
  const set = (card: string, assignments: string): [string, string] => [
    card,
    `update public.approvals set ${assignments} where id = $card`,
  ];
  return {
    "inserted as approved": insertion(
      "status, decided_by, decided_at, decided_version, decided_hash",
      `'approved', ${decisionColumns}`,
    ),
    "inserted as executed": insertion(
      "status, decided_by, decided_at, decided_version, decided_hash, execution_requested_by, execution_requested_at, executed_at",
      `'executed', ${decisionColumns}, '${lead.id}', now(), now()`,
    ),
    "inserted as rejected": insertion(
      "status, reason, decided_by, decided_at, decided_version, decided_hash",
      `'rejected', 'No', ${decisionColumns}`,
    ),
    "inserted in its second version": insertion("version, last_edited_by", `2, '${lead.id}'`),
    "inserted as edited": insertion("last_edited_by", `'${lead.id}'`),
    "pending and decided": set("pending", decision(lead.id)),
    "pending with a requested execution": set(
      "pending",
      `execution_requested_by = '${lead.id}', execution_requested_at = now()`,
    ),
    "approved without a decider": set("pending", "status = 'approved'"),
    "approved by a member": set("pending", `status = 'approved', ${decision(member.id)}`),
    "approved by an admin of another organization": set(
      "pending",
      `status = 'approved', ${decision(other.people.admin.id)}`,
    ),
    "approved for another payload": set(
      "pending",
      `status = 'approved', decided_by = '${lead.id}', decided_at = now(), decided_version = version, decided_hash = repeat('0', 64)`,
    ),
    "approved in another version": set(
      "pending",
      `status = 'approved', decided_by = '${lead.id}', decided_at = now(), decided_version = 9, decided_hash = payload_hash`,
    ),
    "a prompt card approved by a person who does not own the prompt": set(
      "prompt",
      `status = 'approved', ${decision(lead.id)}`,
    ),
    "rejected without a reason": set("pending", `status = 'rejected', ${decision(lead.id)}`),
    ...Object.fromEntries(
      ["executing", "executed", "failed", "unknown"].map((status) => [
        `from pending to ${status}`,
        set(
          "pending",
          `status = '${status}', ${decision(lead.id)}, execution_requested_by = '${lead.id}', execution_requested_at = now(),
           execution_job_id = gen_random_uuid(), execution_attempt = 1, vendor_called_at = now(),
           executed_at = case when '${status}' = 'executed' then now() end,
           execution_error = case when '${status}' in ('failed', 'unknown') then 'x' end`,
        ),
      ]),
    ),
    ...Object.fromEntries(
      ["executed", "failed", "unknown", "rejected"].map((status) => [
        `from approved to ${status}`,
        set(
          "approved",
          `status = '${status}', execution_requested_by = '${lead.id}', execution_requested_at = now(), vendor_called_at = now(),
           executed_at = case when '${status}' = 'executed' then now() end,
           reason = case when '${status}' = 'rejected' then 'x' end,
           execution_error = case when '${status}' in ('failed', 'unknown') then 'x' end`,
        ),
      ]),
    ),
    "executed elsewhere without a confirming lookup": set(
      "approved",
      `status = 'executing', execution_requested_by = '${lead.id}', execution_requested_at = now(),
       execution_job_id = gen_random_uuid(), execution_attempt = 1, vendor_called_at = now() where id = $card;
       update public.approvals set status = 'executed', executed_at = now(), execution_job_id = null,
       result = '{"provider": "clickup", "external_id": "forged", "url": null}'`,
    ),
    "in execution without a job": set(
      "approved",
      `status = 'executing', execution_requested_by = '${lead.id}', execution_requested_at = now()`,
    ),
    "approved again by another person": set("approved", `decided_by = '${admin.id}'`),
    "approved at another time": set("approved", "decided_at = now() - interval '1 year'"),
    "approved, with its decision cleared": set(
      "approved",
      "decided_by = null, decided_at = null, decided_version = null, decided_hash = null",
    ),
    "approved, with another payload": set("approved", `payload = '{"title": "Forged"}'`),
    "another payload in the same version": set("pending", `payload = '{"title": "Forged"}'`),
    "another title in the same version": set("pending", "title = 'Forged'"),
    "another payload, approved at once": set(
      "approved",
      `payload = '{"title": "Forged"}', version = 2, last_edited_by = '${lead.id}', ${decision(lead.id)}`,
    ),
    "a version without an editor": set("pending", `payload = '{"title": "Forged"}', version = 2`),
    "a skipped version": set(
      "pending",
      `payload = '{"title": "Forged"}', version = 3, last_edited_by = '${lead.id}'`,
    ),
    "an earlier version number": set("pending", "version = 0"),
    "another kind": set("pending", "kind = 'scope_flag'"),
    "another project": set("pending", `project_id = '${own.alphaId}'`),
    "another proposer": set("pending", `proposed_by = '${member.id}'`),
    "changed to the assistant as its proposer": set("pending", "proposer = 'agent'"),
    "another organization": set("pending", `organization_id = '${other.id}'`),
    "with an earlier time of creation": set("pending", "created_at = now() - interval '1 year'"),
    "rejected, then pending again": set(
      "rejected",
      "status = 'pending', reason = null, decided_by = null, decided_at = null, decided_version = null, decided_hash = null",
    ),
    "rejected, then approved": set("rejected", "status = 'approved', reason = null"),
    "rejected for another reason": set("rejected", "reason = 'Because'"),
    "executed, then approved again": set(
      "executed",
      "status = 'approved', executed_at = null, result = null, inverse = null",
    ),
    "executed, then failed": set(
      "executed",
      "status = 'failed', executed_at = null, result = null, inverse = null, execution_error = 'x'",
    ),
    "executed with another result": set("executed", `result = '{"url": "https://forged.example"}'`),
    "executed at another time": set("executed", "executed_at = now() - interval '1 year'"),
    deleted: ["rejected", "delete from public.approvals where id = $card"],
    "all deleted": ["pending", "truncate public.approvals cascade"],
    ...Object.fromEntries(
      ["approval_versions", "approval_events"].flatMap((table) => [
        [
          `${table} changed`,
          ["pending", `update public.${table} set version = 9 where approval_id = $card`],
        ],
        [`${table} deleted`, ["pending", `delete from public.${table} where approval_id = $card`]],
        [`${table} emptied`, ["pending", `truncate public.${table}`]],
      ]),
    ),
    "citations emptied": ["pending", "truncate public.approval_citations"],
  };
}

describe.each(["origin", "replica"])("with session_replication_role = %s", (mode) => {
  test("every attempt is refused, and nothing changes", async () => {
    const before = await snapshotOf(own.id, other.id);
    const problems = [];
    for (const [name, [card, statement]] of Object.entries(attempts())) {
      const outcome = await inMode(mode, statement.replaceAll("$card", `'${cards[card]}'`));
      // A refusal by our rules, a constraint or a missing right. An error in the statement would prove nothing.
      if (!["OPSTA", "OPDEN", "23514", "23503"].includes(outcome))
        problems.push(`${name}: ${outcome}`);
    }
    expect(problems).toEqual([]);
    expect(await snapshotOf(own.id, other.id)).toEqual(before);
  });
});

test("permitted states are stored, so that the refusals above prove something", async () => {
  const { lead } = own.people;
  const set = (card: string, assignments: string) =>
    inMode("origin", `update public.approvals set ${assignments} where id = '${cards[card]}'`);
  expect(await set("pending", `status = 'approved', ${decision(lead.id)}`)).toBe("1 rows");
  expect(await set("prompt", `status = 'approved', ${decision(own.people.admin.id)}`)).toBe(
    "1 rows",
  );
  expect(await set("pending", `status = 'rejected', reason = 'No', ${decision(lead.id)}`)).toBe(
    "1 rows",
  );
  expect(
    await set(
      "pending",
      `payload = '{"title": "Second"}', version = 2, last_edited_by = '${lead.id}'`,
    ),
  ).toBe("1 rows");
  expect(
    await set(
      "approved",
      `status = 'executing', execution_requested_by = '${lead.id}', execution_requested_at = now(),
       execution_job_id = gen_random_uuid(), execution_attempt = 1`,
    ),
  ).toBe("1 rows");
});

/** The SQLSTATE of a refusal, or the number of rows that the statement changed; always rolled back. */
async function inMode(mode: string, statement: string): Promise<string> {
  let outcome = "";
  const rollback = new Error("rolled back");
  await owner
    .begin(async (sql: postgres.TransactionSql) => {
      await sql.unsafe(`set local session_replication_role = ${mode}`);
      outcome = `${(await sql.unsafe(statement)).count} rows`;
      throw rollback;
    })
    .catch((error: Error & { code?: string }) => {
      if (error !== rollback) outcome = error.code ?? error.message;
    });
  return outcome;
}
