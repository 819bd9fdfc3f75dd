/** npm run first-admin, on a database by its URL. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningDatabase, startScratchDatabase } from "../../scripts/db/scratch.ts";
import { run } from "./start-command.ts";

let database: RunningDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await startScratchDatabase("migrated");
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql?.end();
  await database?.stop();
});

const firstAdmin = (...args: string[]) =>
  run("first-admin.ts", "--database", database.url, ...args);
const organizationFlags = [
  "--organization",
  "Example Works",
  "--url",
  "https://console.example.com/",
];
const tokenIn = (output: string) => /#token=(\w+)&email=a%40works\.test$/.exec(output)?.[1];
const isOpen = async (token: string | undefined) => {
  const links = await sql`
    select from private.password_links
    where token_hash = sha256(convert_to(${token ?? ""}, 'UTF8')) and revoked_at is null`;
  return links.length === 1;
};

test("a sign-in that belongs to no person is refused with the next step", async () => {
  const person = ["--email", "early@works.test", "--name", "E"];
  await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'early@works.test')`;
  onTestFinished(async () => {
    await sql`delete from auth.users where email = 'early@works.test'`;
  });
  const refusal = await firstAdmin(...organizationFlags, ...person);
  expect([refusal.code, refusal.output]).toEqual([
    1,
    "There is already a sign-in for early@works.test. Delete it (Authentication → Users), then run this again.",
  ]);
});

test("creates one organization with its admin, whose link can be renewed", async () => {
  const email = ["--email", "A@works.test"];
  const result = await firstAdmin(...organizationFlags, ...email, "--name", "A B");
  expect(result.output).toContain("Example Works has its first admin: a@works.test");
  expect(result.code).toBe(0);
  expect(result.output).toContain("https://console.example.com/password#token=");
  expect(await isOpen(tokenIn(result.output))).toBe(true);
  const [admin] = await sql`select email, role::text, name from public.people`;
  expect(admin).toEqual({ email: "a@works.test", role: "admin", name: "A B" });

  const again = await firstAdmin("--new-link", ...email);
  expect(again.output).not.toContain("first admin");
  expect(await isOpen(tokenIn(again.output))).toBe(true);
  expect(await isOpen(tokenIn(result.output))).toBe(false);

  const knownPerson = await firstAdmin(...organizationFlags, ...email, "--name", "A B");
  expect([knownPerson.code, knownPerson.output]).toEqual([
    1,
    "There is already a sign-in for a@works.test. Use --new-link to print another password link.",
  ]);

  const unknownPerson = await firstAdmin("--new-link", "--email", "b@works.test");
  expect([unknownPerson.code, unknownPerson.output]).toEqual([
    1,
    "No person can sign in as b@works.test.",
  ]);

  const secondRun = await firstAdmin(
    ...organizationFlags,
    "--email",
    "c@works.test",
    "--name",
    "C",
  );
  expect(secondRun.code).toBe(1);
  expect(secondRun.output).toContain("An organization already exists");
  expect(await sql`select from auth.users where email = 'c@works.test'`).toHaveLength(0);
});
