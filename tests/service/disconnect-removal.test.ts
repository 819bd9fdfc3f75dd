/** A vendor is disconnected with a proposal to remove its rows, while others sync and decide. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import { act, makeOrganizationWithPromptOwner, waitUntilSettled } from "./approval-acting.ts";

let own: OwnOrganization;
let stream: string;
beforeEach(async () => {
  own = await makeOrganizationWithPromptOwner();
  stream = randomUUID();
  await owner`
    insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
    values (${own.id}, 'linear', '{}', 'none', ${own.people.admin.id})`;
  // Never due: the test is its only worker.
  await owner`
    insert into public.sync_streams (id, organization_id, provider, stream, next_at)
    values (${stream}, ${own.id}, 'linear', 'tasks', '2999-01-01')`;
  for (const number of [1, 2, 3]) await addRow(number);
});

/** A task that was read from Linear. */
async function addRow(number: number, sql = owner): Promise<void> {
  const id = randomUUID();
  await sql`
    insert into public.tasks (id, organization_id, project_id, title, external_key, managed_by)
    values (${id}, ${own.id}, ${own.alphaId}, ${`Issue ${number}`}, ${`linear:${number}`}, 'linear')`;
  await sql`
    insert into private.sync_records (
      organization_id, stream_id, external_id, version, hash, project_id, row_id, is_here, seen_listing)
    values (${own.id}, ${stream}, ${String(number)}, '1', 'h', ${own.alphaId}, ${id}, true, 1)`;
}

const disconnect = (by: "admin" | "lead" | "member" | "client" = "admin", changes = {}) =>
  own.people[by].ask("/functions/v1/integrations", {
    body: { action: "disconnect", provider: "linear", proposes_removal: true, ...changes },
  });

const cards = () => owner<{ id: string; title: string; status: string; version: number }[]>`
  select id, title, status::text, version from public.approvals
  where organization_id = ${own.id} and kind = 'sync_removal' order by created_at`;

const countTasks = async () => {
  const [row] = await owner`
    select count(*)::int as count from public.tasks
    where organization_id = ${own.id} and external_key like 'linear:%' and archived_at is null`;
  return row?.["count"];
};

const isConnected = async () =>
  (await owner`select from public.integrations where organization_id = ${own.id}`).length === 1;

/** Runs work in a transaction that ends with release(). */
function hold(work: (sql: typeof owner) => Promise<unknown>) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = owner.begin(async (sql) => {
    await work(sql as unknown as typeof owner);
    begin();
    await gate;
  });
  return { begun: Promise.race([begun, ended]), ended, release: () => release() };
}

test("an approved card removes the rows, and no one else can propose it", async () => {
  for (const by of ["lead", "member", "client"] as const) {
    expect((await disconnect(by)).status).toBe(403);
  }
  expect((await disconnect("admin", { releases_rows: true })).status).toBe(400);
  expect([await isConnected(), await countTasks(), await cards()]).toEqual([true, 3, []]);

  expect((await disconnect()).status).toBe(200);
  expect([await isConnected(), await countTasks()]).toEqual([false, 3]);
  const [card] = await cards();
  expect(card).toMatchObject({
    title: "Remove 3 tasks synced from Linear",
    status: "pending",
    version: 1,
  });
  const id = card?.id as string;
  const other = await act(own, "member", { action: "approve_and_execute", id, version: 1 });
  expect(other.status).toBe(403);
  expect((await act(own, "lead", { action: "approve_and_execute", id, version: 1 })).status).toBe(
    200,
  );
  expect((await waitUntilSettled(id))["status"]).toBe("executed");
  expect(await countTasks()).toBe(0);
});

test("one of ten admins at once disconnects, and there is one card", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => disconnect()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  expect((await cards()).map(({ title }) => title)).toEqual(["Remove 3 tasks synced from Linear"]);
});

test("a disconnect waits for a page that is being applied, and the card lists its rows", async () => {
  const page = hold(async (sql) => {
    await sql`select from public.sync_streams where id = ${stream} for update`;
    await addRow(4, sql);
  });
  await page.begun;
  const answer = disconnect();
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  await waitForLock();
  expect(isAnswered).toBe(false);
  page.release();
  await page.ended;
  expect((await answer).status).toBe(200);
  expect((await cards()).map(({ title }) => title)).toEqual(["Remove 4 tasks synced from Linear"]);
});

test("while a card of the stream is being decided nothing changes, and later all rows join it", async () => {
  await owner`
    select private.hold_removals(sync_streams, '{1}') from public.sync_streams where id = ${stream}`;
  const [card] = await cards();
  const decision = hold(
    (sql) => sql`select from public.approvals where id = ${card?.id as string} for update`,
  );
  await decision.begun;
  const refusal = await disconnect();
  expect([refusal.status, codeOf(refusal)]).toEqual([409, "removal_in_decision"]);
  expect([await isConnected(), await countTasks()]).toEqual([true, 3]);
  decision.release();
  await decision.ended;
  expect(await cards()).toMatchObject([{ title: "Remove 1 task synced from Linear", version: 1 }]);

  expect((await disconnect()).status).toBe(200);
  expect(await cards()).toMatchObject([
    { title: "Remove 3 tasks synced from Linear", status: "pending", version: 2 },
  ]);
});

/** Waits until a backend waits for a lock of this test. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await owner`
            select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%disconnect_integration%'`
        ).length,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);
}
