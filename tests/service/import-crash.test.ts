import { beforeEach, describe, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import { importBody, importFile, organizationState, portfolioState } from "./import-file.ts";

let own: OwnOrganization;
beforeEach(async () => {
  own = await makeOrganization();
});

// The file creates a client, a person, a project and two tasks; the import is held up at the last task.
const plan = `Client,Project code,Task key,Person,Hours,Date
Garden,GAMMA,G-1,Somebody New,1,2026-03-02
Harbour,ALPHA,HELD,Somebody New,1,2026-03-02
`;

/**
 * Lets an apply run until it has written clients, people and projects, and waits for a task that another transaction
 * is just adding; then calls `happen`. The other transaction ends rolled back, unless `commits`.
 */
async function inTheMiddleOf<T>(
  apply: () => Promise<T>,
  happen: (backend: number) => Promise<unknown>,
  { commits = false } = {},
): Promise<T> {
  const outcome: { answer?: Promise<T> } = {};
  const rolledBack = new Error("rolled back");
  await owner
    .begin(async (sql) => {
      await sql`
        insert into public.tasks (organization_id, project_id, external_key, title)
        values (${own.id}, ${own.alphaId}, 'HELD', 'Held')`;
      const [me] = await sql`select pg_backend_pid() as pid`;
      outcome.answer = apply();
      outcome.answer.catch(() => {});
      await happen(await backendBlockedBy(me?.["pid"]));
      if (!commits) throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return outcome.answer as Promise<T>;
}

async function backendBlockedBy(pid: number): Promise<number> {
  for (;;) {
    const [row] = await owner`
      select pid from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid)) limit 1`;
    if (row) return row["pid"];
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function backendGone(pid: number): Promise<void> {
  for (;;) {
    const [row] = await owner`
      select 1 from pg_stat_activity where pid = ${pid} and state <> 'idle'`;
    if (!row) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("an apply that dies in the middle leaves nothing half done", () => {
  test("a killed database connection is a 5xx and leaves no trace, and the next import works", async () => {
    const before = await organizationState(own.id);
    const answer = await inTheMiddleOf(
      () => importFile(own.people.lead, { file: plan, mode: "apply" }),
      (pid) => owner`select pg_terminate_backend(${pid})`,
    );
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.text).not.toMatch(/terminat|administrator|postgres/i);
    expect(await organizationState(own.id)).toEqual(before);

    const again = await importFile(own.people.lead, { file: plan, mode: "apply" });
    expect(again.status).toBe(200);
    expect((again.json as { run: { counts: object } }).run.counts).toMatchObject({
      projects: { create: 1 },
      tasks: { create: 2 },
    });
  });

  test("an apply that takes too long is cancelled with 503 and leaves no trace", async () => {
    const before = await organizationState(own.id);
    const answer = await inTheMiddleOf(
      () => importFile(own.people.lead, { file: plan, mode: "apply" }),
      async (pid) => {
        await owner`select pg_cancel_backend(${pid})`;
        await backendGone(pid);
      },
    );
    expect([answer.status, codeOf(answer)]).toEqual([503, "timeout"]);
    expect(await organizationState(own.id)).toEqual(before);
  });

  test("an apply whose client disconnects is written completely or not at all", async () => {
    const before = await portfolioState(own.id);
    const client = new AbortController();
    let backend = 0;
    await inTheMiddleOf(
      () =>
        fetch(`${inject("stack").url}/api/portfolio-import`, {
          method: "POST",
          headers: { ...own.people.lead.headers, "content-type": "application/json" },
          body: JSON.stringify(importBody({ file: plan, mode: "apply" })),
          signal: client.signal,
        }).catch((error: Error) => error.name),
      async (pid) => {
        backend = pid;
        client.abort();
      },
    );
    await backendGone(backend);
    const [row] = await owner`
      select (select count(*)::int from public.clients where organization_id = ${own.id} and name = 'Garden') as clients,
        (select count(*)::int from public.tasks where organization_id = ${own.id} and external_key in ('G-1', 'HELD')) as tasks,
        (select count(*)::int from public.time_entries where organization_id = ${own.id}) as entries`;
    const isUnchanged = JSON.stringify(await portfolioState(own.id)) === JSON.stringify(before);
    expect(isUnchanged || { ...row }).toEqual(
      isUnchanged ? true : { clients: 1, tasks: 2, entries: 4 },
    );
  });

  test("a task that another person creates first is a 409 with a receipt, and nothing else is written", async () => {
    const answer = await inTheMiddleOf(
      () => importFile(own.people.lead, { file: plan, mode: "apply" }),
      async () => {},
      { commits: true },
    );
    expect([answer.status, codeOf(answer)]).toEqual([409, "import_failed"]);
    const [row] = await owner`
      select count(*)::int as clients from public.clients where organization_id = ${own.id} and name = 'Garden'`;
    expect(row?.["clients"]).toBe(0);
    const [run] = await owner`
      select status, mode, plan_hash from public.portfolio_import_runs where organization_id = ${own.id}`;
    expect({ ...run }).toEqual({ status: "failed", mode: "apply", plan_hash: null });
  });
});

describe("imports at the same time", () => {
  test("one of eight imports of the same file is applied, and the others are refused or find everything unchanged", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        importFile(own.people[index % 2 ? "lead" : "admin"], { file: plan, mode: "apply" }),
      ),
    );
    const createCounts = answers.map(({ status, json }) => {
      if (status === 409) {
        expect(json).toMatchObject({ code: "import_running" });
        return 0;
      }
      expect(status).toBe(200);
      return (json as { run: { counts: { rows: { create: number } } } }).run.counts.rows.create;
    });
    expect(createCounts.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 2]);
    const [sum] = await owner`
      select count(*)::int as entries, sum(hours)::float as hours from public.time_entries
      where organization_id = ${own.id} and external_key is not null`;
    expect({ ...sum }).toEqual({ entries: 2, hours: 2 });
  });

  test("two organizations do not wait for each other", async () => {
    const other = await makeOrganization();
    await inTheMiddleOf(
      () => importFile(own.people.lead, { file: plan, mode: "apply" }),
      async () => {
        const answer = await importFile(other.people.lead, { file: plan, mode: "apply" });
        expect(answer.status).toBe(200);
      },
    );
  });
});
