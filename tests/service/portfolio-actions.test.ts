import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type PortfolioActionInput,
  portfolioActions,
  VersionConflict,
} from "../../supabase/functions/_domain/portfolio/action-contract.ts";
import { owner } from "../support/database.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { type Answer, askAs, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { organizationState } from "./import-file.ts";

let own: OwnOrganization;
let other: OwnOrganization;
beforeAll(async () => {
  [own, other] = await Promise.all([makeOrganization(), makeOrganization()]);
});

const route = "/api/portfolio-actions";

function act(
  action: object,
  role: keyof OwnOrganization["people"] = "lead",
  organization = own,
): Promise<Answer> {
  return organization.people[role].ask(route, { body: action });
}

/** What was done, checked against the contract. */
async function done(action: PortfolioActionInput, role: "admin" | "lead" | "member" = "lead") {
  const answer = await act(action, role);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return portfolioActions.post.response.parse(answer.json) as Record<string, unknown> & {
    type: string;
  };
}

async function versionOf(table: "projects" | "clients", id: string): Promise<number> {
  const [row] = await owner`select version from public.${owner(table)} where id = ${id}`;
  return row?.["version"];
}

async function lastEvent(action: string) {
  const [event] = await owner`
    select actor_person_id, object_id, before, after, request_id from public.audit_events
    where organization_id = ${own.id} and action = ${action} order by occurred_at desc limit 1`;
  return event;
}

