import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { act, detailsOf, perform, versionOf } from "./portfolio-acting.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

async function lastEvent(action: string) {
  const [event] = await owner`
    select actor_person_id, object_id, before, after, request_id from public.audit_events
    where organization_id = ${own.id} and action = ${action} order by occurred_at desc limit 1`;
  return event;
}

describe("each type has its effect, and leaves an audit event", () => {
  test("status_update stores a member's trimmed text, and the newest one counts", async () => {
    const answer = await perform(
      own,
      {
        type: "status_update",
        project_id: own.alphaId,
        health: "at_risk",
        summary: "  The provider is late. \r\n We wait. ",
        risks: null,
        next_steps: "Ask again",
      },
      "member",
    );
    expect(answer["status_update"]).toMatchObject({
      author_id: own.people.member.id,
      summary: "The provider is late.\n We wait.",
      risks: null,
      next_steps: "Ask again",
    });
    const [summary] = await owner`
      select health from public.status_updates where project_id = ${own.alphaId}
      order by created_at desc limit 1`;
    expect(summary).toEqual({ health: "at_risk" });
    expect(await lastEvent("status_update.posted")).toMatchObject({
      actor_person_id: own.people.member.id,
    });
  });

  test("person_rate and project_rate store a rate, and null removes it", async () => {
    const person = { type: "person_rate", person_id: own.people.member.id } as const;
    const set = await perform(own, { ...person, valid_from: "2026-03-01", cost_per_hour: 55.5 });
    expect(set["rate"]).toMatchObject({ cost_per_hour: 55.5, valid_from: "2026-03-01" });
    const project = { type: "project_rate", project_id: own.alphaId } as const;
    const rate = { valid_from: "2026-03-01", revenue_per_hour: 120, cost_per_hour: null };
    expect((await perform(own, { ...project, ...rate }))["rate"]).toMatchObject(rate);
    expect(await lastEvent("project_rate.set")).toMatchObject({
      actor_person_id: own.people.lead.id,
    });
    for (const removal of [
      { ...person, valid_from: "2026-03-01", cost_per_hour: null },
      { ...project, valid_from: "2026-03-01", revenue_per_hour: null },
    ]) {
      expect((await perform(own, removal))["rate"]).toBeNull();
    }
    const [row] = await owner`
      select (select count(*) from public.person_rates where organization_id = ${own.id})
        + (select count(*) from public.project_rates where organization_id = ${own.id}) as count`;
    expect(Number(row?.["count"])).toBe(0);
  });

  test("client_create, client_update, account_create and account_update store their values", async () => {
    const name = `Tidal ${randomUUID()}`;
    const creation = await perform(own, {
      type: "client_create",
      name: ` ${name} `,
      website: null,
    });
    const client = creation["client"] as { id: string; version: number };
    expect(client).toMatchObject({ name, version: 1, website: null });
    expect(await lastEvent("client.created")).toMatchObject({ object_id: client.id });

    const update = await perform(own, {
      type: "client_update",
      client_id: client.id,
      version: 1,
      changes: { website: "https://tidal.test", note: "Pays late" },
    });
    expect(update["client"]).toMatchObject({ name, version: 2, website: "https://tidal.test" });
    expect(await lastEvent("client.updated")).toMatchObject({
      before: { website: null, note: null, version: 1 },
      after: { website: "https://tidal.test", note: "Pays late", version: 2 },
    });

    const account = await perform(own, {
      type: "account_create",
      client_id: client.id,
      name: "Web",
    });
    expect(account["account"]).toMatchObject({ client_id: client.id, name: "Web", version: 1 });
    const again = await act(own, { type: "account_create", client_id: client.id, name: "web" });
    expect([again.status, codeOf(again)]).toEqual([409, "account_exists"]);
    const { id: accountId } = account["account"] as { id: string };
    const renaming = await perform(own, {
      type: "account_update",
      account_id: accountId,
      version: 1,
      changes: { name: " Web shop " },
    });
    expect(renaming["account"]).toMatchObject({ id: accountId, name: "Web shop", version: 2 });
    expect(await lastEvent("account.updated")).toMatchObject({
      before: { name: "Web", version: 1 },
      after: { name: "Web shop", version: 2 },
    });
    const twice = await act(own, { type: "client_create", name: name.toUpperCase() });
    expect([twice.status, codeOf(twice)]).toEqual([409, "client_exists"]);
    expect(detailsOf(twice)).toEqual({ client_id: client.id });
  });

  test("client_update archives only a client whose work has ended", async () => {
    const version = await versionOf("clients", own.clientId);
    const answer = await act(own, {
      type: "client_update",
      client_id: own.clientId,
      version,
      changes: { is_archived: true },
    });
    expect([answer.status, codeOf(answer)]).toEqual([409, "client_in_use"]);
    expect(detailsOf(answer)).toEqual({ project_count: 2 });
  });

  test("operating_profile_update changes only named fields", async () => {
    const contact = { name: " Ada  Quill ", email: "ADA@harbour.test" };
    const first = await perform(own, {
      type: "operating_profile_update",
      account_id: own.accountId,
      version: 1,
      changes: { contacts: [contact], standing_facts: ["No releases on Fridays."] },
    });
    expect(first["operating_profile"]).toMatchObject({
      cadence: "weekly",
      contacts: [{ name: "Ada Quill", role: null, email: "ada@harbour.test", phone: null }],
      standing_facts: ["No releases on Fridays."],
      version: 2,
    });
    const second = await perform(own, {
      type: "operating_profile_update",
      account_id: own.accountId,
      version: 2,
      changes: { cadence: null },
    });
    expect(second["operating_profile"]).toMatchObject({
      cadence: null,
      standing_facts: ["No releases on Fridays."],
      version: 3,
    });
    expect(await lastEvent("operating_profile.updated")).toMatchObject({
      before: { cadence: "weekly", version: 2 },
      after: { cadence: null, version: 3 },
    });
  });

  test("operating_profile_update creates the profile of an account without one", async () => {
    const row = await perform(own, {
      type: "account_create",
      client_id: own.clientId,
      name: randomUUID(),
    });
    const account_id = (row["account"] as { id: string }).id;
    const profile = await perform(own, {
      type: "operating_profile_update",
      account_id,
      version: 0,
      changes: { cadence: "monthly" },
    });
    expect(profile["operating_profile"]).toMatchObject({ cadence: "monthly", version: 1 });
  });

  test("portfolio_classification keeps every version", async () => {
    const answer = await perform(own, {
      type: "portfolio_classification",
      project_id: own.alphaId,
      version: 1,
      tier: "strategic",
      service_line: "Commerce",
      risk: "high",
      reason: "The provider is late",
    });
    expect(answer["classification"]).toMatchObject({ version: 2, risk: "high" });
    const versions = await owner`
      select version, risk from public.portfolio_classifications
      where project_id = ${own.alphaId} order by version`;
    expect([...versions]).toEqual([
      { version: 1, risk: "low" },
      { version: 2, risk: "high" },
    ]);
  });

  test("project_update changes only named fields, and null clears one", async () => {
    const version = await versionOf("projects", own.betaId);
    const answer = await perform(own, {
      type: "project_update",
      project_id: own.betaId,
      version,
      changes: { budget_amount: "1250.50", due_on: "2026-12-24", lead_id: null, status: "on_hold" },
    });
    expect(answer["project"]).toMatchObject({
      code: "BETA",
      budget_amount: 1250.5,
      due_on: "2026-12-24",
      lead_id: null,
      status: "on_hold",
      version: version + 1,
    });
    expect(await lastEvent("project.updated")).toMatchObject({
      object_id: own.betaId,
      before: { budget_amount: null, lead_id: own.people.lead.id, status: "active", version },
      after: { budget_amount: 1250.5, lead_id: null, status: "on_hold", version: version + 1 },
    });
    const same = await perform(own, {
      type: "project_update",
      project_id: own.betaId,
      version: version + 1,
      changes: { status: "on_hold" },
    });
    expect(same["project"]).toMatchObject({ version: version + 1 });
  });
});
