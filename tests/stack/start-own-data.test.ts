import net from "node:net";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { expect, test } from "vitest";
import { run, start } from "./start-command.ts";

test("a stack without demo data is founded once by first-admin, may listen for other machines, never gets the demo people", async () => {
  const first = await start("own", "--no-seed");
  expect(first.file.users).toEqual([]);
  const found = ["--data", first.dataDir, "--organization", "Example Works"];
  const made = await run("first-admin.ts", ...found, "--email", "A@works.test", "--name", "A B");
  expect(made.output).toContain("Example Works has its first admin: a@works.test");
  expect(made.code).toBe(0);
  // All that it takes to sign in, in one place.
  expect(made.output).toContain(`Sign in at: ${first.file.url}\nAddress: a@works.test\nPassword`);
  const password = /shown only now: (\S+)/.exec(made.output)?.[1] ?? "";
  const client = createClient(first.file.url, first.file.publishable_key);
  const { error } = await client.auth.signInWithPassword({ email: "a@works.test", password });
  expect(error).toBeNull();
  const { data } = await client.rpc("get_viewer");
  expect(data.viewer).toMatchObject({ role: "admin", email: "a@works.test" });

  const twice = await run("first-admin.ts", ...found, "--email", "c@works.test", "--name", "C");
  expect(twice.code).toBe(1);
  expect(twice.output).toContain("An organization exists already");
  const owner = postgres(first.file.database_url, { max: 1, onnotice: () => {} });
  expect(await owner`select from auth.users where email = 'c@works.test'`).toHaveLength(0);
  await owner.end();

  first.child.kill("SIGTERM");
  await first.ended;
  const second = await start("own", "--no-seed", "--host", "0.0.0.0");
  expect(second.file.users).toEqual([]);
  const { port } = new URL(second.file.url);
  await new Promise<void>((resolve, reject) => {
    const connection = net.connect(Number(port), "127.0.0.1", () => {
      connection.end();
      resolve();
    });
    connection.once("error", reject);
  });
  second.child.kill("SIGTERM");
  await second.ended;
  const third = await start("own");
  expect(third.file.users).toEqual([]);
  third.child.kill("SIGTERM");
  await third.ended;
});