describe("each type does what it says, and leaves an audit event", () => {
  test("status_update: by a member, trimmed, newest in force", async () => {
    const answer = await done(
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

  test("client_create, client_update and account_create", async () => {
    const name = `Tidal ${randomUUID()}`;
    const made = await done({ type: "client_create", name: ` ${name} `, website: null });
    const client = made["client"] as { id: string; version: number };
    expect(client).toMatchObject({ name, version: 1, website: null });
    expect(await lastEvent("client.created")).toMatchObject({ object_id: client.id });

    const changed = await done({
      type: "client_update",
      client_id: client.id,
      version: 1,
      changes: { website: "https://tidal.test", note: "Pays late" },
    });
    expect(changed["client"]).toMatchObject({ name, version: 2, website: "https://tidal.test" });
    expect(await lastEvent("client.updated")).toMatchObject({
      before: { website: null, note: null, version: 1 },
      after: { website: "https://tidal.test", note: "Pays late", version: 2 },
    });

    const account = await done({ type: "account_create", client_id: client.id, name: "Web" });
    expect(account["account"]).toMatchObject({ client_id: client.id, name: "Web", version: 1 });
    const again = await act({ type: "account_create", client_id: client.id, name: "web" });
    expect([again.status, codeOf(again)]).toEqual([409, "account_exists"]);
    const twice = await act({ type: "client_create", name: name.toUpperCase() });
    expect([twice.status, codeOf(twice)]).toEqual([409, "client_exists"]);
    expect((twice.json as ErrorBody).details).toEqual({ client_id: client.id });
  });

  test("client_update archives only a client whose work has ended", async () => {
    const version = await versionOf("clients", own.clientId);
    const answer = await act({
      type: "client_update",
      client_id: own.clientId,
      version,
      changes: { is_archived: true },
    });
    expect([answer.status, codeOf(answer)]).toEqual([409, "client_in_use"]);
    expect((answer.json as ErrorBody).details).toEqual({ project_count: 2 });
  });

  test("operating_profile_update: only what is named changes", async () => {
    const contact = { name: " Ada  Quill ", email: "ADA@harbour.test" };
    const first = await done({
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
    const second = await done({
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

  test("operating_profile_update makes the profile of an account that had none", async () => {
    const made = await done({
      type: "account_create",
      client_id: own.clientId,
      name: randomUUID(),
    });
    const account_id = (made["account"] as { id: string }).id;
    const profile = await done({
      type: "operating_profile_update",
      account_id,
      version: 0,
      changes: { cadence: "monthly" },
    });
    expect(profile["operating_profile"]).toMatchObject({ cadence: "monthly", version: 1 });
  });

  test("portfolio_classification keeps every version", async () => {
    const answer = await done({
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

  test("project_update: only what is named changes, null clears", async () => {
    const version = await versionOf("projects", own.betaId);
    const answer = await done({
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
    const same = await done({
      type: "project_update",
      project_id: own.betaId,
      version: version + 1,
      changes: { status: "on_hold" },
    });
    expect(same["project"]).toMatchObject({ version: version + 1 });
  });
});

interface ErrorBody {
  code: string;
  details: unknown;
}

/** An action of each type that would change something, with ids of the given organization in it. */
function actionsOn(organization: OwnOrganization): Record<string, PortfolioActionInput[]> {
  const { alphaId, betaId, clientId, accountId } = organization;
  return {
    status_update: [
      { type: "status_update", project_id: betaId, health: "on_track", summary: "Forged" },
    ],
    account_create: [{ type: "account_create", client_id: clientId, name: "Forged" }],
    client_create: [{ type: "client_create", name: "Forged" }],
    client_update: [
      { type: "client_update", client_id: clientId, version: 1, changes: { name: "Forged" } },
    ],
    operating_profile_update: [1, 2, 3].map((version) => ({
      type: "operating_profile_update",
      account_id: accountId,
      version,
      changes: { standing_facts: ["Forged"] },
    })),
    portfolio_classification: [1, 2].map((version) => ({
      type: "portfolio_classification",
      project_id: alphaId,
      version,
      tier: null,
      service_line: "Forged",
      risk: null,
    })),
    project_update: [1, 2, 3].map((version) => ({
      type: "project_update",
      project_id: alphaId,
      version,
      changes: { name: "Forged" },
    })),
  };
}

describe("denied, and read back as the owner nothing changed", () => {
  let before: Record<string, string>;
  beforeEach(async () => {
    before = await organizationState(own.id);
  });

  describe.each(Object.keys(actionsOn({} as OwnOrganization)))("%s", (type) => {
    test("to whoever has not the role", async () => {
      for (const action of actionsOn(own)[type] ?? []) {
        const member = await act(action, "member");
        // A member posts on their own projects; of another they do not know that it exists.
        expect([member.status, codeOf(member)]).toEqual(
          type === "status_update" ? [404, "project_not_found"] : [403, "role_not_allowed"],
        );
        const client = await act(action, "client");
        expect([client.status, codeOf(client)]).toEqual([403, "role_not_allowed"]);
        const outsider = await askAs("outsider", route, { body: action });
        expect([outsider.status, codeOf(outsider)]).toEqual([403, "no_membership"]);
        for (const persona of ["anonymous", "expired", "forged", "secret_key"] as const) {
          expect((await askAs(persona, route, { body: action })).status).toBe(401);
        }
      }
      expect(await organizationState(own.id)).toEqual(before);
    });

    test("to an admin and a lead of another organization, as for an id that is nobody's", async () => {
      // A new client names nothing that could be somebody else's.
      for (const action of type === "client_create" ? [] : (actionsOn(own)[type] ?? [])) {
        for (const role of ["admin", "lead"] as const) {
          const foreign = await act(action, role, other);
          const nobodys = await act(withRandomId(action), role, other);
          expect(foreign.status).toBe(404);
          expect(foreign.text).toBe(nobodys.text);
        }
      }
      expect(await organizationState(own.id)).toEqual(before);
    });
  });

  test("a foreign id inside the changes of an own project", async () => {
    const version = await versionOf("projects", own.alphaId);
    const foreign = [
      [{ account_id: other.accountId }, "account_not_found"],
      [{ account_id: randomUUID() }, "account_not_found"],
      [{ lead_id: other.people.lead.id }, "lead_not_found"],
      [{ lead_id: own.people.client.id }, "lead_not_found"],
    ] as const;
    for (const [changes, code] of foreign) {
      const answer = await act({
        type: "project_update",
        project_id: own.alphaId,
        version,
        changes,
      });
      expect([answer.status, codeOf(answer)]).toEqual([404, code]);
    }
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("an archived project takes no status, and a taken code is nobody else's", async () => {
    const [row] = await owner`
      insert into public.projects (organization_id, account_id, name, archived_at)
      values (${own.id}, ${own.accountId}, 'Old', now()) returning id`;
    before = await organizationState(own.id);
    const archived = await act({
      type: "status_update",
      project_id: row?.["id"],
      health: "on_track",
      summary: "Forged",
    });
    expect([archived.status, codeOf(archived)]).toEqual([409, "project_archived"]);
    const taken = await act({
      type: "project_update",
      project_id: own.alphaId,
      version: await versionOf("projects", own.alphaId),
      changes: { code: "BETA" },
    });
    expect([taken.status, codeOf(taken)]).toEqual([409, "code_taken"]);
    expect(await organizationState(own.id)).toEqual(before);
  });
});

describe("somebody else was faster", () => {
  test("a stale version is 409, with the row as it is and each change since, by whom", async () => {
    const version = await versionOf("projects", own.alphaId);
    const update = (changes: object, seen: number, role: "admin" | "lead") =>
      act({ type: "project_update", project_id: own.alphaId, version: seen, changes }, role);
    expect((await update({ budget_hours: 80 }, version, "admin")).status).toBe(200);
    expect((await update({ budget_hours: 90 }, version + 1, "admin")).status).toBe(200);

    const stale = await update({ name: "alpha two" }, version, "lead");
    expect([stale.status, codeOf(stale)]).toEqual([409, "version_conflict"]);
    const conflict = VersionConflict.parse(ErrorAnswer.parse(stale.json).details);
    expect(conflict.version).toBe(version + 2);
    expect(conflict.current).toMatchObject({ name: "alpha", budget_hours: 90 });
    expect(conflict.changes.map(({ by, fields }) => [by?.id, fields])).toEqual([
      [own.people.admin.id, { budget_hours: { from: null, to: 80 } }],
      [own.people.admin.id, { budget_hours: { from: 80, to: 90 } }],
    ]);
    const [row] = await owner`select name, version from public.projects where id = ${own.alphaId}`;
    expect(row).toEqual({ name: "alpha", version: version + 2 });
  });

  test.each([
    [
      "project_update",
      async () => ({
        type: "project_update",
        project_id: own.betaId,
        version: await versionOf("projects", own.betaId),
        changes: { summary: randomUUID() },
      }),
    ],
    [
      "portfolio_classification",
      async () => ({
        type: "portfolio_classification",
        project_id: own.betaId,
        version: 1,
        tier: "core",
        service_line: randomUUID(),
        risk: null,
      }),
    ],
    [
      "operating_profile_update",
      async () => {
        const made = await done({
          type: "account_create",
          client_id: own.clientId,
          name: randomUUID(),
        });
        return {
          type: "operating_profile_update",
          account_id: (made["account"] as { id: string }).id,
          version: 0,
          changes: { cadence: "weekly" },
        };
      },
    ],
  ] as const)("of eight at once, one %s is made and seven are told", async (_type, make) => {
    const action = await make();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        act(
          "service_line" in action ? { ...action, service_line: `Line ${place}` } : action,
          place % 2 === 0 ? "admin" : "lead",
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(codeOf(answer)).toBe("version_conflict");
      VersionConflict.parse((answer.json as ErrorBody).details);
    }
  });
});

function withRandomId(action: PortfolioActionInput): PortfolioActionInput {
  const ids = ["project_id", "client_id", "account_id"];
  return Object.fromEntries(
    Object.entries(action).map(([name, value]) => [
      name,
      ids.includes(name) ? randomUUID() : value,
    ]),
  ) as PortfolioActionInput;
}
