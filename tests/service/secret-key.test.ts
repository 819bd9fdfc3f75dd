import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { functions, privateFunctions } from "../laws/matrix/access-matrix/index.ts";
import { addApprovalRows } from "../support/approval-rows.ts";
import { addChatRows } from "../support/chat-rows.ts";
import { owner } from "../support/database.ts";
import { askAs, callRoute, codeOf } from "../support/http.ts";
import { makeOrganization, type OwnOrganization } from "../support/own-organization.ts";

let own: OwnOrganization;
const tables = await owner<{ name: string; key: string; column: string; columns: string[] }[]>`
  select relname as name,
    (select attname from pg_attribute join pg_index on indrelid = attrelid and attnum = indkey[0]
     where attrelid = pg_class.oid and indisprimary) as key,
    (select attname from pg_attribute where attrelid = pg_class.oid and attnum > 1
     and not attisdropped order by attnum limit 1) as column,
    (select array_agg(attname::text order by attnum) from pg_attribute
     where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
const names = tables.map(({ name }) => name);

beforeAll(async () => {
  own = await makeOrganization();
  await owner`
    insert into public.invitations (organization_id, person_id, email, token_hash, expires_at)
    values (${own.id}, ${own.people.member.id}, ${own.people.member.email}, sha256(${own.id}::bytea), now() + interval '1 day')`;
  await owner`
    insert into public.reconciliation_resolutions (
      organization_id, finding_code, subject_type, subject_id, version, state, facts_hash, reason, decided_by)
    values (${own.id}, 'project_without_lead', 'project', ${own.alphaId}, 1, 'settled', repeat('0', 64), 'Known',
      ${own.people.lead.id})`;
  await owner`
    insert into public.import_mappings (organization_id, name, mapping, created_by)
    values (${own.id}, 'Weekly', '{"fields": {"project_code": {"column": "Code"}}}', ${own.people.lead.id})`;
  const preview = await own.people.lead.ask("/api/portfolio-import", {
    body: {
      mode: "dryRun",
      file_name: "plan.csv",
      content_base64: Buffer.from("Project code,Client\nALPHA,Harbour\n").toString("base64"),
    },
  });
  expect(preview.status).toBe(200);
  const { run } = preview.json as { run: { id: string } };
  await owner`
    insert into public.portfolio_import_changes (organization_id, run_id, entity, entity_id, change)
    values (${own.id}, ${run.id}, 'project', ${own.alphaId}, 'created')`;
  await owner`
    insert into public.portfolio_import_memberships
      (organization_id, run_id, project_id, person_id, project_name, person_name)
    values (${own.id}, ${run.id}, ${own.alphaId}, ${own.people.member.id}, 'Alpha', 'member')`;
  await owner`
    insert into public.task_comments (organization_id, project_id, task_id, author_id, body)
    select organization_id, project_id, id, ${own.people.member.id}, 'Words of a member'
    from public.tasks where project_id = ${own.alphaId} limit 1`;
  await owner`
    insert into public.contacts (organization_id, client_id, name)
    select organization_id, id, 'Contact' from public.clients where organization_id = ${own.id} limit 1`;
  await owner`
    insert into public.person_rates (organization_id, person_id, cost_per_hour, valid_from)
    values (${own.id}, ${own.people.member.id}, 50, '2020-01-01')`;
  await owner`
    insert into public.project_rates (organization_id, project_id, revenue_per_hour, valid_from)
    values (${own.id}, ${own.alphaId}, 100, '2020-01-01')`;
  await owner`
    insert into public.estimate_cases (organization_id, project_id, query, model_version, low_hours,
      typical_hours, high_hours, outcome, created_by)
    values (${own.id}, ${own.alphaId}, 'Landing page', 'test', 1, 2, 3, '{}', ${own.people.lead.id})`;
  await addDraft();
  await addSync();
  await addEmail();
  await owner`update public.people set is_prompt_owner = true where id = ${own.people.admin.id}`;
  const ids = new Map<string, string>();
  await owner.begin((sql) =>
    addApprovalRows(sql, {
      organizationId: own.id,
      adminId: own.people.admin.id,
      projectId: own.alphaId,
      hiddenProjectId: own.betaId,
      id: (kind, n) => {
        const id = ids.get(`${kind} ${n}`) ?? randomUUID();
        ids.set(`${kind} ${n}`, id);
        return id;
      },
    }),
  );
  await addCalendar();
  await owner.begin((sql) =>
    addChatRows(sql, {
      organizationId: own.id,
      personId: own.people.admin.id,
      projectId: own.alphaId,
      hiddenProjectId: own.betaId,
      sourceIds: [ids.get("source 1") ?? "", ids.get("source 2") ?? ""],
      id: () => randomUUID(),
    }),
  );
  await owner`
    insert into public.status_update_versions (organization_id, project_id, status_update_id, version,
      health, summary, written_at)
    select organization_id, project_id, id, 1, health, 'The first words.', created_at
    from public.status_updates where organization_id = ${own.id}`;
});

/** A draft in every table of drafts, on a separate card. */
async function addDraft() {
  await owner`
    with card as (
      insert into public.approvals (organization_id, kind, project_id, title, payload, proposer, proposed_by)
      values (${own.id}, 'weekly_update', ${own.alphaId}, 'Update', '{"headline": "On time", "body": "Fine."}', 'person',
        ${own.people.lead.id})
      returning *
    ), pack as (
      insert into public.evidence_packs (organization_id, project_id, from_on, to_on, items, created_by)
      values (${own.id}, ${own.alphaId}, '2026-03-02', '2026-03-08', '[]', ${own.people.lead.id})
      returning *
    ), draft as (
      insert into public.drafts (approval_id, organization_id, pack_id, item_numbers, export, scope_id)
      select card.id, card.organization_id, pack.id, '{}', '{}', card.project_id from card, pack
    )
    insert into public.author_statements (organization_id, approval_id, sentence, stated_by, scope_id)
    select card.organization_id, card.id, 'Fine.', card.proposed_by, card.project_id from card`;
}

/** A stream with a mapping, and a run that could not apply one record. */
async function addSync(): Promise<void> {
  const [stream, run] = [randomUUID(), randomUUID()];
  await owner`
    insert into public.sync_streams (id, organization_id, provider, stream, next_at)
    values (${stream}, ${own.id}, 'harvest', 'hours', '2999-01-01')`;
  await owner`
    insert into public.sync_runs (id, organization_id, stream_id, ended_because, ended_at)
    values (${run}, ${own.id}, ${stream}, 'completed', now())`;
  await owner`
    insert into public.sync_scopes (organization_id, stream_id, external_id, name, project_id)
    values (${own.id}, ${stream}, '1', 'Alpha', ${own.alphaId})`;
  await owner`
    insert into public.sync_dead_letters (organization_id, stream_id, run_id, external_id, payload, payload_hash, code,
      reason)
    values (${own.id}, ${stream}, ${run}, '1', '{}', encode(sha256('{}'), 'hex'), '23514', 'Too long')`;
}

/** Busy times of a member, and an event whose project a person chose. */
async function addCalendar(): Promise<void> {
  await owner`
    insert into public.calendar_event_project_overrides (organization_id, event_id, project_id, chosen_by)
    select organization_id, id, project_id, ${own.people.lead.id} from public.calendar_events
    where organization_id = ${own.id} and project_id is not null`;
  const calendar = randomUUID();
  await owner`
    insert into public.busy_calendars (id, organization_id, provider, external_id, person_id, window_starts_at,
      window_ends_at, synced_at)
    values (${calendar}, ${own.id}, 'google_calendar', 'member', ${own.people.member.id}, '2026-01-01', '2026-03-01',
      '2026-01-01')`;
  await owner`
    insert into public.busy_blocks (organization_id, calendar_id, starts_at, ends_at)
    values (${own.id}, ${calendar}, '2026-01-05 09:00Z', '2026-01-05 10:00Z')`;
}

/** An email without a project, and a domain that was learned from it. */
async function addEmail(): Promise<void> {
  const email = randomUUID();
  await owner`
    insert into public.sources (id, organization_id, kind, title) values (${email}, ${own.id}, 'email', 'Hello')`;
  await owner`
    insert into public.inbound_emails (id, organization_id, provider, external_id, thread_id, subject, subject_key,
      from_address, from_domain, received_at, auth_verdict)
    values (${email}, ${own.id}, 'resend', '1', ${email}, 'Hello', 'hello', 'ada@a.example', 'a.example', now(), 'none')`;
  await owner`
    insert into public.email_domains (organization_id, domain, project_id, email_id, learned_by)
    values (${own.id}, 'a.example', ${own.alphaId}, ${email}, ${own.people.lead.id})`;
}

/** The organization's own, or the whole catalog of kinds, which belongs to none. */
function ownRows(name: string) {
  if (name === "approval_kinds") return owner`true`;
  return owner`${owner(name === "organizations" ? "id" : "organization_id")} = ${own.id}`;
}

/** Number and content of the organization's rows, past every policy. */
async function fingerprint(name: string): Promise<object> {
  const [row] = await owner`
    select count(*)::int as count, md5(string_agg(t::text, ',' order by t::text)) as content
    from ${owner(`public.${name}`)} t where ${ownRows(name)}`;
  expect(row?.["count"]).toBeGreaterThan(0);
  return { ...row };
}

async function oneRow(name: string): Promise<Record<string, unknown>> {
  const [row] = await owner<{ row: Record<string, unknown> }[]>`
    select to_jsonb(t) as row from ${owner(`public.${name}`)} t where ${ownRows(name)} limit 1`;
  // Without computed columns and lists: both are refused before any check of rights.
  const { columns } = tables.find((table) => table.name === name) as (typeof tables)[number];
  return Object.fromEntries(
    Object.entries(row?.row ?? {}).filter(
      ([column, value]) => columns.includes(column) && !Array.isArray(value),
    ),
  );
}

describe("the secret key writes no table through the Data API", () => {
  test.each(tables)("$name", async ({ name, key, column }) => {
    const before = await fingerprint(name);
    const row = await oneRow(name);
    const fresh = { ...row, [key]: name === "approval_kinds" ? "skill_update" : randomUUID() };
    const rowPath = `/rest/v1/${name}?${key}=eq.${row[key]}`;
    const attempts = [
      askAs("secret_key", `/rest/v1/${name}`, { body: fresh }),
      askAs("secret_key", `/rest/v1/${name}`, { body: [row, fresh] }),
      askAs("secret_key", rowPath, { method: "PATCH", body: { [column]: row[column] } }),
      askAs("secret_key", rowPath, { method: "DELETE" }),
      askAs("secret_key", `/rest/v1/${name}`, { method: "DELETE" }),
      ...["merge-duplicates", "ignore-duplicates"].map((resolution) =>
        askAs("secret_key", `/rest/v1/${name}`, {
          body: row,
          headers: { prefer: `resolution=${resolution}` },
        }),
      ),
      // Headers have no effect.
      askAs("secret_key", rowPath, {
        method: "DELETE",
        headers: { role: "postgres", "x-role": "postgres" },
      }),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect([answer.status, codeOf(answer)]).toEqual([403, "42501"]);
    }
    expect(await fingerprint(name)).toEqual(before);
  });

  test("beside an admin's token, the call has exactly the rights of that admin", async () => {
    const before = await fingerprint("people");
    const answer = await own.people.admin.ask(`/rest/v1/people?id=eq.${own.people.member.id}`, {
      method: "PATCH",
      body: { role: "admin" },
      headers: { apikey: inject("stack").secret_key },
    });
    expect([answer.status, codeOf(answer)]).toEqual([403, "42501"]);
    expect(await fingerprint("people")).toEqual(before);
  });

  test("on the routes it is not signed in, because it belongs to no person", async () => {
    for (const route of ["whoami", "portfolio", "spine", "portfolio-import"]) {
      const answer = await callRoute("secret_key", route);
      expect([route, answer.status, codeOf(answer)]).toEqual([route, 401, "invalid_token"]);
    }
  });
});

/**
 * Runs statements in a transaction that is rolled back, as a database role, with the claims of this organization's
 * admin set by hand: the forgery of a caller with a connection.
 */
async function withForgedRole<T>(
  role: string,
  run: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let result: T | undefined;
  const rolledBack = new Error("rolled back");
  await owner
    .begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({
        sub: own.people.admin.userId,
        role: "authenticated",
        email: own.people.admin.email,
      })}, true)`;
      await sql`select set_config('role', ${role}, true)`;
      result = await run(sql);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return result as T;
}

