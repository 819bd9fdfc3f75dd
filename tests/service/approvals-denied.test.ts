/**
 * Every action × everyone who may not take it × every path: the route, the function through the Data API, and SQL with
 * forged claims. Each attempt is refused, and nothing is written, enqueued or sent. Then a lead does the same, which
 * proves that the caller was refused and not the call.
 */
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { owner } from "../support/database.ts";
import { type Answer, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";
import {
  callersOf,
  executedUpdate,
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  perform,
  propose,
  snapshotOf,
} from "./approval-acting.ts";

let own: OwnOrganization;
let other: OwnOrganization;
let callers: ReturnType<typeof callersOf>;
let continueSchedules: () => Promise<void>;
beforeAll(async () => {
  [own, other] = await Promise.all([makeOrganizationWithPromptOwner(), makeOrganization()]);
  callers = callersOf(own, other);
  continueSchedules = await pauseSchedules();
});
afterAll(() => continueSchedules());

const deniedCallers = [
  "member",
  "client",
  "outsider",
  "other_admin",
  "other_lead",
  "anonymous",
  "no_key",
  "expired",
  "forged",
  "alg_none",
  "secret_key",
] as const;

const pendingTask = async () => (await propose(own, "task_create")).id;
const pendingRecord = async () => (await propose(own, "scope_flag")).id;
const approvedTask = async () => {
  const { id } = await propose(own, "task_create");
  await perform(own, "lead", { action: "approve", id });
  return id;
};
const payload = { title: "Forged" };

interface Attempt {
  /** Creates the card that the action would change. */
  make: () => Promise<string>;
  body: (id: string) => object;
  rpc: string;
  args: (id: string) => object;
  /** The same action in SQL. */
  sql: (id: string) => string;
}
const actions: Record<string, Attempt> = {
  approve: {
    make: pendingTask,
    body: (id) => ({ action: "approve", id }),
    rpc: "approve_approval",
    args: (approval_id) => ({ approval_id, version: 1 }),
    sql: (id) => `select public.approve_approval('${id}', 1)`,
  },
  reject: {
    make: pendingTask,
    body: (id) => ({ action: "reject", id, reason: "Forged" }),
    rpc: "reject_approval",
    args: (approval_id) => ({ approval_id, reason: "Forged" }),
    sql: (id) => `select public.reject_approval('${id}', 'Forged')`,
  },
  edit: {
    make: pendingTask,
    body: (id) => ({ action: "edit", id, payload }),
    rpc: "edit_approval",
    args: (approval_id) => ({ approval_id, payload }),
    sql: (id) => `select public.edit_approval('${id}', '${JSON.stringify(payload)}')`,
  },
  approve_and_execute: {
    make: pendingRecord,
    body: (id) => ({ action: "approve_and_execute", id }),
    rpc: "approve_and_execute_approval",
    args: (approval_id) => ({ approval_id }),
    sql: (id) => `select public.approve_and_execute_approval('${id}')`,
  },
  execute: {
    make: approvedTask,
    body: (id) => ({ action: "execute", id }),
    rpc: "execute_approval",
    args: (approval_id) => ({ approval_id }),
    sql: (id) => `select public.execute_approval('${id}')`,
  },
  propose_undo: {
    make: async () => (await executedUpdate(own)).id,
    body: (id) => ({ action: "propose_undo", id }),
    rpc: "propose_undo",
    args: (approval_id) => ({ approval_id }),
    sql: (id) => `select public.propose_undo('${id}')`,
  },
};

/** The refusal by the route and by the function; a batch reports it per card. */
const refusals: Record<
  (typeof deniedCallers)[number],
  { route: [number, string]; rpc: [number, string?] }
> = {
  member: { route: [403, "role_not_allowed"], rpc: [400, "OPDEN"] },
  client: { route: [403, "role_not_allowed"], rpc: [400, "OPDEN"] },
  outsider: { route: [403, "no_membership"], rpc: [400, "OPDEN"] },
  other_admin: { route: [404, "approval_not_found"], rpc: [400, "OPNFD"] },
  other_lead: { route: [404, "approval_not_found"], rpc: [400, "OPNFD"] },
  anonymous: { route: [401, "not_signed_in"], rpc: [401, "42501"] },
  no_key: { route: [401, "not_signed_in"], rpc: [401] },
  expired: { route: [401, "invalid_token"], rpc: [401] },
  forged: { route: [401, "invalid_token"], rpc: [401] },
  alg_none: { route: [401, "invalid_token"], rpc: [401] },
  secret_key: { route: [401, "invalid_token"], rpc: [403, "42501"] },
};

async function attempt(name: string, path: string, body: object, headers = {}): Promise<Answer> {
  return (callers.get(name) as NonNullable<ReturnType<typeof callers.get>>)(path, {
    body,
    headers,
  });
}

describe.each(Object.entries(actions))("%s", (_name, { make, body, rpc, args, sql }) => {
  test("is refused by the route and by the function", async () => {
    const id = await make();
    // The jobs that the new card enqueued must end before the state is read.
    const before = await readWhenIdle(() => snapshotOf(own.id, other.id));
    const checks = deniedCallers.map(async (name) => {
      const { route, rpc: byRpc } = refusals[name];
      const answer = await attempt(name, "/api/approvals", body(id));
      expect([name, answer.status, codeOf(answer)]).toEqual([name, ...route]);
      const direct = await attempt(name, `/rest/v1/rpc/${rpc}`, args(id));
      expect([name, direct.status]).toEqual([name, byRpc[0]]);
      if (byRpc[1]) expect([name, codeOf(direct)]).toEqual([name, byRpc[1]]);
      // Headers have no effect.
      const withHeaders = await attempt(name, `/rest/v1/rpc/${rpc}`, args(id), {
        role: "postgres",
        "x-role": "admin",
        "x-user-id": own.people.admin.userId,
      });
      expect([name, withHeaders.status]).toEqual([name, byRpc[0]]);
    });
    await Promise.all(checks);
    expect(await snapshotOf(own.id, other.id)).toEqual(before);

    const answer = await own.people.lead.ask("/api/approvals", { body: body(id) });
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
    expect(await snapshotOf(own.id, other.id)).not.toEqual(before);
  });

  test("is refused in SQL with claims set by hand", async () => {
    const id = await make();
    const before = await readWhenIdle(() => snapshotOf(own.id, other.id));
    const { admin, member, client } = own.people;
    const attempts: [string, string | null, string][] = [
      ["service_role", admin.userId, "42501"],
      ["anon", admin.userId, "42501"],
      ["authenticator", admin.userId, "42501"],
      ["authenticated", member.userId, "OPDEN"],
      ["authenticated", client.userId, "OPDEN"],
      ["authenticated", other.people.admin.userId, "OPNFD"],
      ["authenticated", "00000006-0000-4000-8000-000000999999", "OPDEN"],
      ["authenticated", null, "OPAUT"],
    ];
    for (const [role, sub, code] of attempts) {
      expect([role, sub, await inSql(role, sub, sql(id))]).toEqual([role, sub, code]);
    }
    // service_role cannot pose as a signed-in person either.
    expect(
      await inSql("service_role", admin.userId, `set local role authenticated; ${sql(id)}`),
    ).toBe("42501");
    expect(await snapshotOf(own.id, other.id)).toEqual(before);
  });
});

test("propose is refused to a person who does not see the project, by the function and in SQL", async () => {
  const before = await snapshotOf(own.id, other.id);
  const proposal = { kind: "task_create", project_id: own.betaId, payload };
  const checks = deniedCallers.map(async (name) => {
    const answer = await attempt(name, "/rest/v1/rpc/propose_approval", proposal);
    // A member proposes for their own projects, and must not learn that other projects exist.
    const [status, code] = name === "member" ? [400, "OPNFD"] : refusals[name].rpc;
    expect([name, answer.status]).toEqual([name, status]);
    if (code) expect([name, codeOf(answer)]).toEqual([name, code]);
  });
  await Promise.all(checks);
  const sql = `select public.propose_approval('task_create', '${own.betaId}', '${JSON.stringify(payload)}')`;
  expect(await inSql("service_role", own.people.admin.userId, sql)).toBe("42501");
  expect(await inSql("authenticated", own.people.member.userId, sql)).toBe("OPNFD");
  expect(await inSql("authenticated", own.people.client.userId, sql)).toBe("OPDEN");
  // The route has no such action, for any caller.
  const route = await own.people.admin.ask("/api/approvals", {
    body: { action: "propose", ...proposal },
  });
  expect([route.status, codeOf(route)]).toEqual([400, "malformed_request"]);
  expect(await snapshotOf(own.id, other.id)).toEqual(before);
  expect((await propose(own, "task_create", { by: "member", project: own.alphaId })).status).toBe(
    "pending",
  );
});

test("batch_approve is refused as a whole, or card by card", async () => {
  const id = await pendingTask();
  const before = await snapshotOf(own.id, other.id);
  const checks = deniedCallers.map(async (name) => {
    const answer = await attempt(name, "/api/approvals", { action: "batch_approve", ids: [id] });
    const [status, code] = refusals[name].route;
    if (status === 404) {
      expect(answer.json).toEqual({
        results: [{ id, ok: false, error: expect.objectContaining({ statusCode: 404, code }) }],
      });
    } else {
      expect([name, answer.status, codeOf(answer)]).toEqual([name, status, code]);
    }
    const direct = await attempt(name, "/rest/v1/rpc/batch_approve", { approval_ids: [id] });
    expect([name, direct.status]).toEqual([name, status === 404 ? 200 : refusals[name].rpc[0]]);
  });
  await Promise.all(checks);
  expect(await snapshotOf(own.id, other.id)).toEqual(before);
  const answer = await own.people.lead.ask("/api/approvals", {
    body: { action: "batch_approve", ids: [id] },
  });
  expect(answer.json).toMatchObject({ results: [{ id, ok: true }] });
});

test("an action on a prompt's card is refused to a lead who is not the prompt owner, on every path", async () => {
  const { id } = await propose(own, "prompt_update");
  const before = await snapshotOf(own.id);
  for (const [name, { body, rpc, args, sql }] of Object.entries(actions)) {
    if (name === "propose_undo") continue;
    const editedPayload = name === "edit" ? { rule: "Forged" } : undefined;
    const answer = await own.people.lead.ask("/api/approvals", {
      body: { ...body(id), ...(editedPayload && { payload: editedPayload }) },
    });
    expect([name, answer.status, codeOf(answer)]).toEqual([name, 403, "prompt_owner_only"]);
    const direct = await own.people.lead.ask(`/rest/v1/rpc/${rpc}`, {
      body: { ...args(id), ...(editedPayload && { payload: editedPayload }) },
    });
    expect([name, direct.status, codeOf(direct)]).toEqual([name, 400, "OPDEN"]);
    expect(await inSql("authenticated", own.people.lead.userId, sql(id))).toBe("OPDEN");
    expect(await inSql("service_role", own.people.admin.userId, sql(id))).toBe("42501");
  }
  const batch = await own.people.lead.ask("/api/approvals", {
    body: { action: "batch_approve", ids: [id] },
  });
  expect(batch.json).toMatchObject({
    results: [{ ok: false, error: { statusCode: 403, code: "prompt_owner_only" } }],
  });
  expect(await snapshotOf(own.id)).toEqual(before);
  expect((await perform(own, "admin", { action: "approve", id })).status).toBe("approved");
});

/** Waits until workers have finished writing: no job is left, and two readings are the same. */
async function readWhenIdle<T>(read: () => Promise<T>): Promise<T> {
  const jobs = () => owner`
    select kind from private.jobs
    where organization_id in ${owner([own.id, other.id])} and died_at is null`;
  for (let before: string | undefined; ; ) {
    await expect.poll(jobs).toEqual([]);
    const answer = await read();
    if (JSON.stringify(answer) === before) return answer;
    before = JSON.stringify(answer);
  }
}

/** The SQLSTATE with which a statement is refused; the transaction is rolled back whatever it did. */
async function inSql(role: string, sub: string | null, statement: string): Promise<string> {
  let outcome = "done";
  const rolledBack = new Error("rolled back");
  await owner
    .begin(async (sql: postgres.TransactionSql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ ...(sub && { sub }), role: "authenticated" })}, true)`;
      // As a connection of that role, because after SET ROLE alone a superuser could still become any role.
      await sql.unsafe(`set local session authorization ${role}`);
      await sql.unsafe(statement);
      throw rolledBack;
    })
    .catch((error: Error & { code?: string }) => {
      if (error !== rolledBack) outcome = error.code ?? error.message;
    });
  return outcome;
}
