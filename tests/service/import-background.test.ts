/** A job imports large files: the same import, with the permissions of the person who requested it. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { ImportAccepted } from "../../supabase/functions/_domain/portfolio/import-contract.ts";
import { owner } from "../support/database.ts";
import { ask } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importFile, portfolioState, uploadFile } from "./import-file.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

const ROWS = 3_001;
const file = [
  "Client,Project code,Task key,Person,Hours,Date",
  ...Array.from(
    { length: ROWS },
    (_, row) => `Garden,P-${row % 10},T-${row},Somebody New,1,2026-03-02`,
  ),
].join("\n");

const runOf = async (id: string) => {
  const [run] = await owner`select * from public.portfolio_import_runs where id = ${id}`;
  return run as Record<string, unknown>;
};

async function waitUntilEnded(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const run = await runOf(id);
    if (run["finished_at"] !== null) return run;
    await sleep(100);
  }
}

test("a file of 3,001 lines gets 202, is applied at the wake, and changes nothing the second time", async () => {
  const answer = await uploadFile(own.people.lead, { file, mode: "apply" });
  expect(answer.status, answer.text.slice(0, 300)).toBe(202);
  const { run_id, run, columns } = ImportAccepted.parse(answer.json);
  expect([run.status, columns.length]).toEqual(["pending", 6]);

  expect(await waitUntilEnded(run_id)).toMatchObject({
    status: "succeeded",
    requested_by: own.people.lead.id,
    counts: { rows: { create: ROWS, skipped: 0 }, projects: { create: 10 } },
  });
  expect(await owner`select from private.import_inputs where run_id = ${run_id}`).toHaveLength(0);
  expect(await owner`select from private.jobs where unique_key = ${run_id}`).toHaveLength(0);
  const [event] = await owner`
    select actor_person_id, actor_db_role from public.audit_events
    where object_id = ${run_id} and action = 'portfolio_import.succeeded'`;
  expect(event?.["actor_person_id"]).toBe(own.people.lead.id);

  const again = await importFile(own.people.lead, { file, mode: "apply" });
  expect((again.json as { run: { counts: unknown } }).run.counts).toMatchObject({
    rows: { create: 0, unchanged: ROWS },
  });
});

test("a file of 3,000 lines is answered at once", async () => {
  const answer = await uploadFile(own.people.lead, { file: file.slice(0, file.lastIndexOf("\n")) });
  expect(answer.status).toBe(200);
});

test("a person who may not import starts nothing", async () => {
  for (const role of ["member", "client"] as const) {
    expect((await uploadFile(own.people[role], { file })).status).toBe(403);
  }
  expect(
    await owner`select from public.portfolio_import_runs where organization_id = ${own.id}`,
  ).toHaveLength(0);
});

describe("an import that waits", () => {
  /** Uploads a file whose job waits until `happen` has run. */
  async function afterWaiting(happen: (runId: string) => Promise<unknown>, planHash?: string) {
    const before = await portfolioState(own.id);
    const waitingJob = { id: "" };
    // The test leases the job at the moment of its creation.
    await owner`
      create or replace function public.hold_import() returns trigger language plpgsql as $$
      begin
        new.leased_by := 'the test'; new.lease_until := now() + interval '1 hour'; new.attempt := 1;
        return new;
      end $$`;
    await owner`create trigger hold before insert on private.jobs for each row
      when (new.kind = 'portfolio_import') execute function public.hold_import()`;
    try {
      const answer = await uploadFile(own.people.lead, {
        file,
        mode: "apply",
        ...(planHash && { planHash }),
      });
      waitingJob.id = ImportAccepted.parse(answer.json).run_id;
    } finally {
      await owner`drop function public.hold_import() cascade`;
    }
    await happen(waitingJob.id);
    await owner`update private.jobs set leased_by = null, lease_until = null, attempt = 0 where unique_key = ${waitingJob.id}`;
    await ask("/functions/v1/import-act", {
      method: "POST",
      headers: { apikey: inject("stack").secret_key },
    });
    return { run: await waitUntilEnded(waitingJob.id), before };
  }

  test.each([
    ["is demoted", { role: "member" }],
    ["is archived", { archived_at: new Date(), user_id: null }],
  ])("fails and changes nothing when the requester %s in the meantime", async (_what, change) => {
    const { run, before } = await afterWaiting(async () => {
      await owner`update public.people set ${owner(change)} where id = ${own.people.lead.id}`;
    });
    expect(run).toMatchObject({
      status: "failed",
      error:
        "The person who started this import may no longer import. Ask an admin or a lead to start it again",
    });
    const after = await portfolioState(own.id);
    expect({ ...after, people: "" }).toEqual({ ...before, people: "" });
    expect(
      await owner`select from private.import_inputs where run_id = ${run["id"] as string}`,
    ).toHaveLength(0);
  });

  test("fails when the plan differs from the previewed one", async () => {
    const { run, before } = await afterWaiting(async () => {}, "0".repeat(64));
    expect(run).toMatchObject({
      status: "failed",
      error: expect.stringContaining("since the preview"),
    });
    expect(await portfolioState(own.id)).toEqual(before);
  });

  test("fails with the reason when its job dies", async () => {
    const { run } = await afterWaiting(async (id) => {
      await owner`
        select private.mark_job_dead(jobs, 'The file is too heavy') from private.jobs where unique_key = ${id}`;
    });
    expect(run).toMatchObject({ status: "failed", error: "The file is too heavy" });
    await owner`delete from private.jobs where unique_key = ${run["id"] as string}`;
  });

  test("is listed as waiting, and is found by the next tick when the wake was lost", async () => {
    const { run } = await afterWaiting(async () => {
      const { json } = await own.people.admin.ask("/api/portfolio-import");
      expect((json as { runs: { status: string }[] }).runs[0]?.status).toBe("pending");
    });
    expect(run["status"]).toBe("succeeded");
  });
});
