/** Migrations may change before their release and never after it. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeBaseline } from "../../../scripts/db/baseline.ts";
import { changedMigrations, release } from "../../../scripts/db/released.ts";

const FIRST = "20260101000000_schema.sql";
const NEXT = "20260102000000_add_notes.sql";
let directory: string;

const file = (name: string) => path.join(directory, name);

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "countersign-migrations-"));
  await writeFile(file("released.json"), "{}");
  await writeFile(file(FIRST), "create table public.a (n int);\n");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("a released migration", () => {
  test("is added once, and later ones after it", async () => {
    expect(await release(directory)).toEqual([FIRST]);
    expect(await changedMigrations(directory)).toEqual([]);
    await writeFile(file(NEXT), "select 1;\n");
    expect(await changedMigrations(directory)).toEqual([]);
    expect(await release(directory)).toEqual([NEXT]);
    expect(await release(directory)).toEqual([]);
  });

  test("cannot be edited or removed", async () => {
    await release(directory);
    await writeFile(file(FIRST), "create table public.a (n bigint);\n");
    const refusal = `${FIRST} was edited, and it is released: restore it, and correct it in a new migration.`;
    expect(await changedMigrations(directory)).toEqual([refusal]);
    await expect(release(directory)).rejects.toThrow(refusal);
    await rm(file(FIRST));
    expect(await changedMigrations(directory)).toEqual([expect.stringContaining("is missing")]);
  });

  test("may have the line ends of another system", async () => {
    await release(directory);
    await writeFile(file(FIRST), "create table public.a (n int);\r\n");
    expect(await changedMigrations(directory)).toEqual([]);
  });

  test("allows no new baseline", async () => {
    await release(directory);
    await expect(writeBaseline([], new Date(), directory)).rejects.toThrow(
      `${FIRST} is released, and a released migration never changes. Run npm run db:diff -- <name> instead.`,
    );
    expect(await readdir(directory)).toContain(FIRST);
  });
});

test("a baseline has the privileges, the schema files in order, and the rows of every data migration", async () => {
  await writeFile(file("20260103000000_data.sql"), "insert into public.a values (1);\n");
  await writeFile(file("20260104000000_data_more.sql"), "insert into public.a values (2);\n");
  const schema = [
    { name: "platform/privileges.sql", script: "revoke all on schema public from public;\n" },
    { name: "b/tables.sql", script: "create table public.a (n int);\n" },
    { name: "a/f.sql", script: "create table public.b (n int);\n" },
  ];
  const names = await writeBaseline(schema, new Date("2026-11-22T16:40:31Z"), directory);
  expect(names).toEqual([
    "20261122164000_privileges.sql",
    "20261122164001_schema.sql",
    "20261122164002_data.sql",
  ]);
  expect((await readdir(directory)).sort()).toEqual([...names, "released.json"]);
  const [privileges, tables, rows] = await Promise.all(
    names.map((name) => readFile(file(name), "utf8")),
  );
  expect(privileges).toBe(schema[0]?.script);
  expect(tables).toMatch(/public\.a .*public\.b /s);
  expect(tables).not.toContain("revoke");
  expect(rows).toMatch(/values \(1\);\n\ninsert .*\(2\);\n$/);
});
