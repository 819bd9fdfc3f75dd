import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PortfolioActionInput } from "../../supabase/functions/_domain/portfolio/action-contract.ts";
import { owner } from "../support/database.ts";
import { askAs, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { organizationState } from "./import-file.ts";
import { act, actionsRoute, versionOf } from "./portfolio-acting.ts";

let own: OwnOrganization;
let other: OwnOrganization;
beforeAll(async () => {
  [own, other] = await Promise.all([makeOrganization(), makeOrganization()]);
});

/** An action of each type that would change something, with ids of the given organization in it. */
function actionsOn(organization: OwnOrganization): Record<string, PortfolioActionInput[]> {
  const { alphaId, betaId, clientId, accountId } = organization;
  return {
    status_update: [
      { type: "status_update", project_id: betaId, health: "on_track", summary: "Forged" },
    ],
    account_create: [{ type: "account_create", client_id: clientId, name: "Forged" }],
    account_update: [
      { type: "account_update", account_id: accountId, version: 1, changes: { name: "Forged" } },
    ],
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
    reconciliation_resolution: [
      {
        type: "reconciliation_resolution",
        finding_code: "project_without_budget",
        subject_id: alphaId,
        version: 0,
        facts_hash: "0".repeat(64),
        state: "settled",
        reason: "Forged",
      },
    ],
    project_update: [1, 2, 3].map((version) => ({
      type: "project_update",
      project_id: alphaId,
      version,
      changes: { name: "Forged" },
    })),
    person_rate: [
      {
        type: "person_rate",
        person_id: organization.people?.member.id,
        valid_from: "2026-01-01",
        cost_per_hour: 1,
      },
    ],
    project_rate: [
      {
        type: "project_rate",
        project_id: alphaId,
        valid_from: "2026-01-01",
        revenue_per_hour: 1,
      },
    ],
  };
}

describe("an action is denied, and nothing is changed when read back as the owner", () => {
  let before: Record<string, string>;
  beforeEach(async () => {
    before = await organizationState(own.id);
  });

  describe.each(Object.keys(actionsOn({} as OwnOrganization)))("%s", (type) => {
    test("to people without the role", async () => {
      for (const action of actionsOn(own)[type] ?? []) {
        const personas = ["outsider", "anonymous", "expired", "forged", "secret_key"] as const;
        const [member, client, outsider, ...others] = await Promise.all([
          act(own, action, "member"),
          act(own, action, "client"),
          ...personas.map((persona) => askAs(persona, actionsRoute, { body: action })),
        ]);
        // A member posts on their own projects, and must not learn that other projects exist.
        expect([member.status, codeOf(member)]).toEqual(
          type === "status_update" ? [404, "project_not_found"] : [403, "role_not_allowed"],
        );
        expect([client.status, codeOf(client)]).toEqual([403, "role_not_allowed"]);
        expect(outsider).toMatchObject({ status: 403, json: { code: "no_membership" } });
        expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      }
      expect(await organizationState(own.id)).toEqual(before);
    });

    test("to an admin and a lead of another organization, as for an unknown id", async () => {
      // A new client names no id that could belong to another organization.
      for (const action of type === "client_create" ? [] : (actionsOn(own)[type] ?? [])) {
        const checks = (["admin", "lead"] as const).map(async (role) => {
          const foreign = await act(other, action, role);
          const nobodys = await act(other, withRandomId(action), role);
          expect(foreign.status).toBe(404);
          expect(foreign.text).toBe(nobodys.text);
        });
        await Promise.all(checks);
      }
      expect(await organizationState(own.id)).toEqual(before);
    });
  });

  test("with a foreign id among the changes of one's own project", async () => {
    const version = await versionOf("projects", own.alphaId);
    const foreign = [
      [{ account_id: other.accountId }, "account_not_found"],
      [{ account_id: randomUUID() }, "account_not_found"],
      [{ lead_id: other.people.lead.id }, "lead_not_found"],
      [{ lead_id: own.people.client.id }, "lead_not_found"],
    ] as const;
    for (const [changes, code] of foreign) {
      const answer = await act(own, {
        type: "project_update",
        project_id: own.alphaId,
        version,
        changes,
      });
      expect([answer.status, codeOf(answer)]).toEqual([404, code]);
    }
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("an archived project accepts no status, and a taken code cannot be used again", async () => {
    const [row] = await owner`
      insert into public.projects (organization_id, account_id, name, archived_at)
      values (${own.id}, ${own.accountId}, 'Old', now()) returning id`;
    before = await organizationState(own.id);
    const refusal = await act(own, {
      type: "status_update",
      project_id: row?.["id"],
      health: "on_track",
      summary: "Forged",
    });
    expect([refusal.status, codeOf(refusal)]).toEqual([409, "project_archived"]);
    const repetition = await act(own, {
      type: "project_update",
      project_id: own.alphaId,
      version: await versionOf("projects", own.alphaId),
      changes: { code: "BETA" },
    });
    expect([repetition.status, codeOf(repetition)]).toEqual([409, "code_taken"]);
    expect(await organizationState(own.id)).toEqual(before);
  });
});

function withRandomId(action: PortfolioActionInput): PortfolioActionInput {
  const ids = ["project_id", "client_id", "account_id", "subject_id"];
  return Object.fromEntries(
    Object.entries(action).map(([name, value]) => [
      name,
      ids.includes(name) ? randomUUID() : value,
    ]),
  ) as PortfolioActionInput;
}
