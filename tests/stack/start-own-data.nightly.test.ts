/**
 * A service without demo data, through the commands that people use. In npm test, start.test.ts starts one with demo
 * data, first-admin.test.ts proves what first-admin creates and refuses, tests/browser/first-day.test.ts opens the link,
 * and boot-proof.test.ts proves that other machines never get the demo people.
 */
import net from "node:net";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { expect, test } from "vitest";
import { run, start } from "./start-command.ts";

test("a stack without demo data gets one organization from first-admin, may listen for other machines, and never gets the demo people", async () => {
  const first = await start("own", "--no-seed");
  expect(first.file.users).toEqual([]);
  const options = ["--data", first.dataDir, "--organization", "Example Works"];
  const result = await run(
    "first-admin.ts",
    ...options,
    "--email",
    "A@works.test",
    "--name",
    "A B",
  );
  expect(result.output).toContain("Example Works has its first admin: a@works.test");
  expect(result.code).toBe(0);
  const link = new URL(/^http\S+$/m.exec(result.output)?.[0] ?? "");
  expect([link.origin, link.pathname]).toEqual([first.file.url, "/password"]);
  const details = new URLSearchParams(link.hash.slice(1));
  expect(details.get("email")).toBe("a@works.test");
  const password = "chosen through the link";
  const answer = await fetch(`${first.file.url}/api/password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: details.get("token"), password }),
  });
  expect([answer.status, await answer.json()]).toEqual([200, { email: "a@works.test" }]);
  const client = createClient(first.file.url, first.file.publishable_key);
  const { error } = await client.auth.signInWithPassword({ email: "a@works.test", password });
  expect(error).toBeNull();
  const { data } = await client.rpc("get_viewer");
  expect(data.viewer).toMatchObject({ role: "admin", email: "a@works.test" });

  const again = await run(
    "first-admin.ts",
    ...["--data", first.dataDir, "--new-link", "--email", "a@works.test"],
  );
  expect(again.output).toContain(`${first.file.url}/password#token=`);
  expect(again.output).not.toContain("first admin");
  const unknownPerson = await run(
    "first-admin.ts",
    ...["--data", first.dataDir, "--new-link", "--email", "b@works.test"],
  );
  expect([unknownPerson.code, unknownPerson.output.trim()]).toEqual([
    1,
    "No person can sign in as b@works.test.",
  ]);
  const secondRun = await run(
    "first-admin.ts",
    ...options,
    "--email",
    "c@works.test",
    "--name",
    "C",
  );
  expect(secondRun.code).toBe(1);
  expect(secondRun.output).toContain("An organization already exists");
  const owner = postgres(first.file.database_url, { max: 1, onnotice: () => {} });
  expect(await owner`select from auth.users where email = 'c@works.test'`).toHaveLength(0);
  await owner.end();

  first.child.kill("SIGTERM");
  await first.ended;
  const secondStart = await start("own", "--no-seed", "--host", "0.0.0.0");
  expect(secondStart.file.users).toEqual([]);
  const { port } = new URL(secondStart.file.url);
  await new Promise<void>((resolve, reject) => {
    const connection = net.connect(Number(port), "127.0.0.1", () => {
      connection.end();
      resolve();
    });
    connection.once("error", reject);
  });
  secondStart.child.kill("SIGTERM");
  await secondStart.ended;
  const thirdStart = await start("own");
  expect(thirdStart.file.users).toEqual([]);
  thirdStart.child.kill("SIGTERM");
  await thirdStart.ended;
});
