/** A wrong or late request gets the right answer, and nothing is written. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf, comparable } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  act,
  expectRefused,
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
let foreignId: string;
let continueSchedules: () => Promise<void>;

beforeAll(async () => {
  continueSchedules = await pauseSchedules();
  [own, other] = await Promise.all([makeOrganizationWithPromptOwner(), makeOrganization()]);
  foreignId = (await propose(other, "task_create")).id;
});
afterAll(() => continueSchedules());

const actionsOn = (id: string): object[] => [
  { action: "approve", id },
  { action: "approve_and_execute", id },
  { action: "reject", id, reason: "No" },
  { action: "edit", id, payload: { title: "Forged" } },
  { action: "execute", id },
  { action: "propose_undo", id },
  { action: "batch_approve", ids: [id] },
];

const proposal = (kind: string, payload: unknown, more: object = {}) =>
  own.people.lead.ask("/rest/v1/rpc/propose_approval", {
    body: { kind, project_id: own.betaId, payload, ...more },
  });

describe("an id that the caller may not see", () => {
  test("gets byte for byte the same answer as an unknown id if it is another organization's", async () => {
    const before = await snapshotOf(own.id, other.id);
    const random = randomUUID();
    for (const by of ["admin", "lead"] as const) {
      const foreignActions = actionsOn(foreignId);
      for (const [index, body] of actionsOn(random).entries()) {
        const foreign = comparable(await act(own, by, foreignActions[index] as object), foreignId);
        expect(foreign).toEqual(comparable(await act(own, by, body), random));
        expect(foreign.text).toContain("approval_not_found");
      }
      const readCard = (id: string) => own.people[by].ask(`/api/inbox?approval_id=${id}`);
      expect(comparable(await readCard(foreignId), foreignId)).toEqual(
        comparable(await readCard(random), random),
      );
      expect((await readCard(random)).status).toBe(404);
    }
    expect(await snapshotOf(own.id, other.id)).toEqual(before);
  });

  test("is refused for a card in another project, and for a restricted card in the member's own", async () => {
    const beta = await propose(own, "task_create");
    const restrictedCard = await propose(own, "task_create", { project: own.alphaId });
    const card = await propose(own, "task_create", { project: own.alphaId });
    await owner`update public.approvals set is_restricted = true where id = ${restrictedCard.id}`;
    const { member } = own.people;
    for (const { id } of [beta, restrictedCard]) {
      const nobodys = randomUUID();
      const readCard = (cardId: string) => member.ask(`/api/inbox?approval_id=${cardId}`);
      expect(comparable(await readCard(id), id)).toEqual(
        comparable(await readCard(nobodys), nobodys),
      );
      expect((await readCard(id)).status).toBe(404);
    }
    const idsOf = async (path: string, ids: (json: never) => string[]) =>
      ids((await member.ask(path)).json as never);
    const ofRoute = (json: { approvals: { id: string }[] }) => json.approvals.map(({ id }) => id);
    const ofInbox = (json: { cards: { approval: { id: string } }[] }) =>
      json.cards.map(({ approval }) => approval.id);
    const ofTable = (json: { id: string }[]) => json.map(({ id }) => id);
    const ofChildren = (json: { approval_id: string }[]) =>
      json.map(({ approval_id }) => approval_id);
    for (const ids of [
      await idsOf("/api/approvals?limit=100", ofRoute),
      await idsOf(`/api/approvals?project_id=${own.alphaId}`, ofRoute),
      await idsOf("/api/inbox?limit=100", ofInbox),
      await idsOf("/rest/v1/approvals?select=id", ofTable),
      await idsOf("/rest/v1/approval_versions?select=approval_id", ofChildren),
      await idsOf("/rest/v1/approval_events?select=approval_id", ofChildren),
    ]) {
      expect(ids).toContain(card.id);
      expect(ids).not.toContain(restrictedCard.id);
      expect(ids).not.toContain(beta.id);
    }
    // Restriction spreads and is final: no one can lift it.
    await expect(
      owner`update public.approvals set is_restricted = false where id = ${restrictedCard.id}`,
    ).rejects.toMatchObject({ code: "OPSTA" });
    await perform(own, "lead", { action: "approve", id: restrictedCard.id });
    await waitUntilSettled(restrictedCard.id);
  });

  test("is refused in a proposal for a project, a person or a source of another organization", async () => {
    const before = await snapshotOf(own.id, other.id);
    for (const project_id of [other.betaId, randomUUID()]) {
      await expectRefused(
        proposal("task_create", payloads.task_create, { project_id }),
        400,
        "OPNFD",
      );
    }
    for (const assignee_id of [other.people.lead.id, randomUUID()]) {
      const payload = { ...payloads.task_create, assignee_id };
      await expectRefused(proposal("task_create", payload), 400, "OPINV");
    }
    for (const source_id of [randomUUID(), "x"]) {
      const citations = [{ role: "influence", source_id }];
      const answer = await proposal("task_create", payloads.task_create, { citations });
      expect(["OPNFD", "OPINV"]).toContain(codeOf(answer));
    }
    expect(await snapshotOf(own.id, other.id)).toEqual(before);
  });
});

describe("a malformed proposal is refused:", () => {
  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "TASK_CREATE", ""])(
    "the kind %j",
    async (kind) => {
      const before = await snapshotOf(own.id);
      const answer = await proposal(kind, payloads.task_create);
      expect([answer.status, codeOf(answer)]).toEqual([400, "22P02"]);
      for (const path of [`approvals?kind=${kind}`, `inbox?kind=${kind}`]) {
        await expectRefused(own.people.lead.ask(`/api/${path}`), 400, "malformed_request", path);
      }
      expect(await snapshotOf(own.id)).toEqual(before);
    },
  );

  const title = (text: string) => ({ title: text });
  test.each([
    ["nothing", {}],
    ["a list", []],
    ["text", "{}"],
    ["null", null],
    ["an unknown field", { ...title("x"), status: "executed" }],
    ["a prototype", JSON.parse('{"title":"x","__proto__":{"a":1}}')],
    ["a field of Object", { ...title("x"), constructor: 1, toString: "x" }],
    ["another type", { title: 7 }],
    ["a nested title", { title: { title: "x" } }],
    ["only blanks", title(" \n ")],
    ["too many characters", title("x".repeat(201))],
    ["text that reverses its direction", title("Pay \u202Eevif")],
    ["an isolate", title("Pay \u2067five")],
    ["a zero-width space", title("Pay\u200Bfive")],
    ["a byte order mark", title("Pay\uFEFFfive")],
    ["invisible letters", title("Pay\u{E0041}five")],
    ["a soft hyphen", title("Pay\u00ADfive")],
    ["an invalid day", { ...title("x"), due_on: "2027-02-30" }],
    ["an invalid choice", { ...title("x"), priority: "constructor" }],
    ["an enormous number", { ...title("x"), estimate_hours: 1e300 }],
    ["undo of a kind that has none", { withdraw: randomUUID() }],
  ])("a payload with %s", async (_what, payload) => {
    const { id } = await propose(own, "task_create");
    const before = await snapshotOf(own.id);
    expect(codeOf(await proposal("task_create", payload))).toBe("OPINV");
    const answer = await act(own, "lead", { action: "edit", id, payload });
    expect(answer.status).toBe(400);
    expect(["invalid_payload", "malformed_request"]).toContain(codeOf(answer));
    if (codeOf(answer) === "invalid_payload") {
      const { details } = answer.json as {
        details: { fields: { field: string; message: string }[] };
      };
      expect(details.fields.length).toBeGreaterThan(0);
    }
    expect(await snapshotOf(own.id)).toEqual(before);
  });

  test("a NUL, and half a character", async () => {
    const before = await snapshotOf(own.id);
    for (const text of ["a\0b", "a\uD800b"]) {
      const answer = await proposal("task_create", title(text));
      expect([text, answer.status]).toEqual([text, 400]);
    }
    expect(await snapshotOf(own.id)).toEqual(before);
  });

  test("a payload larger than the service accepts", async () => {
    const { id } = await propose(own, "email_draft");
    const before = await snapshotOf(own.id);
    const vast = { ...payloads.email_draft, body: "x".repeat(600_000) };
    await expectRefused(proposal("email_draft", vast), 400, "OPBIG");
    await expectRefused(
      act(own, "lead", { action: "edit", id, payload: vast }),
      413,
      "payload_too_large",
    );
    const beyond = { ...payloads.email_draft, body: "x".repeat(1_100_000) };
    await expectRefused(
      act(own, "lead", { action: "edit", id, payload: beyond }),
      413,
      "too_large",
    );
    expect(await snapshotOf(own.id)).toEqual(before);
  });
});

describe("a request that comes too late", () => {
  test("with a version other than the current one is refused on every path", async () => {
    const { id } = await propose(own, "task_create");
    await perform(own, "lead", { action: "edit", id, payload: { title: "Second" }, version: 1 });
    const before = await snapshotOf(own.id);
    for (const version of [1, 3, 2_147_483_647]) {
      for (const action of [
        { action: "approve" },
        { action: "approve_and_execute" },
        { action: "reject", reason: "No" },
        { action: "edit", payload: { title: "Third" } },
      ]) {
        const answer = await expectRefused(
          act(own, "admin", { ...action, id, version }),
          409,
          "version_conflict",
        );
        expect(answer.json).toMatchObject({
          details: { version: 2, current: { id, version: 2, payload: { title: "Second" } } },
        });
      }
    }
    const batch = await act(own, "admin", {
      action: "batch_approve",
      ids: [id],
      versions: { [id]: 1 },
    });
    expect(batch.json).toMatchObject({
      results: [{ id, ok: false, error: { statusCode: 409, code: "version_conflict" } }],
    });
    expect(await snapshotOf(own.id)).toEqual(before);
  });

  test("an opposite decision reports who decided and when, and the same decision gets the same answer", async () => {
    const by = { id: own.people.lead.id, name: "lead" };
    const rejectedCard = await propose(own, "task_create");
    const first = await perform(own, "lead", {
      action: "reject",
      id: rejectedCard.id,
      reason: "Not now",
    });
    const approvedCard = await propose(own, "task_create");
    const yes = await perform(own, "lead", { action: "approve", id: approvedCard.id });
    await waitUntilSettled(approvedCard.id);
    const before = await snapshotOf(own.id);
    for (const action of [
      { action: "approve" },
      { action: "approve_and_execute" },
      { action: "execute" },
      { action: "edit", payload: { title: "x" } },
    ]) {
      const answer = await expectRefused(
        act(own, "admin", { ...action, id: rejectedCard.id }),
        409,
        "approval_already_decided",
      );
      expect(answer.json).toMatchObject({
        details: { status: "rejected", by, at: expect.any(String), reason: "Not now" },
      });
    }
    const no = await expectRefused(
      act(own, "admin", { action: "reject", id: approvedCard.id, reason: "No" }),
      409,
      "approval_already_decided",
    );
    expect(no.json).toMatchObject({ details: { status: "approved", by, at: expect.any(String) } });

    const again = await perform(own, "admin", {
      action: "reject",
      id: rejectedCard.id,
      reason: "Other",
    });
    expect(again).toEqual(first);
    const yesAgain = await perform(own, "admin", { action: "approve", id: approvedCard.id });
    expect(yesAgain).toMatchObject({
      decided_by: by,
      decided_at: yes.decided_at,
      status: "approved",
    });
    expect(await snapshotOf(own.id)).toEqual(before);
  });

  test("an executed card cannot be edited, rejected, executed again or undone twice", async () => {
    const { id } = await propose(own, "weekly_update");
    await perform(own, "lead", { action: "approve_and_execute", id });
    await waitUntilSettled(id);
    const before = await snapshotOf(own.id);
    const payload = { ...payloads.weekly_update, headline: "Other" };
    await expectRefused(
      act(own, "lead", { action: "edit", id, payload }),
      409,
      "approval_in_execution",
    );
    await expectRefused(
      act(own, "lead", { action: "reject", id, reason: "No" }),
      409,
      "approval_already_decided",
    );
    expect((await perform(own, "admin", { action: "execute", id })).status).toBe("executed");
    expect((await perform(own, "admin", { action: "approve_and_execute", id })).status).toBe(
      "executed",
    );
    expect(await snapshotOf(own.id)).toEqual(before);

    const undo = await perform(own, "lead", { action: "propose_undo", id });
    expect(undo).toMatchObject({ status: "pending", undo_of_id: id, kind: "weekly_update" });
    await expectRefused(act(own, "admin", { action: "propose_undo", id }), 409, "not_undoable");
    await perform(own, "lead", { action: "approve_and_execute", id: undo.id });
    expect((await waitUntilSettled(undo.id))["status"]).toBe("executed");
    const [row] =
      await owner`select withdrawn_at from public.weekly_updates where approval_id = ${id}`;
    expect(row?.["withdrawn_at"]).not.toBeNull();
  });
});
