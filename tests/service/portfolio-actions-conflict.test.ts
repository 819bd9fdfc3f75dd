import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { VersionConflict } from "../../supabase/functions/_domain/portfolio/action-contract.ts";
import { owner } from "../support/database.ts";
import { ErrorAnswer } from "../support/error-answer.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { act, detailsOf, perform, versionOf } from "./portfolio-acting.ts";

let own: OwnOrganization;
beforeAll(async () => {
  own = await makeOrganization();
});

describe("another person was faster", () => {
  test("a stale version is a 409 with the current row and each change since, with its author", async () => {
    const version = await versionOf("projects", own.alphaId);
    const update = (changes: object, version: number, role: "admin" | "lead") =>
      act(
        own,
        { type: "project_update", project_id: own.alphaId, version: version, changes },
        role,
      );
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
        const creation = await perform(own, {
          type: "account_create",
          client_id: own.clientId,
          name: randomUUID(),
        });
        return {
          type: "operating_profile_update",
          account_id: (creation["account"] as { id: string }).id,
          version: 0,
          changes: { cadence: "weekly" },
        };
      },
    ],
  ] as const)("one %s of eight at once succeeds, and seven are refused", async (_type, make) => {
    const action = await make();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        act(
          own,
          "service_line" in action ? { ...action, service_line: `Line ${index}` } : action,
          index % 2 === 0 ? "admin" : "lead",
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(codeOf(answer)).toBe("version_conflict");
      VersionConflict.parse(detailsOf(answer));
    }
  });
});
