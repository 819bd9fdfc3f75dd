/** The checks of `npm run smoke` and of the last step of `npm run deploy`. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { readMigrations } from "../stack/postgres/migrations.ts";
import { onDatabase } from "./database.ts";
import { scheduleProblems } from "./schedule-checks.ts";

export interface Deployment {
  /** The project's address: `https://<ref>.supabase.co`. */
  url: string;
  /** The connection string of its primary. */
  databaseUrl: string;
  /** The project's address in the management API. */
  managementUrl: string;
  accessToken: string;
  /** Whether migrations and functions of a newer version, which was deployed before, may stay. */
  keepsNewer?: boolean;
}

export interface Finding {
  check: string;
  /** The problems found; empty when there are none. */
  problems: string[];
}

const FUNCTIONS = path.resolve(import.meta.dirname, "../../supabase/functions");
const TIMEOUT_MS = 30_000;

/** The background functions of the contract, whether or not this checkout has them. */
export const CONTRACT_FUNCTIONS = [
  "meeting-sync",
  "meeting-webhook",
  "task-sync",
  "task-act",
  "calendar-act",
  "calendar-sync",
  "time-tracking-sync",
  "file-sync",
  "crm-sync",
  "email-webhook",
  "email-sync",
];

const isBuilt = (slug: string) => existsSync(path.join(FUNCTIONS, slug, "index.ts"));
const isWebhook = (slug: string) => slug.endsWith("-webhook");

/** The functions that this checkout deploys. */
export async function builtFunctions(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_") && isBuilt(entry.name))
    .map(({ name }) => name)
    .sort();
}

/** Prints every check with its problems; returns whether there are none. */
export async function smoke(
  deployment: Deployment,
  print: (line: string) => void,
): Promise<boolean> {
  const findings = await findProblems(deployment);
  for (const { check, problems } of findings) {
    print(`${problems.length === 0 ? "ok    " : "FAILED"} ${check}`);
    for (const problem of problems) print(`  ${problem}`);
  }
  return findings.every(({ problems }) => problems.length === 0);
}

/** All checks; one that cannot run counts as a problem. */
export async function findProblems(deployment: Deployment): Promise<Finding[]> {
  const localFunctions = await builtFunctions();
  const background = localFunctions.filter(
    (slug) => slug.endsWith("-act") || CONTRACT_FUNCTIONS.includes(slug),
  );
  const checks: [string, () => Promise<string[]>][] = [
    ["the addresses are those of the primary", () => addressProblems(deployment)],
    ["every migration is applied", () => migrationProblems(deployment)],
    [
      "exactly the functions of the contract and of this checkout are active",
      () => functionProblems(deployment, localFunctions),
    ],
    [
      "the schedules exist and have run",
      () => onDatabase(deployment.databaseUrl, (sql) => scheduleProblems(sql, deployment.url)),
    ],
    [
      "the Data API refuses counts by the planner",
      () => onDatabase(deployment.databaseUrl, requestCheckProblems),
    ],
    ...background.map((slug): [string, () => Promise<string[]>] =>
      isWebhook(slug)
        ? [
            `${slug} refuses unsigned requests`,
            () => gateProblems(deployment.url, slug, /signature/i),
          ]
        : [
            `${slug} refuses callers without credentials`,
            () => gateProblems(deployment.url, slug, /./),
          ],
    ),
  ];
  return Promise.all(
    checks.map(async ([check, run]) => ({
      check,
      problems: await run().catch((error: Error) => [`it could not be checked: ${error.message}`]),
    })),
  );
}

/** A load balancer sends reads to lagging replicas, which would still show a revoked right. */
async function addressProblems({ url, databaseUrl }: Deployment): Promise<string[]> {
  const problems = [url, databaseUrl]
    .map((address) => new URL(address).hostname)
    .filter((host) => /(^|\.)[a-z0-9]+-all\.[a-z.]+$/.test(host))
    .map((host) => `${host} is a load balancer: use the address of the primary`);
  const isReplica = await onDatabase(databaseUrl, async (sql) => {
    const [row] = await sql`select pg_is_in_recovery() as replica`;
    return row?.["replica"] === true;
  });
  if (isReplica) problems.push("the database is a read replica: use the address of the primary");
  return problems;
}

async function migrationProblems({ databaseUrl, keepsNewer }: Deployment): Promise<string[]> {
  const rows = await onDatabase(
    databaseUrl,
    (sql) => sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations`,
  );
  const local = await readMigrations();
  const appliedVersions = new Set(rows.map(({ version }) => version));
  const versions = new Set(local.map(({ version }) => version));
  const newest = local.at(-1)?.version ?? "";
  return [
    ...local
      .filter(({ version }) => !appliedVersions.has(version))
      .map(({ version, name }) => `${version}_${name} is not applied`),
    ...rows
      .filter(({ version }) => !versions.has(version) && !(keepsNewer && version > newest))
      .map(({ version }) => `${version} is applied, and this checkout does not have it`),
  ];
}

/** Without this setting, counts by the planner would reveal how many rows other people have. */
export async function requestCheckProblems(sql: postgres.ISql): Promise<string[]> {
  const [row] = await sql`
    select exists (
      select from pg_catalog.pg_db_role_setting as setting
      where setting.setrole = 'authenticator'::regrole
        and setting.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
        and 'pgrst.db_pre_request=private.check_data_api_request' = any (setting.setconfig)) as is_present`;
  if (row?.["is_present"] === true) return [];
  return [
    "the role authenticator calls no function before a request: run, as an administrator, alter role authenticator set pgrst.db_pre_request = 'private.check_data_api_request'",
  ];
}

async function functionProblems(
  { managementUrl, accessToken, keepsNewer }: Deployment,
  localFunctions: string[],
): Promise<string[]> {
  const answer = await fetch(`${managementUrl}/functions`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the list of functions answers ${answer.status}`);
  const functions = (await answer.json()) as { slug: string; status: string }[];
  const states = new Map(functions.map(({ slug, status }) => [slug, status]));
  const expected = [...new Set([...CONTRACT_FUNCTIONS, ...localFunctions])];
  return [
    ...expected
      .filter((slug) => states.get(slug) !== "ACTIVE")
      .map((slug) => {
        if (!localFunctions.includes(slug)) return `${slug} is missing: it is not built yet`;
        return states.has(slug)
          ? `${slug} is ${states.get(slug)}`
          : `${slug} is missing: it is not deployed`;
      }),
    ...functions
      .filter(({ slug }) => !expected.includes(slug) && !keepsNewer)
      .map(
        ({ slug }) => `${slug} is deployed, and neither the contract nor this checkout names it`,
      ),
  ];
}

async function gateProblems(url: string, slug: string, reason: RegExp): Promise<string[]> {
  const answer = await fetch(`${url}/functions/v1/${slug}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ recording_id: "smoke" }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await answer.text();
  if (answer.status !== 401) return [`it answers ${answer.status} instead of 401`];
  return reason.test(text) ? [] : [`its 401 gives no reason: ${text.slice(0, 200)}`];
}
