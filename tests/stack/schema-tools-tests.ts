import { readFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  forbiddenImports,
  globalsOfNode,
  unknownPackages,
} from "../../scripts/db/check-functions.ts";
import { readTap } from "../../scripts/db/pgtap.ts";
import { diffDatabases } from "../../scripts/db/schema-diff.ts";
import { loadSchemaTree } from "../../scripts/db/schema-tree.ts";
import { type ScratchDatabase, scratchOn, withScratchDatabase } from "../../scripts/db/scratch.ts";
import { NEW_OBJECTS } from "./new-objects.ts";
import { scratch } from "./scratch-server.ts";

async function run<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

describe("scratch databases", () => {
  test("are copies that do not see each other, and are deleted afterwards", async () => {
    const name = await withScratchDatabase(scratch, "platform", async (database) => {
      await run(database.url, (sql) => sql`create table public.only_here ()`);
      const otherDatabase = await scratchOn(scratch.url).create("platform");
      const [row] = await run(
        otherDatabase.url,
        (sql) => sql`select to_regclass('public.only_here') as t`,
      );
      expect(row?.t).toBeNull();
      return database.name;
    });
    const output = await run(
      scratch.url,
      (sql) => sql`select from pg_database where datname = ${name}`,
    );
    expect(output).toHaveLength(0);
  });

  test("several can be created at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => scratchOn(scratch.url).create("platform")),
    );
    expect(new Set(results.map(({ name }) => name)).size).toBe(4);
  });
});

describe("the schema tree", () => {
  test("loads in any order of files", async () => {
    await withScratchDatabase(scratch, "platform", async ({ url }) => {
      const result = await loadSchemaTree(url, [
        { name: "policies.sql", script: "create policy p on public.t using (private.f())" },
        {
          name: "f.sql",
          script:
            "create function private.f() returns bool language sql begin atomic select exists (select from public.t); end",
        },
        { name: "t.sql", script: "create table public.t ()" },
        { name: "schemas.sql", script: "create schema private" },
      ]);
      expect(result.map(({ name }) => name)).toEqual([
        "t.sql",
        "schemas.sql",
        "f.sql",
        "policies.sql",
      ]);
    });
  });

  test("a file that cannot be loaded is named with its line", async () => {
    await withScratchDatabase(scratch, "platform", async ({ url }) => {
      const brokenSchemas = [
        { name: "a/b.sql", script: "select 1;\ncreate table public.t (n nothing);" },
      ];
      await expect(loadSchemaTree(url, brokenSchemas)).rejects.toThrow(
        'supabase/schemas/a/b.sql:2: type "nothing" does not exist',
      );
    });
  });

  test("a function whose body names an unknown object is refused", async () => {
    await withScratchDatabase(scratch, "platform", async ({ url }) => {
      const script =
        "create function public.f() returns int language sql as 'select n from public.gone'";
      await expect(loadSchemaTree(url, [{ name: "f.sql", script }])).rejects.toThrow(
        'function f(): relation "public.gone" does not exist',
      );
    });
  });
});

// As in our schema, with few objects: a comparison of the whole schema takes many times longer.
const SMALL_SCHEMA = `
  create schema private;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
  create function private.viewer() returns uuid language sql set search_path = '' as 'select null::uuid';
  revoke execute on function private.viewer() from public;
  create function private.tg_touch() returns trigger language plpgsql set search_path = ''
    as 'begin return new; end';
  create table public.clients (id uuid primary key, name text);
  create trigger clients_touch before update on public.clients
    for each row execute function private.tg_touch();
  create table public.projects (id uuid primary key, name text);
  comment on table public.projects is 'Work with a beginning and an end.';
  alter table public.projects enable row level security;
  create policy projects_select_in_scope on public.projects for select to authenticated using (true);
  comment on policy projects_select_in_scope on public.projects is 'Who sees a project.';
  create table public.tasks (id uuid primary key);
  alter table public.tasks enable row level security;
  create policy tasks_select_in_scope on public.tasks for select to authenticated using (true);`;

