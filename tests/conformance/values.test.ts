import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conformanceTarget } from "./target.ts";

const target = conformanceTarget();
let owner: Sql;

// An argument, its type, and a value that must come back unchanged.
const KINDS: [name: string, type: string, value: unknown][] = [
  ["object", "jsonb", { a: [1, { b: 'ü "quoted" {}' }], n: null }],
  ["list", "jsonb", [{ a: 1 }, 2, "three", [4]]],
  ["words", "text[]", ["plain", 'with "quotes", commas', "{braces}", ""]],
  ["ids", "uuid[]", ["00000004-0000-4000-8000-000000100001"]],
  ["roles", "public.person_role[]", ["admin", "client"]],
  ["instants", "timestamptz[]", ["2026-01-02T03:04:05.678901+00:00"]],
  ["amount", "numeric", 12345.67],
  ["big", "bigint", 9_007_199_254_740_991],
  ["day", "date", "2026-02-28"],
  ["flag", "boolean", true],
];
const ARGUMENTS = Object.fromEntries(KINDS.map(([name, , value]) => [name, value]));

// A function that is created while the stack runs, and announced as migrations announce theirs.
beforeAll(async () => {
  owner = postgres(target().database_url, { max: 1, onnotice: () => {} });
  await owner.unsafe(`
    create function public.conformance_echo(${KINDS.map(([name, type]) => `${name} ${type}`)})
    returns table (${KINDS.map(([name, type]) => `out_${name} ${type}`)})
    language sql immutable as $$
      select ${KINDS.map(([name]) => `conformance_echo.${name}`)}
    $$;
    grant execute on function public.conformance_echo to authenticated;
    notify pgrst, 'reload schema';
  `);
});
afterAll(async () => {
  await owner.unsafe("drop function public.conformance_echo");
  await owner.end();
});

test("values of every kind come back unchanged", async () => {
  const client = await target().as("member@demo.test");
  await expect.poll(async () => (await client.rpc("conformance_echo", ARGUMENTS)).status).toBe(200);
  const { data } = await client.rpc("conformance_echo", ARGUMENTS).single();
  expect(data).toEqual(Object.fromEntries(KINDS.map(([name, , value]) => [`out_${name}`, value])));
});

test("missing values come back as null", async () => {
  const client = await target().as("member@demo.test");
  const nulls = Object.fromEntries(KINDS.map(([name]) => [name, null]));
  const { data, error } = await client.rpc("conformance_echo", nulls).single();
  expect(error).toBeNull();
  expect(Object.values(data as object).every((value) => value === null)).toBe(true);
});

test("a value of the wrong type is a 400 with PostgreSQL's code", async () => {
  const client = await target().as("member@demo.test");
  const { status, error } = await client.rpc("conformance_echo", {
    ...ARGUMENTS,
    ids: ["no uuid"],
  });
  expect([status, error?.code]).toEqual([400, "22P02"]);
});
