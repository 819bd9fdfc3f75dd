/** Files for POST /api/portfolio-import, and reading back what came of them. */
import { owner } from "../support/database.ts";
import type { Answer } from "../support/http.ts";
import type { OwnPerson } from "../support/own-organization.ts";

export interface Import {
  file: string | Uint8Array;
  mode?: "dryRun" | "apply";
  mapping?: object;
  planHash?: string;
}

/** The body of the request that uploads a file. */
export function importBody({ file, mode = "dryRun", mapping, planHash }: Import): object {
  return {
    mode,
    file_name: "plan.csv",
    content_base64: Buffer.from(file).toString("base64"),
    ...(mapping && { mapping }),
    ...(planHash && { plan_hash: planHash }),
  };
}

/** Uploads a file as somebody. */
export function importFile(person: OwnPerson, what: Import): Promise<Answer> {
  return person.ask("/api/portfolio-import", { body: importBody(what) });
}

/** Everything an import could write in an organization, receipts and audit included. */
export async function organizationState(organizationId: string): Promise<Record<string, string>> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'organizations'
    order by relname`;
  const states = tables.map(
    ({ name }) => owner`
      select ${name} as name,
        count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as state
      from ${owner(`public.${name}`)} t where organization_id = ${organizationId}`,
  );
  const rows = await owner<{ name: string; state: string }[]>`
    ${states.reduce((all, state) => owner`${all} union all ${state}`)}`;
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** The same without receipts, which a dry run and a failed run leave too. */
export async function portfolioState(organizationId: string): Promise<Record<string, string>> {
  const receipts = ["portfolio_import_runs", "portfolio_import_rows", "audit_events"];
  const state = await organizationState(organizationId);
  return Object.fromEntries(Object.entries(state).filter(([name]) => !receipts.includes(name)));
}