describe("drift", () => {
  // Each is a manual change that the schema files lack, with its repair.
  const drifts: [name: string, statement: string, mended: string][] = [
    ["a column", "alter table public.projects add column x int", 'alter table "public"."projects"'],
    [
      "a dropped policy",
      "drop policy projects_select_in_scope on public.projects",
      'create policy "projects_select_in_scope" on "public"."projects"',
    ],
    [
      "row-level security off",
      "alter table public.tasks disable row level security",
      'alter table "public"."tasks"',
    ],
    [
      "a column grant",
      "grant update (name) on public.projects to authenticated",
      'revoke all ("name") on table "public"."projects" from "authenticated"',
    ],
    [
      "execute for everybody",
      "grant execute on function private.viewer() to public",
      'revoke all on function "private"."viewer"() from public',
    ],
    [
      "a default privilege",
      "alter default privileges in schema public grant all on tables to anon",
      'alter default privileges for role "postgres" in schema "public" revoke all on tables from "anon"',
    ],
    [
      "a policy on storage",
      "create policy p on storage.objects for select to anon using (true)",
      'drop policy "p" on "storage"."objects"',
    ],
    [
      "a trigger on auth",
      "create trigger t after insert on auth.users execute function private.tg_touch()",
      'drop trigger "t" on "auth"."users"',
    ],
    [
      "a grant in a platform schema",
      "grant select on auth.users to authenticated",
      'revoke all on table "auth"."users" from "authenticated"',
    ],
    [
      "statistics",
      "create statistics public.s (dependencies) on id, name from public.projects",
      "drop statistics public.s",
    ],
    [
      "a disabled trigger",
      "alter table public.clients disable trigger user",
      'alter table "public"."clients"',
    ],
    [
      "a comment",
      "comment on table public.projects is 'something else'",
      'comment on table "public"."projects" is \'Work with a beginning',
    ],
  ];

  describe("is seen:", () => {
    let changes: string[];
    let scripts: string[];
    let intendedDatabase: ScratchDatabase;
    let driftedDatabase: ScratchDatabase;
    beforeAll(async () => {
      [intendedDatabase, driftedDatabase] = await Promise.all([
        scratch.create("platform"),
        scratch.create("platform"),
      ]);
      await Promise.all(
        [intendedDatabase, driftedDatabase].map(({ url }) =>
          run(url, (sql) => sql.unsafe(SMALL_SCHEMA)),
        ),
      );
      await run(intendedDatabase.url, (sql) => sql.unsafe(NEW_OBJECTS));
      await run(driftedDatabase.url, async (sql) => {
        for (const [, statement] of drifts) await sql.unsafe(statement);
      });
      ({ changes, scripts } = await diffDatabases(driftedDatabase.url, intendedDatabase.url));
    });
    afterAll(() => Promise.all([intendedDatabase.drop(), driftedDatabase.drop()]));

    test.each(drifts)("%s", (_name, _statement, statements) => {
      expect(changes.filter((change) => change.startsWith(statements))).toHaveLength(1);
    });

    test("there is no other difference", () => {
      const otherChanges = changes.filter(
        (change) => !/invoices|"tasks_select_in_scope"/.test(change),
      );
      // The policy is restored with its comment.
      expect(otherChanges).toHaveLength(drifts.length + 1);
    });

    test("the written script repairs it, and creates what is new", async () => {
      expect(scripts).toHaveLength(1);
      expect(scripts.join("")).not.toMatch(/owner to|\bto "postgres"/);
      await run(driftedDatabase.url, (sql) => sql.unsafe(scripts.join("")));
      expect((await diffDatabases(driftedDatabase.url, intendedDatabase.url)).changes).toEqual([]);
    });
  });
});

describe("our advisors", () => {
  test("report a bucket that can be listed and a definer without a reason, and nothing in the migrations", async () => {
    const lints = await readFile(
      path.resolve(import.meta.dirname, "../../scripts/db/advisors.sql"),
      "utf8",
    );
    await withScratchDatabase(scratch, "migrated", async ({ url }) => {
      await run(url, async (sql) => {
        expect(await sql.unsafe(lints)).toEqual([]);
        await sql.unsafe(`
          insert into storage.buckets (id, name, public) values ('logos', 'logos', true);
          create policy everyone on storage.objects for select to anon using (bucket_id = 'logos');
          create function public.silent() returns int language sql security definer as 'select 1';
          create function public.reasoned() returns int language sql security definer as 'select 1';
          comment on function public.reasoned() is E'Answers one.\\nDefiner because it must be.';
          grant execute on function public.silent(), public.reasoned() to authenticated`);
        const rows = await sql.unsafe(lints);
        expect(rows.map((row) => row.name)).toEqual([
          "0025_public_bucket_allows_listing",
          "0029_authenticated_security_definer_function_executable",
        ]);
        expect(rows[1]?.detail).toContain("silent()");
      });
    });
  });
});

describe("functions import only what is below them", () => {
  test.each([
    ["_domain/a.ts", 'import { x } from "../_http/route.ts";', 1],
    ["_domain/a.ts", 'import type { x } from "../_http/route.ts";', 0],
    ["whoami/index.ts", 'import { x } from "../spine/index.ts";', 1],
    ["whoami/index.ts", 'const x = await import("../spine/index.ts");', 1],
    ["api/index.ts", 'const x = () => import("../spine/index.ts");', 0],
    ["api/index.ts", 'import x from "../spine/index.ts";', 1],
    ["whoami/index.ts", 'import {\n  a,\n} from "../_db/call.ts";', 0],
  ])("%s: %s", (name, text, problems) => {
    expect(forbiddenImports(name, text)).toHaveLength(problems);
  });
});

test.each([
  ['import { z } from "zod";', []],
  ['import { cors } from "hono/cors";', []],
  ['import type { Hono } from "elsewhere";', []],
  ['import { x } from "./x.ts";', []],
  ['import { x } from "zod/v3";', ["zod/v3"]],
  ['import {\n  x,\n} from "elsewhere";', ["elsewhere"]],
  ['import "elsewhere";', ["elsewhere"]],
  ['export { x } from "elsewhere";', ["elsewhere"]],
  ['const x = await import("elsewhere");', ["elsewhere"]],
])("a package that the import map lacks is found: %s", (text, packages) => {
  expect(unknownPackages("whoami/index.ts", text, ["zod", "hono/"])).toEqual(
    packages.map((name) => `functions/whoami/index.ts imports ${name}, which deno.json lacks.`),
  );
});

test.each([
  ["Buffer.from(text)", 1],
  ["const fs = require('fs')", 1],
  ["setImmediate(go)", 1],
  ["path.join(__dirname, name)", 1],
  ["new ArrayBuffer(1); registry.require(); process.env", 0],
])("a global of Node in a function is found: %s", (text, problems) => {
  expect(globalsOfNode("whoami/index.ts", text)).toHaveLength(problems);
});

describe("pgTAP output", () => {
  test("is counted, with the explanation of each failure", () => {
    const lines = ["1..3", "ok 1 - a", "not ok 2 - b", "# have: 1", "ok 3 # SKIP"];
    expect(readTap(lines, true)).toEqual({ passed: 2, failures: ["not ok 2 - b\n  # have: 1"] });
  });

  test("must keep its plan", () => {
    expect(readTap(["1..2", "ok 1"], true).failures).toEqual(["planned 2 assertions, ran 1"]);
    expect(readTap([], true).failures).toEqual(["planned 0 assertions, ran 0"]);
  });
});
