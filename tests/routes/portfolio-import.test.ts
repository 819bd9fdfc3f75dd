import { describe, expect, test } from "vitest";
import portfolioImport from "../../supabase/functions/portfolio-import/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const run = {
  id: "00000092-0000-4000-8000-000000100001",
  mode: "dry_run",
  status: "succeeded",
  file_name: "plan.csv",
  parser_version: "csv-1",
  plan_hash: "0".repeat(64),
  counts: { rows: { create: 1, update: 0, unchanged: 0, skipped: 0 } },
  validation: { problem_count: 0, problems: [] },
  error: null,
  created_at: "2026-03-02T10:00:00+00:00",
  finished_at: "2026-03-02T10:00:01+00:00",
  undone_at: null,
  undone_by: null,
};
const savedMapping = {
  id: "00000096-0000-4000-8000-000000100001",
  name: "Weekly",
  mapping: { fields: { project_code: { column: "Project" } } },
  created_by: "00000005-0000-4000-8000-000000100001",
  created_at: "2026-03-02T10:00:00+00:00",
  updated_at: "2026-03-02T10:00:00+00:00",
};
const file = (text: string) => Buffer.from(text).toString("base64");
const body = {
  mode: "dryRun",
  file_name: "plan.csv",
  content_base64: file("Project,Hours\nWeb shop,2.5\n"),
};

/** A database in which the caller may import, and an import ends like this. */
function importEnds(change: object = {}): void {
  answerWith((path) => {
    if (path === "/rpc/require_importer") return new Response(null, { status: 204 });
    if (path === "/rpc/import_portfolio") return { ...run, ...change };
    if (path === "/rpc/undo_import") return { ...run, mode: "apply", undone_at: run.finished_at };
    if (path === "/rpc/save_import_mapping") return savedMapping;
    if (path === "/rpc/delete_import_mapping") return new Response(null, { status: 204 });
    if (path === "/import_mappings") return [savedMapping];
    return path === "/portfolio_import_runs" ? [run] : [];
  });
}

async function sentToDatabase(): Promise<Record<string, unknown>> {
  const request = requests.find(({ url }) => url.endsWith("/rpc/import_portfolio"));
  return (await request?.json()) as Record<string, unknown>;
}

describe("a valid request", () => {
  test("by GET lists the last twenty runs, newest first, and the saved mappings", async () => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import");
    expect(answer.json).toEqual({ runs: [{ ...run, mode: "dryRun" }], mappings: [savedMapping] });
    const url = new URL(String(requests.find(({ url }) => url.includes("import_runs"))?.url));
    expect([url.searchParams.get("order"), url.searchParams.get("limit")]).toEqual([
      "created_at.desc",
      "20",
    ]);
  });

  test("by POST passes rates of people and projects, and reports unreadable ones", async () => {
    importEnds();
    await call(portfolioImport, "/portfolio-import", {
      body: {
        ...body,
        content_base64: file(
          "Person,Project code,Person cost per hour,Project revenue per hour,Rate valid from\n" +
            "Ada,,62.505,,2026-01-01\n,P-1,,1e3,2026-01-01\nAda,,-5,,2026-01-01\nAda,,NaN,,2026-01-01\nAda,,1000000000,,2026-01-01\n",
        ),
      },
    });
    const problem = (line: number, text: string) => ({
      line,
      problem: `Column "Person cost per hour": "${text}`,
      problem_field: "person_cost_per_hour",
    });
    expect((await sentToDatabase())["rows"]).toEqual([
      { line: 2, person: "Ada", person_cost_per_hour: 62.51, rate_valid_from: "2026-01-01" },
      {
        line: 3,
        project_code: "P-1",
        problem: 'Column "Project revenue per hour": "1e3" is not a number such as 1234.5',
        problem_field: "project_revenue_per_hour",
      },
      problem(4, '-5" is not a number such as 1234.5'),
      problem(5, 'NaN" is not a number such as 1234.5'),
      problem(6, '1000000000" is more than 999999999.99'),
    ]);
  });

  test("by POST passes numbered lines and the previewed plan to the database", async () => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", {
      body: { ...body, mode: "apply", plan_hash: "a".repeat(64) },
    });
    expect(answer.status).toBe(200);
    expect(await sentToDatabase()).toMatchObject({
      mode: "apply",
      expected_plan_hash: "a".repeat(64),
      parser_version: "csv-3",
      rows: [{ line: 2, project_name: "Web shop", hours: 2.5 }],
    });
  });

  test("with a mapping uses it instead of the guess", async () => {
    importEnds();
    await call(portfolioImport, "/portfolio-import", {
      body: { ...body, mapping: { fields: { project_code: { column: "Project" } } } },
    });
    expect((await sentToDatabase())["rows"]).toEqual([{ line: 2, project_code: "Web shop" }]);
  });
});

