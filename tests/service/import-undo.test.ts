import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import {
  ImportResult,
  type ImportRun,
} from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { owner } from "../support/database.ts";
import { randomized } from "../support/depth.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { anyImportFile } from "./any-import-file.ts";
import {
  importFile,
  organizationState,
  portfolioContent,
  portfolioState,
  undoImport,
} from "./import-file.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const plan = `Client,Project code,Project,Task key,Task,Person,Hours,Date
Garden,GAMMA,Gamma,G-1,Draw the map,Somebody New,1.25,2026-03-02
Harbour,ALPHA,Renamed,T-1,Renamed too,member,3,2026-03-03
`;

const personMapping = {
  fields: {
    client_name: { column: "Client" },
    project_code: { column: "Project code" },
    person: { column: "Person" },
    hours: { column: "Hours" },
    spent_on: { column: "Date" },
  },
  memberships: "all",
};

async function apply(file = plan, mapping?: object): Promise<ImportRun> {
  const answer = await importFile(own.people.lead, {
    file,
    mode: "apply",
    ...(mapping && { mapping }),
  });
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return ImportResult.parse(answer.json).run;
}

interface Touched {
  details: { count: number; rows: { type: string; id: string; label: string; why: string }[] };
}

describe("an applied import", () => {
  test("is undone completely: the portfolio is as before, and the receipt states it", async () => {
    const before = await portfolioContent(own.id);
    const run = await apply();
    expect(await portfolioContent(own.id)).not.toEqual(before);

    const answer = await undoImport(own.people.admin, run.id);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        mode: "undo",
        run: { ...run, undone_at: expect.any(String), undone_by: own.people.admin.id },
      },
    ]);
    expect(await portfolioContent(own.id)).toEqual(before);
    const history = (await own.people.lead.ask("/api/portfolio-import")).json as {
      runs: { undone_by: string }[];
    };
    expect(history.runs[0]?.undone_by).toBe(own.people.admin.id);
  });

  test("is undone completely, whatever the file and the portfolio contained", {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyImportFile, fc.boolean(), async ({ file, mapping, isBlank }, stays) => {
        fc.pre(!isBlank);
        const before = await portfolioContent(own.id);
        const run = await apply(file, mapping);
        if (stays) return;
        const answer = await undoImport(own.people.lead, run.id);
        expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
        expect(await portfolioContent(own.id)).toEqual(before);
      }),
      { ...randomized({ default: 34, nightly: 72 }), endOnFailure: true },
    );
  });

  test("shows its projects to the people it lists, until it is undone", async () => {
    const codes = async () => {
      const { json } = await own.people.member.ask("/api/portfolio");
      return (json as { projects: { code: string }[] }).projects.map(({ code }) => code).sort();
    };
    const file =
      "Client,Project code,Person,Hours,Date\nGarden,GAMMA,member,1,2026-03-02\nGarden,BETA,member,1,2026-03-02\n";
    const preview = await importFile(own.people.lead, { file, mapping: personMapping });
    const { memberships } = ImportResult.parse(preview.json);
    expect(memberships.map(({ project_name }) => project_name)).toEqual(["GAMMA"]);
    expect(await codes()).toEqual(["ALPHA"]);

    const run = await apply(file, personMapping);
    expect(await codes()).toEqual(["ALPHA", "GAMMA"]);
    expect((await undoImport(own.people.lead, run.id)).status).toBe(200);
    expect(await codes()).toEqual(["ALPHA"]);
  });

  test("is undone once", async () => {
    const run = await apply();
    await undoImport(own.people.lead, run.id);
    const before = await organizationState(own.id);
    const again = await undoImport(own.people.lead, run.id);
    expect([again.status, codeOf(again)]).toEqual([409, "import_undone"]);
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("is undone once by eight requests at the same time", async () => {
    const run = await apply();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => undoImport(own.people.lead, run.id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([409, ["import_running", "import_undone"]]).toEqual([
        answer.status,
        expect.arrayContaining([codeOf(answer)]),
      ]);
    }
  });

  test("that a later import changed is not undone before the later one", async () => {
    const before = await portfolioContent(own.id);
    const first = await apply();
    const second = await apply("Project code,Project,Task key,Task\nGAMMA,Gamma two,G-1,Redraw\n");
    expectTouched(await undoImport(own.people.lead, first.id), {
      project: "changed since",
      task: "changed since",
    });
    expect((await undoImport(own.people.lead, second.id)).status).toBe(200);
    expect((await undoImport(own.people.lead, first.id)).status).toBe(200);
    expect(await portfolioContent(own.id)).toEqual(before);
  });
});

function expectTouched(answer: Answer, why: Record<string, string>): void {
  expect([answer.status, codeOf(answer)], answer.text).toEqual([409, "import_touched"]);
  const { details } = answer.json as Touched;
  expect(Object.fromEntries(details.rows.map((row) => [row.type, row.why]))).toEqual(why);
  expect(details.count).toBe(details.rows.length);
}

describe("newer changes stay, and the import with them", () => {
  test("a task that another person changed is named, and nothing is undone", async () => {
    const run = await apply();
    await owner`
      update public.tasks set title = 'Newer' where organization_id = ${own.id} and external_key = 'G-1'`;
    const before = await organizationState(own.id);
    const answer = await undoImport(own.people.lead, run.id);
    expectTouched(answer, { task: "changed since" });
    expect((answer.json as Touched).details.rows[0]?.label).toBe("Newer");
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("a person of the import who was invited since is named", async () => {
    const file = "Project code,Person,Hours,Date\nALPHA,new@garden.test,1,2026-03-02\n";
    const run = await apply(file);
    const invitation = await own.people.admin.ask("/rest/v1/rpc/invite_person", {
      method: "POST",
      body: { email: "new@garden.test", name: "New", role: "member" },
    });
    expect(invitation.status).toBe(200);
    expectTouched(await undoImport(own.people.lead, run.id), { person: "changed since" });
  });

  test("more than twenty rows are all counted, and twenty are listed", async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `GAMMA,Garden,K-${n}`);
    const run = await apply(["Project code,Client,Task key", ...lines].join("\n"));
    await owner`update public.tasks set priority = 1 where organization_id = ${own.id} and external_key like 'K-%'`;
    const { details } = (await undoImport(own.people.lead, run.id)).json as Touched;
    expect([details.count, details.rows.length]).toEqual([30, 20]);
  });

  test("an undo waits for a membership that is just being created", async () => {
    const run = await apply();
    const answer: { now?: Promise<Answer> } = {};
    await owner.begin(async (sql) => {
      await sql`
        insert into public.project_members (organization_id, project_id, person_id)
        select organization_id, id, ${own.people.member.id} from public.projects
        where organization_id = ${own.id} and code = 'GAMMA'`;
      answer.now = undoImport(own.people.lead, run.id);
      const [me] = await sql`select pg_backend_pid() as pid`;
      for (let blockedCount = 0; blockedCount === 0; ) {
        const [row] = await owner`
          select count(*)::int as count from pg_stat_activity
          where ${me?.["pid"]} = any (pg_blocking_pids(pid))`;
        blockedCount = row?.["count"];
      }
    });
    expectTouched(await (answer.now as Promise<Answer>), {
      project: "used by newer project members",
    });
    const [counts] = await owner`
      select count(*)::int as members from public.project_members join public.projects on projects.id = project_id
      where projects.organization_id = ${own.id} and code = 'GAMMA' and person_id = ${own.people.member.id}`;
    expect(counts?.["members"]).toBe(1);
  });
});

describe("an undo is refused", () => {
  test.each(["member", "client"] as const)("to a %s, by route and by function", async (role) => {
    const run = await apply();
    const before = await portfolioState(own.id);
    const answer = await undoImport(own.people[role], run.id);
    expect([answer.status, codeOf(answer)]).toEqual([403, "role_not_allowed"]);
    const rpc = await own.people[role].ask("/rest/v1/rpc/undo_import", {
      method: "POST",
      body: { run_id: run.id },
    });
    expect(codeOf(rpc)).toBe("OPDEN");
    expect(await portfolioState(own.id)).toEqual(before);
  });

  test("to another organization: the run does not exist there", async () => {
    const other = await makeOrganization();
    const run = await apply();
    const before = await organizationState(own.id);
    const answer = await undoImport(other.people.admin, run.id);
    expect([answer.status, codeOf(answer)]).toEqual([404, "import_run_not_found"]);
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("for a dry run", async () => {
    const { run } = ImportResult.parse((await importFile(own.people.lead, { file: plan })).json);
    const answer = await undoImport(own.people.lead, run.id);
    expect([answer.status, codeOf(answer)]).toEqual([409, "import_not_applied"]);
  });
});
