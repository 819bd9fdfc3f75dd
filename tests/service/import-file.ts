/** Files for POST /api/portfolio-import, and readers of their results. */
import { owner } from "../support/database.ts";
import type { Answer } from "../support/http.ts";
import type { OwnPerson } from "../support/own-organization.ts";

export interface Import {
  file: string | Uint8Array;
  mode?: "dryRun" | "apply";
  mapping?: object;
  planHash?: string;
  fileName?: string;
  sheet?: string;
}

/** The body of the request that uploads a file. */
export function importBody(input: Import): object {
  const { file, mode = "dryRun", mapping, planHash, fileName = "plan.csv", sheet } = input;
  return {
    mode,
    file_name: fileName,
    content_base64: Buffer.from(file).toString("base64"),
    ...(mapping && { mapping }),
    ...(planHash && { plan_hash: planHash }),
    ...(sheet && { sheet }),
  };
}

/** Uploads a file as a person; returns the service's response. */
export function uploadFile(person: OwnPerson, input: Import): Promise<Answer> {
  return person.ask("/api/portfolio-import", { body: importBody(input) });
}

/** Uploads a file and waits for an import in the background; returns the same response as for one in the request. */
export async function importFile(person: OwnPerson, input: Import): Promise<Answer> {
  const answer = await uploadFile(person, input);
  if (answer.status !== 202) return answer;
  const { run_id, job_id: _, ...accepted } = answer.json as { run_id: string; job_id: string };
  for (;;) {
    const { json } = await person.ask("/api/portfolio-import");
    const run = (
      json as { runs: { id: string; finished_at: string | null; error: string | null }[] }
    ).runs.find(({ id }) => id === run_id);
    if (run?.finished_at) {
      const { json: rows } = await person.ask(
        `/rest/v1/portfolio_import_rows?run_id=eq.${run_id}&order=line&limit=200&select=line,disposition,project_code,task_key,reason,changes`,
      );
      const { json: memberships } = await person.ask(
        `/rest/v1/portfolio_import_memberships?run_id=eq.${run_id}&order=project_name,person_name&limit=200&select=project_name,person_name`,
      );
      const body = { ...accepted, run, rows, memberships };
      const status = run.error === null ? 200 : 409;
      return { ...answer, status, json: body, text: JSON.stringify(body) };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Undoes a run as a person. */
export function undoImport(person: OwnPerson, runId: string): Promise<Answer> {
  return person.ask("/api/portfolio-import", { body: { mode: "undo", run_id: runId } });
}

/** Everything an import could write in an organization, receipts and audit included. */
export function organizationState(organizationId: string): Promise<Record<string, string>> {
  return stateOf(organizationId, []);
}

async function stateOf(organizationId: string, without: string[]): Promise<Record<string, string>> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'organization_id')
    order by relname`;
  const states = tables.map(
    ({ name }) => owner`
      select ${name} as name,
        count(*) || ' ' || coalesce(md5(string_agg(texts.content, ',' order by texts.content)), '') as state
      from ${owner(`public.${name}`)} t, lateral (select (to_jsonb(t) - ${without}::text[])::text as content) as texts where organization_id = ${organizationId}`,
  );
  const rows = await owner<{ name: string; state: string }[]>`
    ${states.reduce((all, state) => owner`${all} union all ${state}`)}`;
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

const receipts = [
  "portfolio_import_runs",
  "portfolio_import_rows",
  "portfolio_import_changes",
  "portfolio_import_memberships",
  "audit_events",
];

/** The same without receipts, which a dry run and a failed run leave too. */
export async function portfolioState(organizationId: string): Promise<Record<string, string>> {
  return withoutReceipts(await organizationState(organizationId));
}

/** The same without versions and times of change, which continue after a restore. */
export async function portfolioContent(organizationId: string): Promise<Record<string, string>> {
  return withoutReceipts(await stateOf(organizationId, ["version", "updated_at"]));
}

function withoutReceipts(state: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !receipts.includes(name)));
}