describe("an action without a file", () => {
  const ids = { run_id: run.id, mapping_id: savedMapping.id };
  test.each([
    [{ mode: "undo", run_id: ids.run_id }, "undo_import", { run_id: ids.run_id }],
    [
      { mode: "saveMapping", name: " Weekly ", mapping: savedMapping.mapping },
      "save_import_mapping",
      { name: "Weekly", mapping: savedMapping.mapping },
    ],
    [
      { mode: "deleteMapping", mapping_id: ids.mapping_id },
      "delete_import_mapping",
      { mapping_id: ids.mapping_id },
    ],
  ])("with %o calls one SQL function", async (body, name, args) => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", { body });
    expect([answer.status, (answer.json as { mode: string }).mode]).toEqual([200, body.mode]);
    const request = requests.find(({ url }) => url.endsWith(`/rpc/${name}`));
    expect(await request?.json()).toEqual(args);
  });

  test.each([
    ["undo", "mapping_id"],
    ["dryRun", "plan_hash"],
    ["deleteMapping", "run_id"],
  ])("to %s accepts no %s", async (mode, field) => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", {
      body: { ...body, ...ids, mode, [field]: "0".repeat(64) },
    });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(JSON.stringify(answer.json)).toContain(field);
  });
});

describe("answers 400 to", () => {
  test("wrong fields by their names, without a call to the database", async () => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", {
      body: { mode: "apply", extra: 1 },
    });
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    const { details } = answer.json as { details: { field: string | null }[] };
    expect(details.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["file_name", "content_base64"]),
    );
    expect(requests).toHaveLength(1);
  });

  test("a broken file, with its line", async () => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", {
      body: { ...body, content_base64: file("Project,Hours\nWeb shop,1\nBrand\n") },
    });
    expect(answer.json).toEqual({
      statusCode: 400,
      code: "unreadable_file",
      message: "A row has more or fewer cells than the header",
      details: { line: 3 },
    });
  });
});

describe("answers 403 to", () => {
  test("a person who may not import, before a file is parsed", async () => {
    answerWith(() =>
      refusal(400, "OPDEN", "Only an admin or a lead can do this", "role_not_allowed"),
    );
    const answer = await call(portfolioImport, "/portfolio-import", { body: "{rubbish" });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });
});

describe("answers 409 to", () => {
  test("a failed import, with its run", async () => {
    importEnds({
      status: "failed",
      error: "something",
      plan_hash: null,
      counts: null,
      validation: null,
    });
    const answer = await call(portfolioImport, "/portfolio-import", {
      body: { ...body, mode: "apply" },
    });
    expect([answer.status, answer.code]).toEqual([409, "import_failed"]);
    expect(answer.json).toMatchObject({ details: { run_id: run.id } });
  });
});

describe("answers 413 to", () => {
  test("a body that is announced as too large, without reading it", async () => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", {
      body,
      headers: { "content-length": "99999999" },
    });
    expect([answer.status, answer.code]).toEqual([413, "too_large"]);
  });
});

describe("answers 415 to", () => {
  test.each(["text/csv", "application/x-www-form-urlencoded"])("%s", async (type) => {
    importEnds();
    const answer = await call(portfolioImport, "/portfolio-import", {
      body,
      headers: { "content-type": type },
    });
    expect([answer.status, answer.code]).toEqual([415, "unsupported_media_type"]);
  });
});
