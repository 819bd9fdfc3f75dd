/** What row-level security costs: each scoped read against the same rows by hand. */
import postgres from "postgres";
import { type DatasetViewer, datasetViewers } from "./dataset.ts";
import { createFunctionsByHand } from "./hand-written.ts";
import { type Comparison, compare, connect } from "./measure.ts";
import { reads } from "./reads.ts";

export interface ScopeResult extends Comparison {
  read: string;
  viewer: string;
  ratio: number;
  /** Milliseconds that the scoped read takes longer, at the median. */
  extra: number;
  holds: boolean;
}

export const MAX_RATIO = 1.5;
export const MAX_EXTRA_MS = 0.3;

export async function benchScope(
  url: string,
  options: { budgetMs: number; only?: string | undefined; onResult: (result: ScopeResult) => void },
): Promise<ScopeResult[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const connections = await connect(url);
  try {
    await createFunctionsByHand(sql);
    const viewers = (await datasetViewers(sql)).filter((viewer) => viewer.projectIds.length > 0);
    const results: ScopeResult[] = [];
    for (const read of reads.filter(({ name }) => name.includes(options.only ?? ""))) {
      for (const viewer of viewers) {
        const claims = { sub: viewer.userId, role: "authenticated" };
        const parents = await parentsOf(sql, viewer);
        const comparison = await compare(
          connections,
          { role: "authenticated", claims, query: read.scoped(viewer) },
          {
            role: "service_role",
            claims: { role: "service_role" },
            query: read.byHand({ ...viewer, ...parents }),
          },
          options.budgetMs,
        );
        const ratio = comparison.scoped.p50 / comparison.byHand.p50;
        const extra = comparison.scoped.p50 - comparison.byHand.p50;
        const result = {
          ...comparison,
          read: read.name,
          viewer: viewer.label,
          ratio,
          extra,
          holds: ratio <= MAX_RATIO || extra <= MAX_EXTRA_MS,
        };
        options.onResult(result);
        results.push(result);
      }
    }
    return results;
  } finally {
    await connections.end();
    await sql.end();
  }
}

/** Accounts and clients that the viewer sees, for the reads by hand. */
async function parentsOf(
  sql: postgres.Sql,
  { label, organizationId, projectIds }: DatasetViewer,
): Promise<{ accountIds: string[]; clientIds: string[] }> {
  const rows = await sql<{ account_id: string; client_id: string }[]>`
    select accounts.id as account_id, accounts.client_id
    from public.accounts
    where accounts.organization_id = ${organizationId}
      and (${label === "admin"} or exists (
        select from public.projects
        where projects.account_id = accounts.id and projects.id = any (${projectIds}::uuid[])))`;
  return {
    accountIds: rows.map((row) => row.account_id),
    clientIds: [...new Set(rows.map((row) => row.client_id))],
  };
}
