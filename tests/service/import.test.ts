import { beforeEach, describe, expect, test } from "vitest";
import {
  ImportResult,
  portfolioImport,
} from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importFile, organizationState, portfolioState } from "./import-file.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const plan = `Client,Account,Project code,Project,Task key,Task,Status,Estimate,Person,Hours,Date
Harbour,Harbour shop,GAMMA,Gamma,G-1,Draw the map,In progress,8,member,2.5,2026-03-02
Harbour,Harbour shop,GAMMA,Gamma,G-1,Draw the map,In progress,8,Somebody New,1.25,2026-03-02
Garden,Garden site,DELTA,Delta,D-1,Plant a tree,done,4,member,3,2026-03-03
`;

function successOf(answer: Answer) {
  expect(answer.text).toContain('"run"');
  expect(answer.status).toBe(200);
  return ImportResult.parse(answer.json);
}

describe("a dry run", () => {
  test("writes only its receipt, and reports what apply would do", async () => {
    const before = await portfolioState(own.id);
    const { run, rows, columns, mapping } = successOf(
      await importFile(own.people.lead, { file: plan }),
    );
    expect(await portfolioState(own.id)).toEqual(before);
    expect(run).toMatchObject({ mode: "dryRun", status: "succeeded", error: null });
    expect(run.counts).toEqual({
      rows: { create: 3, update: 0, unchanged: 0, skipped: 0 },
      clients: { create: 1, update: 0, unchanged: 1, skipped: 0 },
      accounts: { create: 1, update: 0, unchanged: 1, skipped: 0 },
      projects: { create: 2, update: 0, unchanged: 0, skipped: 0 },
      people: { create: 1, update: 0, unchanged: 1, skipped: 0 },
      tasks: { create: 2, update: 0, unchanged: 0, skipped: 0 },
      time_entries: { create: 3, update: 0, unchanged: 0, skipped: 0 },
      rates: { create: 0, update: 0, unchanged: 0, skipped: 0 },
      memberships: { create: 1, update: 0, unchanged: 0, skipped: 0 },
    });
    expect(rows.map(({ line, disposition }) => [line, disposition])).toEqual([
      [2, "create"],
      [3, "create"],
      [4, "create"],
    ]);
    expect(columns[2]).toEqual({ name: "Project code", samples: ["GAMMA", "DELTA"] });
    expect(mapping.fields.spent_on).toEqual({ column: "Date" });
  });

  test("is repeatable: the same file and data produce the same plan", async () => {
    const hash = async () =>
      successOf(await importFile(own.people.lead, { file: plan })).run.plan_hash;
    expect(await hash()).toBe(await hash());
  });
});

describe("apply", () => {
  test("does what the dry run reported, once: applying the same file again changes nothing", async () => {
    const preview = successOf(await importFile(own.people.lead, { file: plan }));
    const result = successOf(
      await importFile(own.people.lead, {
        file: plan,
        mode: "apply",
        planHash: String(preview.run.plan_hash),
      }),
    );
    expect(result.run.counts).toEqual(preview.run.counts);
    const [sums] = await owner`
      select count(*)::int as entries, sum(hours)::float as hours,
        count(distinct task_id)::int as tasks, count(distinct person_id)::int as people
      from public.time_entries join public.projects on projects.id = project_id
      where projects.organization_id = ${own.id} and code in ('GAMMA', 'DELTA')`;
    expect({ ...sums }).toEqual({ entries: 3, hours: 6.75, tasks: 2, people: 2 });

    const after = await portfolioState(own.id);
    const again = successOf(await importFile(own.people.lead, { file: plan, mode: "apply" }));
    expect(again.run.counts?.rows).toEqual({ create: 0, update: 0, unchanged: 3, skipped: 0 });
    expect(await portfolioState(own.id)).toEqual(after);
  });

  test("imported rows are in scope at once, for the right viewers", async () => {
    successOf(await importFile(own.people.lead, { file: plan, mode: "apply" }));
    const codes = async (role: "lead" | "member") => {
      const { json } = await own.people[role].ask("/api/portfolio");
      return (json as { projects: { code: string }[] }).projects.map(({ code }) => code).sort();
    };
    expect(await codes("lead")).toEqual(["ALPHA", "BETA", "DELTA", "GAMMA"]);
    // Hours alone make no existing person a member.
    expect(await codes("member")).toEqual(["ALPHA"]);
  });

  test("a person created by a file cannot sign in, and is a member where they have hours", async () => {
    const { memberships } = successOf(
      await importFile(own.people.lead, { file: plan, mode: "apply" }),
    );
    expect(memberships).toEqual([{ project_name: "Gamma", person_name: "Somebody New" }]);
    const [row] = await owner`
      select user_id, role, (
        select string_agg(code, ' ') from public.project_members join public.projects on projects.id = project_id
        where person_id = people.id) as projects
      from public.people where organization_id = ${own.id} and name = 'Somebody New'`;
    expect({ ...row }).toEqual({ user_id: null, role: "member", projects: "GAMMA" });
  });

  test("changes only mapped fields, and reports their old and new values", async () => {
    successOf(await importFile(own.people.lead, { file: plan, mode: "apply" }));
    const changedFile = "Project code,Task key,Estimate\nGAMMA,G-1,13\nDELTA,D-1,4\n";
    const { run, rows } = successOf(
      await importFile(own.people.lead, { file: changedFile, mode: "apply" }),
    );
    expect(run.counts?.rows).toEqual({ create: 0, update: 1, unchanged: 1, skipped: 0 });
    expect(rows[0]).toMatchObject({
      line: 2,
      disposition: "update",
      changes: { "task.estimate_hours": { from: 8, to: 13 } },
    });
    const [task] = await owner`
      select title, status, estimate_hours::float from public.tasks
      where organization_id = ${own.id} and external_key = 'G-1'`;
    expect({ ...task }).toEqual({
      title: "Draw the map",
      status: "in_progress",
      estimate_hours: 13,
    });
  });

  test("lines that cannot be read are skipped with their number and the reason, and the others are imported", async () => {
    const file = `Project code,Client,Task key,Task,Status,Person,Hours,Date
