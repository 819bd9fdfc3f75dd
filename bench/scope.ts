/** Measures the cost of row-level security: compares each scoped read with a hand-written read of the same rows. */
import postgres from "postgres";
import { type DatasetViewer, datasetViewers } from "./dataset.ts";
import { createFunctionsByHand } from "./hand-written.ts";
import { type Comparison, connect, race } from "./measure.ts";
import { type KnownIds, type Read, reads } from "./reads.ts";

/** Sizes of the organizations, in projects. */
export const PROJECTS = [10, 100, 1000];
/** The number of projects in the member's scope, the same in every organization. */
export const FIXED_SCOPE = 10;
export const MAX_RATIO = 1.5;
export const MAX_GROWTH = 1.2;
/** The smallest difference for which a ratio or growth counts. A smaller difference is noise. */
export const MIN_EXTRA_MS = 0.3;

export interface ScopeResult extends Comparison {
  /** The number of projects in the viewer's organization. */
  projects: number;
  /** The ratio to the read by hand, at the median. */
  ratio: number;
  isWithinLimit: boolean;
}

export interface ReadResult {
  read: string;
  /** As an admin, who sees all projects; in the order of PROJECTS. */
  wideScopes: ScopeResult[];
  /** As a member of FIXED_SCOPE projects. */
  fixedScopes: ScopeResult[];
  /** The growth of the median from the smallest organization to the largest. */
  fixedGrowth: number;
  isGrowthWithinLimit: boolean;
}

export async function benchScope(
  url: string,
  options: { budgetMs: number; only?: string | undefined; onResult: (result: ReadResult) => void },
): Promise<ReadResult[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const connections = await connect(url);
  try {
    await createFunctionsByHand(sql);
    const viewers = await viewersToBench(sql);
    const results: ReadResult[] = [];
    for (const read of reads.filter(({ name }) => name.includes(options.only ?? ""))) {
      const lanes = [...viewers.wide, ...viewers.fixed].map((viewer) => lane(read, viewer));
      const comparisons = (await race(connections, lanes, options.budgetMs)).map(
        (comparison, index) => resultOf(comparison, index, read.maxRatio ?? MAX_RATIO),
      );
      const wideScopes = comparisons.slice(0, PROJECTS.length);
      const fixedScopes = comparisons.slice(PROJECTS.length);
      const [first = 0, last = 0] = [fixedScopes[0]?.product.p50, fixedScopes.at(-1)?.product.p50];
      const result = {
        read: read.name,
        wideScopes,
        fixedScopes,
        fixedGrowth: last / first,
        isGrowthWithinLimit: last <= first * MAX_GROWTH || last - first <= MIN_EXTRA_MS,
      };
      options.onResult(result);
      results.push(result);
    }
    return results;
  } finally {
    await connections.end();
    await sql.end();
  }
}

type ViewerWithIds = DatasetViewer & KnownIds;

/** An admin and a member of each organization. */
async function viewersToBench(
  sql: postgres.Sql,
): Promise<{ wide: ViewerWithIds[]; fixed: ViewerWithIds[] }> {
  const [wide, fixed]: ViewerWithIds[][] = [[], []];
  for (const index of PROJECTS.keys()) {
    const viewers = await datasetViewers(sql, index + 1);
    const admin = viewers.find(({ label }) => label === "admin");
    const member = viewers.find(
      ({ label, projectIds }) => label.startsWith("member") && projectIds.length === FIXED_SCOPE,
    );
    if (!admin || !member) throw new Error(`Organization ${index + 1} lacks a viewer.`);
    wide?.push({ ...admin, ...(await knownIds(sql, admin)) });
    fixed?.push({ ...member, ...(await knownIds(sql, member)) });
  }
  return { wide: wide ?? [], fixed: fixed ?? [] };
}

function lane(read: Read, viewer: ViewerWithIds) {
  return {
    product: {
      role: "authenticated",
      claims: { sub: viewer.userId, role: "authenticated" },
      query: read.product(viewer),
    },
    byHand: {
      role: "service_role",
      claims: { role: "service_role" },
      query: read.byHand(viewer),
    },
  };
}

function resultOf(comparison: Comparison, index: number, maxRatio: number): ScopeResult {
  const { product, byHand } = comparison;
  const ratio = product.p50 / byHand.p50;
  return {
    ...comparison,
    projects: PROJECTS[index % PROJECTS.length] ?? 0,
    ratio,
    isWithinLimit: ratio <= maxRatio || product.p50 - byHand.p50 <= MIN_EXTRA_MS,
  };
}

/** Accounts, clients and people that the viewer sees, for the reads by hand. */
async function knownIds(
  sql: postgres.Sql,
  { label, organizationId, personId, projectIds }: DatasetViewer,
): Promise<KnownIds> {
  const isAdmin = label === "admin";
  const accounts = await sql<{ id: string; client_id: string }[]>`
    select accounts.id, accounts.client_id
    from public.accounts
    where accounts.organization_id = ${organizationId}
      and (${isAdmin} or exists (
        select from public.projects
        where projects.account_id = accounts.id and projects.id = any (${projectIds}::uuid[])))`;
  const people = await sql<{ id: string }[]>`
    select id from public.people
    where organization_id = ${organizationId} and (${isAdmin} or is_employee or id = ${personId})`;
  return {
    accountIds: accounts.map(({ id }) => id),
    clientIds: [...new Set(accounts.map(({ client_id }) => client_id))],
    personIds: people.map(({ id }) => id),
  };
}
