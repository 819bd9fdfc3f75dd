import postgres from "postgres";
import { expect, test } from "vitest";
import { roundsOf } from "../support/depth.ts";
import { conformanceTarget, isOwnStack } from "./target.ts";

const target = conformanceTarget();
/** tests/concurrency asks the suite's own stack a thousand times. */
const REQUESTS = roundsOf({ default: isOwnStack ? 150 : 500, nightly: 500 });
const AT_ONCE = 16;

test("users who ask at the same time never get each other's answers", async () => {
  const emails = ["member@demo.test", "admin@other.test"];
  const clients = await Promise.all(emails.map((email) => target().as(email)));
  const expectedProjects = await Promise.all(
    clients.map(async (client) => {
      const { data } = await client.from("projects").select("id").order("id");
      return JSON.stringify(data);
    }),
  );
  expect(expectedProjects[0]).not.toBe(expectedProjects[1]);
  const anonymous = target().anonymous();

  let nextTurn = 0;
  async function work(): Promise<void> {
    while (nextTurn < REQUESTS) {
      const turn = nextTurn++;
      const index = turn % 2;
      const client = clients[index] as (typeof clients)[number];
      if (turn % 5 === 4) {
        const { data } = await client.rpc("get_viewer");
        expect(data.viewer.email).toBe(emails[index]);
      } else if (turn % 7 === 6) {
        expect((await anonymous.from("projects").select("id")).status).toBe(401);
      } else {
        const { data } = await client.from("projects").select("id").order("id");
        expect(JSON.stringify(data)).toBe(expectedProjects[index]);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(nextTurn).toBeGreaterThanOrEqual(REQUESTS);
});

test("requests are answered again after the database has ended every connection", async () => {
  const client = await target().as("member@demo.test");
  const owner = postgres(target().database_url, { max: 1, onnotice: () => {} });
  for (let round = 0; round < 3; round++) {
    const requests = Array.from({ length: 10 }, () => client.from("projects").select("id"));
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`;
    // A request in the meantime reveals that the database was unreachable, and nothing about its address.
    for (const { status, error } of await Promise.all(requests)) {
      if (status !== 200) expect(error?.code).toMatch(/^(08006|57P01|PGRST00[123])$/);
    }
    await expect.poll(async () => (await client.from("projects").select("id")).status).toBe(200);
  }
  await owner.end();
});