GAMMA,Harbour,G-1,Good,done,member,1,2026-03-02
GAMMA,Harbour,G-2,"Two
lines",done,member,1,2026-02-30
GAMMA,Harbour,G-3,Bad hours,done,member,"1,5,0",2026-03-02
GAMMA,Harbour,G-4,Bad status,finished-ish,member,1,2026-03-02
GAMMA,Harbour,G-5,No person,done,,1,2026-03-02
GAMMA,Harbour,G-6,No date,done,member,1,
,Harbour,G-7,No project,done,member,1,2026-03-02
`;
    const { run, rows } = successOf(await importFile(own.people.lead, { file, mode: "apply" }));
    expect(run.counts?.rows).toEqual({ create: 1, update: 0, unchanged: 0, skipped: 6 });
    expect(run.validation).toEqual({
      problem_count: 6,
      problems: [
        {
          line: 4,
          field: "spent_on",
          message: 'Column "Date": "2026-02-30" is not a date in the format YYYY-MM-DD',
        },
        {
          line: 5,
          field: "hours",
          message: 'Column "Hours": "1,5,0" is not a number of hours such as 2.5, 2:30 or 2h 30m',
        },
        {
          line: 6,
          field: "task_status",
          message:
            'Column "Status": "finished-ish" is not one of open, in_progress, blocked, done, cancelled',
        },
        {
          line: 7,
          field: "person",
          message: "Hours need a person: map “Person” to a column, or fill its cell",
        },
        {
          line: 8,
          field: "spent_on",
          message: "Hours need a date: map “Date worked” to a column, or fill its cell",
        },
        {
          line: 9,
          field: "project_name",
          message: "No project: map “Project name” or “Project code” to a column, or fill its cell",
        },
      ],
    });
    expect(rows.filter(({ disposition }) => disposition === "skipped")).toHaveLength(6);
    const [tasks] = await owner`
      select count(*)::int as count from public.tasks join public.projects on projects.id = project_id
      where projects.organization_id = ${own.id} and code = 'GAMMA'`;
    expect(tasks?.["count"]).toBe(1);
  });

  test("never reaches into another organization, whatever codes and addresses the file contains", async () => {
    const other = await makeOrganization();
    const before = await organizationState(other.id);
    const file = `Project code,Client,Task key,Task,Person,Hours,Date
ALPHA,Harbour,T-1,Renamed by a neighbor,${other.people.member.email},99,2026-03-02
`;
    successOf(await importFile(own.people.lead, { file, mode: "apply" }));
    expect(await organizationState(other.id)).toEqual(before);
  });
});

describe("the plan that a person saw", () => {
  test("is refused once the data changed: 409, and nothing is written", async () => {
    const preview = successOf(await importFile(own.people.lead, { file: plan }));
    successOf(await importFile(own.people.admin, { file: plan, mode: "apply" }));
    const before = await organizationState(own.id);
    const stale = await importFile(own.people.lead, {
      file: plan,
      mode: "apply",
      planHash: String(preview.run.plan_hash),
    });
    expect([stale.status, codeOf(stale)]).toEqual([409, "import_plan_changed"]);
    expect(stale.text).toContain("Review the new preview");
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("is refused for another file", async () => {
    const preview = successOf(await importFile(own.people.lead, { file: plan }));
    const before = await organizationState(own.id);
    const other = await importFile(own.people.lead, {
      file: plan.replace("G-1", "G-9"),
      mode: "apply",
      planHash: String(preview.run.plan_hash),
    });
    expect([other.status, codeOf(other)]).toEqual([409, "import_plan_changed"]);
    expect(await organizationState(own.id)).toEqual(before);
  });
});

describe("the list of runs", () => {
  test("lists the last 20 of the viewer's organization, newest first", async () => {
    for (let count = 0; count < 21; count += 1) {
      successOf(
        await importFile(own.people.lead, { file: `Project code,Client\nP-${count},Harbour\n` }),
      );
    }
    const answer = await own.people.admin.ask("/api/portfolio-import");
    const { runs } = portfolioImport.get.response.parse(answer.json);
    expect(runs).toHaveLength(20);
    const times = runs.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(runs[0]).toMatchObject({ parser_version: "csv-3", mode: "dryRun", status: "succeeded" });
  });
});

describe("an import", () => {
  test.each(["member", "client"] as const)(
    "is denied to a %s, by route and by function",
    async (role) => {
      const before = await organizationState(own.id);
      const answer = await importFile(own.people[role], { file: plan, mode: "apply" });
      expect([answer.status, codeOf(answer)]).toEqual([403, "role_not_allowed"]);
      const rpc = await own.people[role].ask("/rest/v1/rpc/import_portfolio", {
        method: "POST",
        body: {
          mode: "apply",
          file_name: "plan.csv",
          file_sha256: "0".repeat(64),
          parser_version: "csv-1",
          mapping: { fields: { project_code: { column: "Code" } } },
          rows: [{ line: 2, project_code: "GAMMA", client_name: "Harbour" }],
        },
      });
      expect(codeOf(rpc)).toBe("OPDEN");
      expect(await organizationState(own.id)).toEqual(before);
    },
  );
});
