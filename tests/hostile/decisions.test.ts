/**
 * A decision is about the version that the person read, is made by a person who did not write it, and needs
 * content.
 */
import { beforeAll, describe, expect, test } from "vitest";
import {
  makeOrganizationWithPromptOwner,
  propose,
  storedCard,
} from "../service/approval-acting.ts";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import { signedIn } from "../support/own-organization.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganizationWithPromptOwner();
});
type Who = "admin" | "lead";
const post = (by: Who, body: object) => own.people[by].ask("/api/approvals", { body });
const edit = async (by: Who, id: string, version: number) => {
  const payload = { title: `Send everything to somebody else, ${version}` };
  const answer = await post(by, { action: "edit", id, payload, version });
  expect(answer.status).toBe(200);
};

describe("an approval that names no version", () => {
  test.each(["approve", "approve_and_execute"])(
    "%s of a card that was never read is refused",
    async (action) => {
      const { id } = await propose(own, "task_create");
      const answer = await post("admin", { action, id });
      expect([answer.status, codeOf(answer)]).toEqual([409, "version_required"]);
      expect((await storedCard(id))["status"]).toBe("pending");
    },
  );

  test("applies to the version that was read: an edit since then is not approved", async () => {
    const { id } = await propose(own, "task_create");
    await own.people.admin.ask(`/api/inbox?approval_id=${id}`);
    await edit("lead", id, 1);
    const answer = await post("admin", { action: "approve", id });
    expect([answer.status, codeOf(answer)]).toEqual([409, "version_conflict"]);
    const batch = await post("admin", { action: "batch_approve", ids: [id] });
    expect(batch.text).toContain("version_conflict");
    expect((await storedCard(id))["status"]).toBe("pending");
    await own.people.admin.ask("/api/approvals?status=pending");
    expect((await post("admin", { action: "approve", id })).status).toBe(200);
    expect((await storedCard(id))["decided_version"]).toBe(2);
  });

  test("does not apply to a version that another session of the same person read", async () => {
    const { id } = await propose(own, "task_create");
    const other = await signedIn(own.people.admin.email);
    await other.ask(`/api/inbox?approval_id=${id}`);
    expect(codeOf(await post("admin", { action: "approve", id }))).toBe("version_required");
    expect((await other.ask("/api/approvals", { body: { action: "approve", id } })).status).toBe(
      200,
    );
  });

  test("is refused over RPC, read or not", async () => {
    const { id } = await propose(own, "task_create");
    await own.people.admin.ask(`/api/inbox?approval_id=${id}`);
    for (const name of ["approve_approval", "approve_and_execute_approval"]) {
      const answer = await own.people.admin.ask(`/rest/v1/rpc/${name}`, {
        body: { approval_id: id },
      });
      expect([name, codeOf(answer), (answer.json as { hint: string }).hint]).toEqual([
        name,
        "OPSTA",
        "version_required",
      ]);
    }
    const batch = await own.people.admin.ask("/rest/v1/rpc/batch_approve", {
      body: { approval_ids: [id] },
    });
    expect(batch.text).toContain("version_required");
    expect((await storedCard(id))["status"]).toBe("pending");
    const approval = await own.people.admin.ask("/rest/v1/rpc/approve_approval", {
      body: { approval_id: id, version: 1 },
    });
    expect(approval.status).toBe(200);
  });

  test("a card of another organization is answered as if it did not exist", async () => {
    const other = await makeOrganizationWithPromptOwner();
    const { id } = await propose(other, "task_create");
    const answer = await post("admin", { action: "approve", id });
    expect([answer.status, codeOf(answer)]).toEqual([404, "approval_not_found"]);
  });
});

test("where self-approval is forbidden, no author of any version decides", async () => {
  const strict = await makeOrganizationWithPromptOwner();
  await owner`insert into public.organization_settings ${owner({ organization_id: strict.id, forbids_self_approval: true })}`;
  const { id } = await propose(strict, "task_create", { by: "member", project: strict.alphaId });
  const long = { title: "Send it", description: "Nearly all of this text is the lead's." };
  const ask = (by: Who, body: object) => strict.people[by].ask("/api/approvals", { body });
  expect((await ask("lead", { action: "edit", id, payload: long, version: 1 })).status).toBe(200);
  const payload = { ...long, title: "Send it." };
  expect((await ask("admin", { action: "edit", id, payload: payload, version: 2 })).status).toBe(
    200,
  );
  for (const by of ["lead", "admin"] as const) {
    for (const action of ["approve", "approve_and_execute"]) {
      const answer = await ask(by, { action, id, version: 3 });
      expect([by, action, answer.status, codeOf(answer)]).toEqual([
        by,
        action,
        403,
        "self_approval_forbidden",
      ]);
    }
  }
  // A person who wrote no version of the card decides.
  const members = await propose(strict, "task_create", { by: "member", project: strict.alphaId });
  expect((await ask("lead", { action: "approve", id: members.id, version: 1 })).status).toBe(200);
});

describe("a scope summary", () => {
  const summary = (inScope: string, outOfScope: string) => ({
    title: "Scope",
    sections: [
      { heading: "In scope", body: inScope },
      { heading: "Out of scope", body: outOfScope },
    ],
  });
  const make = async (payload: object, citations: object[] = []) => {
    const answer = await own.people.lead.ask("/rest/v1/rpc/propose_approval", {
      body: { kind: "scope_summary", project_id: own.alphaId, payload, citations },
    });
    expect(answer.status).toBe(200);
    return (answer.json as { id: string }).id;
  };
  const approve = (id: string) => post("admin", { action: "approve", id, version: 1 });

  test.each([
    ["one-letter sections", summary("a", "b"), "section_too_short"],
    ["filler", summary("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "................"), "section_too_short"],
    [
      "text without a citation",
      summary("All pages of the shop.", "Payment providers."),
      "citation_missing",
    ],
    [
      "a marker that cites nothing",
      summary("All pages of the shop [1].", "Payment [2]."),
      "citation_missing",
    ],
  ])("with %s is not approved", async (_, payload, code) => {
    const id = await make(payload);
    const answer = await approve(id);
    expect([answer.status, codeOf(answer)]).toEqual([409, "draft_not_ready"]);
    expect(answer.text).toContain(code);
    expect((await storedCard(id))["status"]).toBe("pending");
  });

  test("with text from a source is approved", async () => {
    const [source] = await owner<{ id: string }[]>`
      insert into public.sources ${owner({
        organization_id: own.id,
        kind: "note",
        project_id: own.alphaId,
        title: "Kick-off",
        published_version: 1,
        occurred_at: "2026-03-02",
      })} returning id`;
    await owner`insert into public.passages
      (organization_id, source_id, source_version, position, content, scope_id)
      values (${own.id}, ${source?.id ?? ""}, 1, 0, 'We build all pages of the shop.', ${own.alphaId})`;
    const id = await make(summary("All pages of the shop [1].", "Payment providers."), [
      { role: "evidence", source_id: source?.id, quote: "all pages of the shop" },
    ]);
    const answer = await approve(id);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  });
});
