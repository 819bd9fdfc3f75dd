/** Rates of people and projects arrive from a file: previewed, applied once, undone, and for admins and leads only. */
import { beforeEach, describe, expect, test } from "vitest";
import { ImportResult } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importFile, organizationState, portfolioContent, undoImport } from "./import-file.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const people = `Person,Cost per hour,Valid from
member,52.50,2026-01-01
member,55,2026-07-01
Nora Unlisted,40,2026-01-01
`;
const projects = `Client,Project code,Revenue per hour,Cost per hour,Valid from
Harbour,GAMMA,"1.250,50","70,25",2026-01-01
`;

function resultOf(answer: Answer) {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return ImportResult.parse(answer.json);
}

async function ratesOf(organizationId: string) {
  const rows = await owner`
    select people.name, valid_from::text, null as revenue, cost_per_hour as cost
    from public.person_rates join public.people on people.id = person_id
    where person_rates.organization_id = ${organizationId}
    union all
    select projects.code, valid_from::text, revenue_per_hour, cost_per_hour
    from public.project_rates join public.projects on projects.id = project_id
    where project_rates.organization_id = ${organizationId}
    order by 1, 2`;
  return rows.map(({ name, valid_from, revenue, cost }) => [name, valid_from, revenue, cost]);
}

describe("a lead", () => {
  test("previews rates of people, applies them once, and undoes them", async () => {
    const { lead } = own.people;
    const before = await portfolioContent(own.id);
    const preview = resultOf(await importFile(lead, { file: people }));
    expect(await portfolioContent(own.id)).toEqual(before);
    expect(preview.mapping.fields).toEqual({
      person: { column: "Person" },
      person_cost_per_hour: { column: "Cost per hour" },
      rate_valid_from: { column: "Valid from" },
    });
    expect(preview.run.counts?.rates).toEqual({ create: 2, update: 0, unchanged: 0, skipped: 0 });
    expect(preview.run.validation?.problems).toEqual([
      {
        line: 4,
        message:
          "Nora Unlisted is not a person here: correct the name, or add the person under People",
        field: "person",
      },
    ]);

    const planHash = String(preview.run.plan_hash);
    const result = resultOf(await importFile(lead, { file: people, mode: "apply", planHash }));
    expect(result.run.counts).toEqual(preview.run.counts);
    expect(await ratesOf(own.id)).toEqual([
      ["member", "2026-01-01", null, "52.50"],
      ["member", "2026-07-01", null, "55.00"],
    ]);
    const again = resultOf(await importFile(lead, { file: people, mode: "apply" }));
    expect(again.run.counts?.rates).toEqual({ create: 0, update: 0, unchanged: 2, skipped: 0 });

    expect((await undoImport(lead, result.run.id)).status).toBe(200);
    expect(await portfolioContent(own.id)).toEqual(before);
  });

  test("imports a project with its rates, with a decimal comma", async () => {
    resultOf(await importFile(own.people.lead, { file: projects, mode: "apply" }));
    expect(await ratesOf(own.id)).toEqual([["GAMMA", "2026-01-01", "1250.50", "70.25"]]);
  });

  test("imports the same rates from JSON", async () => {
    const rows = [{ person: "member", person_cost_per_hour: 48, rate_valid_from: "2026-02-01" }];
    resultOf(
      await importFile(own.people.lead, {
        file: JSON.stringify(rows),
        fileName: "rates.json",
        mode: "apply",
      }),
    );
    expect(await ratesOf(own.id)).toEqual([["member", "2026-02-01", null, "48.00"]]);
  });

  test("gets a new preview if a rate has changed since", async () => {
    const { lead } = own.people;
    const preview = resultOf(await importFile(lead, { file: people }));
    const set = await lead.ask("/rest/v1/rpc/set_person_rate", {
      body: { person_id: own.people.member.id, valid_from: "2026-07-01", cost_per_hour: 99 },
    });
    expect(set.status).toBe(200);
    const before = await ratesOf(own.id);
    const planHash = String(preview.run.plan_hash);
    const refusal = await importFile(lead, { file: people, mode: "apply", planHash });
    expect([refusal.status, codeOf(refusal)]).toEqual([409, "import_plan_changed"]);
    expect(await ratesOf(own.id)).toEqual(before);
  });
});

describe("people without the right", () => {
  test("a member cannot preview or apply rates, and nothing changes", async () => {
    const before = await organizationState(own.id);
    for (const mode of ["dryRun", "apply"] as const) {
      const answer = await importFile(own.people.member, { file: people, mode });
      expect([answer.status, codeOf(answer)]).toEqual([403, "role_not_allowed"]);
    }
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("a lead of another organization finds neither the person nor the project", async () => {
    const other = await makeOrganization();
    resultOf(await importFile(own.people.lead, { file: projects, mode: "apply" }));
    const before = await organizationState(own.id);
    const email = own.people.member.email;
    const file = `Email,Project code,Person cost per hour,Project revenue per hour,Rate valid from
${email},,1,,2026-01-01
,GAMMA,,1,2026-01-01
`;
    const { run } = resultOf(await importFile(other.people.lead, { file, mode: "apply" }));
    expect(run.counts?.rates).toEqual({ create: 0, update: 0, unchanged: 0, skipped: 0 });
    expect(run.validation?.problem_count).toBe(2);
    expect(await ratesOf(other.id)).toEqual([]);
    expect(await organizationState(own.id)).toEqual(before);
  });
});
