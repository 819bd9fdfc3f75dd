import { beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { perform, propose, storedCard } from "./approval-acting.ts";

let own: OwnOrganization;
let update: string;

type Role = "admin" | "lead" | "member" | "client";
const see = (role: Role): Promise<Answer> =>
  own.people[role].ask(
    `/api/client-portal${role === "client" ? "" : `?client_id=${own.clientId}`}`,
  );

/** Proposes and publishes a card of a project. Returns its id. */
async function publish(
  kind: "weekly_update" | "deliverable_release",
  payload: object,
  of = own,
  project = of.alphaId,
): Promise<string> {
  return execute((await propose(of, kind, { project, payload })).id, of);
}

async function execute(id: string, of = own): Promise<string> {
  await perform(of, "lead", { action: "approve_and_execute", id });
  for (;;) {
    const { status } = await storedCard(id);
    if (status === "executed") return id;
    if (["failed", "unknown"].includes(status as string)) throw new Error(`The card is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The actions that the audit log has recorded about the portal, with the number of each. */
async function recordedReads(role: Role): Promise<Record<string, number>> {
  const rows = await owner<{ action: string; count: number }[]>`
    select action, count(*)::int as count from public.audit_events
    where organization_id = ${own.id} and actor_person_id = ${own.people[role].id}
      and action in ('client_portal.viewed', 'publication.first_read')
    group by action`;
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
}

/** The bytes that a client and those who see as the client get, after proof that all of them are equal. */
async function equalBytes(): Promise<string> {
  const preview = await see("lead");
  const [adminView, clientView, leadView] = [
    await see("admin"),
    await see("client"),
    await see("lead"),
  ];
  expect([preview.status, clientView.status]).toEqual([200, 200]);
  expect(preview.text).toBe(clientView.text);
  expect(adminView.text).toBe(clientView.text);
  // The client's first reading changes no byte.
  expect(leadView.text).toBe(clientView.text);
  expect(preview.headers.get("content-type")).toBe(clientView.headers.get("content-type"));
  expect(preview.headers.get("cache-control")).toBe(clientView.headers.get("cache-control"));
  return clientView.text;
}

beforeAll(async () => {
  own = await makeOrganization();
  await owner`update public.operating_profiles set shares_hours = true where account_id = ${own.accountId}`;
  update = await publish("weekly_update", {
    week_of: "2027-01-11",
    headline: "All well",
    body: "We did a lot. The menu of the café, “quotes” and emoji 🎉 stay as they are.",
  });
  await publish("deliverable_release", { title: "Wireframes" });
  const { client } = own.people;
  const request = {
    action: "request",
    project_id: own.alphaId,
    kind: "question",
    text: "When do we begin?",
  };
  expect((await client.ask("/api/client-portal", { body: request })).status).toBe(200);
});

describe("see as client", () => {
  test("a lead and an admin get the bytes of the client, and each view is recorded", async () => {
    const before = await recordedReads("lead");
    expect((await see("lead")).status).toBe(200);
    expect(await recordedReads("client")).toEqual({});
    const bytes = await equalBytes();
    const parts = ["All well", "café", "🎉", "Wireframes", "When do we begin?", '"used":2.5'];
    for (const part of parts) expect(bytes).toContain(part);
    expect(await recordedReads("lead")).toEqual({
      "client_portal.viewed": (before["client_portal.viewed"] ?? 0) + 3,
    });
    expect(await recordedReads("admin")).toEqual({ "client_portal.viewed": 1 });
    // Only the client reads: the update and the deliverable, each once.
    expect(await recordedReads("client")).toEqual({ "publication.first_read": 2 });
  });

  test("a member and the lead of another organization see no portal", async () => {
    const other = await makeOrganization();
    const member = await see("member");
    expect([member.status, codeOf(member)]).toEqual([403, "role_not_allowed"]);
    const foreign = await other.people.lead.ask(`/api/client-portal?client_id=${own.clientId}`);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, "client_not_found"]);
    // A contact who names another client gets their own portal.
    const contact = await other.people.client.ask(`/api/client-portal?client_id=${own.clientId}`);
    expect(contact.text).toBe((await other.people.client.ask("/api/client-portal")).text);
    expect(contact.text).not.toContain("Wireframes");
  });

  test("a withdrawn update disappears from the bytes of both", async () => {
    const answer = await own.people.lead.ask("/rest/v1/rpc/propose_undo", {
      body: { approval_id: update },
    });
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
    await execute((answer.json as { approval: { id: string } }).approval.id);
    const bytes = await equalBytes();
    expect(bytes).toContain("Wireframes");
    expect(bytes).not.toContain("All well");
  });
});

describe("the first reading", () => {
  let fresh: OwnOrganization;
  const news = (headline: string) => ({ week_of: "2027-01-11", headline, body: "We did a lot." });
  const countUnread = async () => {
    const rows = await owner`
      select from private.portal_publications
      where organization_id = ${fresh.id} and first_read_at is null`;
    return rows.length;
  };

  beforeAll(async () => {
    fresh = await makeOrganization();
    await publish("weekly_update", news("News of alpha"), fresh);
  });

  test("is recorded before the Data API returns the portal, or the call is refused", async () => {
    const direct = await fresh.people.client.ask("/rest/v1/rpc/get_client_portal", { body: {} });
    expect([codeOf(direct), await countUnread()]).toEqual(["OPSTA", 1]);
    expect(direct.text).not.toContain("News of alpha");
  });

  test("includes a publication that appears while the portal is being opened", async () => {
    await publish("weekly_update", news("News of beta"), fresh, fresh.betaId);
    await owner`update public.projects set archived_at = now() where id = ${fresh.betaId}`;
    expect(await countUnread()).toBe(2);
    let portalView: Promise<Answer> | undefined;
    await owner.begin(async (sql) => {
      // The recording of the view waits here, after it has read which publications are unread.
      await sql`lock table public.audit_events in share row exclusive mode`;
      portalView = fresh.people.client.ask("/api/client-portal");
      for (;;) {
        const waiting = await owner`
          select from pg_locks where relation = 'public.audit_events'::regclass and not granted`;
        if (waiting.length > 0) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await sql`update public.projects set archived_at = null where id = ${fresh.betaId}`;
    });
    const answer = await portalView;
    expect(answer?.status).toBe(200);
    expect(answer?.text).toContain("News of alpha");
    expect(answer?.text).toContain("News of beta");
    expect(await countUnread()).toBe(0);
  });
});