/** The SQLSTATE of a refused statement, or its result. */
async function outcome(sql: postgres.TransactionSql, statement: string): Promise<string> {
  try {
    return await sql.savepoint(
      async (inner) => `done: ${(await inner.unsafe(statement)).count} rows`,
    );
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe.each(["service_role", "authenticated", "anon"])(
  "in SQL as %s, with an admin's claims forged",
  (role) => {
    test.each(names)("%s accepts no insert, update, upsert, delete or truncate", async (name) => {
      const before = await fingerprint(name);
      const { key, column, columns } = tables.find(
        (table) => table.name === name,
      ) as (typeof tables)[number];
      const row = JSON.stringify(await oneRow(name)).replaceAll("'", "''");
      const list = columns.map((each) => `"${each}"`).join(", ");
      const insert = `insert into public.${name} (${list}) select ${list} from jsonb_populate_record(null::public.${name}, '${row}')`;
      const results = await withForgedRole(role, async (sql) => [
        await outcome(sql, insert),
        await outcome(sql, `${insert} on conflict do nothing`),
        await outcome(sql, `update public.${name} set "${column}" = "${column}"`),
        await outcome(sql, `delete from public.${name} where ${key} is not null`),
        await outcome(sql, `truncate public.${name} cascade`),
        await outcome(sql, `alter table public.${name} disable row level security`),
      ]);
      expect(results).toEqual(Array(6).fill("42501"));
      expect(await fingerprint(name)).toEqual(before);
    });
  },
);

describe("in SQL as service_role, with an admin's claims forged", () => {
  test("only the workers' functions of public and private can be executed", async () => {
    const ofWorkers = functions
      .filter(({ cells }) => cells.secret_key !== "grant")
      .map(({ name }) => name)
      .concat(privateFunctions.executableByBoth);
    // Arguments from a subquery: a strict function of constant nulls would not even be called.
    const calls = await owner<{ call: string }[]>`
      select format('select %I.%I(%s) from (select %s offset 0) as args',
        pronamespace::regnamespace::text, proname, string_agg('a' || position, ', ' order by position),
        string_agg(format('null::%s as a%s', type::regtype, position), ', ' order by position)
          filter (where position is not null)) as call
      from pg_proc
      left join unnest(proargtypes) with ordinality as args (type, position) on true
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prorettype <> 'trigger'::regtype and proname <> all (${ofWorkers})
      group by pg_proc.oid
      order by 1`;
    expect(calls.length).toBeGreaterThan(30);
    const results = await withForgedRole("service_role", async (sql) => {
      const outcomes: string[] = [];
      for (const { call } of calls) outcomes.push(`${await outcome(sql, call)} ${call}`);
      return outcomes;
    });
    expect(results.filter((line) => !line.startsWith("42501"))).toEqual([]);
  });

  test("it cannot become the owner, nor bypass triggers", async () => {
    const results = await withForgedRole("service_role", async (sql) => [
      await outcome(sql, "set session_replication_role = replica"),
      await outcome(sql, "create function public.evil() returns void language sql as 'select'"),
      await outcome(sql, "create table public.evil ()"),
      await outcome(sql, "grant all on public.people to service_role"),
    ]);
    expect(results.slice(0, 3)).toEqual(["42501", "42501", "42501"]);
    // GRANT without the right is only a warning and changes nothing.
    const privileges =
      await owner`select has_table_privilege('service_role', 'public.people', 'insert') as insert`;
    expect(privileges[0]?.["insert"]).toBe(false);
  });
});
