/** The smoke test against the running stack; the list of functions, which only the platform has, is played. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { built, type Deployment, notBuilt, smoke } from "../../scripts/smoke.ts";
import { owner } from "../support/database.ts";

const stack = inject("stack");
let platform: http.Server;
let deployment: Deployment;
let listed: { slug: string; status: string }[] = [];

beforeAll(async () => {
  platform = http.createServer((request, answer) => {
    const knows = request.headers.authorization === "Bearer an access token";
    answer.writeHead(knows ? 200 : 401, { "content-type": "application/json" });
    answer.end(JSON.stringify(request.url === "/functions" && knows ? listed : {}));
  });
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  deployment = {
    url: stack.url,
    databaseUrl: stack.database_url,
    managementUrl: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    accessToken: "an access token",
  };
  listed = built.map((slug) => ({ slug, status: "ACTIVE" }));
});
afterAll(() => platform.close());

/** What is wrong with a deployment, by check. */
async function problemsOf(changes: Partial<Deployment> = {}) {
  const findings = await smoke({ ...deployment, ...changes });
  return findings.flatMap(({ check, problems }) => problems.map((problem) => [check, problem]));
}

test("a whole deployment has no problem, and every gate was tried", async () => {
  expect(await problemsOf()).toEqual([]);
  const checks = (await smoke(deployment)).map(({ check }) => check).join("\n");
  for (const slug of built) expect(checks).toContain(`${slug} refuses`);
  expect(built).toEqual(expect.arrayContaining(["task-act", "calendar-act"]));
  expect(new Set([...built, ...notBuilt]).size).toBe(9);
});

describe("says what is wrong:", () => {
  test("a migration that is not applied", async () => {
    const [gone] = await owner<{ version: string; name: string; statements: string[] }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations)
      returning version, name, statements`;
    try {
      expect(await problemsOf()).toEqual([
        ["every local migration is applied", `${gone?.version}_${gone?.name} is not applied`],
      ]);
    } finally {
      await owner`insert into supabase_migrations.schema_migrations ${owner(gone ?? {})}`;
    }
  });

  test("functions that are not deployed, or not active", async () => {
    const all = listed;
    listed = all.slice(1).map(({ slug }) => ({ slug, status: "REMOVED" }));
    try {
      const problems = (await problemsOf()).map(([, problem]) => problem);
      expect(problems).toContain(`${built[0]} is not deployed`);
      expect(problems).toContain(`${built[1]} is REMOVED`);
    } finally {
      listed = all;
    }
  });

  test("a gate that is open, or a project that is not there", async () => {
    // Behind this address is a route that turns nobody away.
    const open = await problemsOf({ url: `${stack.url}/api/config?` });
    expect(open.map(([check]) => check)).toEqual(
      built.map((slug) => `${slug} refuses whoever has no credentials`),
    );
    const gone = await problemsOf({
      databaseUrl: "postgresql://nobody:x@127.0.0.1:1/postgres",
      accessToken: "of somebody else",
    });
    expect(gone.map(([, problem]) => problem)).toEqual([
      expect.stringContaining("it could not be checked"),
      expect.stringContaining("the list of functions answers 401"),
    ]);
  });
});
