/** Where self-approval is forbidden, every way to decide one's own proposal is refused, and nothing is written. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import {
  act,
  expectRefused,
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  payloads,
  perform,
  propose,
  snapshotOf,
  storedCard,
  waitUntilSettled,
} from "./approval-acting.ts";

let continueSchedules: () => Promise<void>;
beforeAll(async () => {
  continueSchedules = await pauseSchedules();
});
afterAll(() => continueSchedules());

describe("where self-approval is forbidden, a decision is refused to", () => {
  let strict: OwnOrganization;
  beforeAll(async () => {
    strict = await makeOrganizationWithPromptOwner();
    const answer = await strict.people.admin.ask("/api/settings", {
      body: { forbids_self_approval: true, version: 0 },
    });
    expect(answer.status).toBe(200);
  });

  const decisions = (id: string): object[] => [
    { action: "approve", id },
    { action: "approve_and_execute", id },
    { action: "reject", id, reason: "No" },
  ];
  async function expectForbidden(id: string, by: "admin" | "lead"): Promise<void> {
    const before = await snapshotOf(strict.id);
    for (const body of decisions(id)) {
      await expectRefused(act(strict, by, body), 403, "self_approval_forbidden");
    }
    const batch = await act(strict, by, { action: "batch_approve", ids: [id] });
    expect(batch.json).toMatchObject({
      results: [{ ok: false, error: { statusCode: 403, code: "self_approval_forbidden" } }],
    });
    for (const name of ["approve_approval", "approve_and_execute_approval"]) {
      const direct = strict.people[by].ask(`/rest/v1/rpc/${name}`, { body: { approval_id: id } });
      await expectRefused(direct, 400, "OPDEN");
    }
    expect(await snapshotOf(strict.id)).toEqual(before);
  }

  test("the proposer, even an admin", async () => {
    for (const by of ["admin", "lead"] as const) {
      const { id } = await propose(strict, "task_create", { by });
      await expectForbidden(id, by);
      await perform(strict, by === "admin" ? "lead" : "admin", { action: "approve", id });
      await waitUntilSettled(id);
    }
  });

  test("the person in whose session an assistant proposed", async () => {
    const answer = await strict.people.lead.ask("/rest/v1/rpc/propose_approval", {
      body: {
        kind: "task_create",
        project_id: strict.betaId,
        payload: payloads.task_create,
        proposer: "agent",
        agent_session_id: randomUUID(),
      },
    });
    await expectForbidden((answer.json as { id: string }).id, "lead");
  });

  test("the last editor, even of a member's card", async () => {
    const { id } = await propose(strict, "task_create", { by: "member", project: strict.alphaId });
    await perform(strict, "lead", { action: "edit", id, payload: { title: "Mine" } });
    await expectForbidden(id, "lead");
    await perform(strict, "admin", { action: "approve", id });
    // Another person decided, so the editor may execute it.
    await perform(strict, "lead", { action: "execute", id });
    expect(await storedCard(id)).toMatchObject({
      decided_by: strict.people.admin.id,
      execution_requested_by: strict.people.lead.id,
    });
  });

  test("the owner of the table, who writes the decision into the row", async () => {
    const { id } = await propose(strict, "scope_flag");
    await expect(
      owner`update public.approvals set status = 'approved', decided_by = ${strict.people.lead.id},
        decided_at = now(), decided_version = version, decided_hash = payload_hash where id = ${id}`,
    ).rejects.toMatchObject({ code: "OPDEN" });
  });
});
