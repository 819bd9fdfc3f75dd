/**
 * npm run smoke [-- --url URL --db-url URL]
 *
 * Looks at a deployed project as it is: every migration of this checkout is applied, the background
 * functions are active, and what must refuse strangers does. Changes nothing.
 *
 *   SUPABASE_PROJECT_REF    the project; its address, unless --url names one
 *   SUPABASE_ACCESS_TOKEN   for the list of its functions
 *   SUPABASE_DB_URL         percent-encoded connection string, unless --db-url is given
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { readMigrations } from "./stack/migrations.ts";

export interface Deployment {
  /** Of the project: `https://<ref>.supabase.co`. */
  url: string;
  databaseUrl: string;
  /** Where the functions are listed. */
  managementUrl: string;
  accessToken: string;
}

export interface Finding {
  check: string;
  /** What is wrong; empty when all is well. */
  problems: string[];
}

const PROJECT = path.resolve(import.meta.dirname, "..");
const MANAGEMENT = "https://api.supabase.com/v1/projects";
const PATIENCE_MS = 30_000;

/** What a whole deployment runs in the background; what has no folder here is not built yet. */
const BACKGROUND = [
  "meeting-sync",
  "meeting-webhook",
  "task-sync",
  "task-act",
  "calendar-act",
  "time-tracking-sync",
  "file-sync",
  "crm-sync",
  "calendar-sync",
];
const WEBHOOK = "meeting-webhook";

const isBuilt = (slug: string) =>
  existsSync(path.join(PROJECT, "supabase/functions", slug, "index.ts"));
export const built = BACKGROUND.filter(isBuilt);
export const notBuilt = BACKGROUND.filter((slug) => !isBuilt(slug));

/** All checks; one that cannot be made is a problem of its own. */
export async function smoke(deployment: Deployment): Promise<Finding[]> {
  const checks: [string, () => Promise<string[]>][] = [
    ["every local migration is applied", () => missingMigrations(deployment.databaseUrl)],
    [`active functions: ${built.join(", ")}`, () => inactiveFunctions(deployment)],
    ...built
      .filter((slug) => slug !== WEBHOOK)
      .map((slug): [string, () => Promise<string[]>] => [
        `${slug} refuses whoever has no credentials`,
        () => openGate(deployment.url, slug),
      ]),
  ];
  if (built.includes(WEBHOOK)) {
    checks.push([
      `${WEBHOOK} refuses what nobody signed`,
      () => openGate(deployment.url, WEBHOOK, /signature/i),
    ]);
  }
  return Promise.all(
    checks.map(async ([check, run]) => ({
      check,
      problems: await run().catch((error: Error) => [`it could not be checked: ${error.message}`]),
    })),
  );
}

async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 30 });
  try {
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations`;
    const applied = new Set(rows.map(({ version }) => version));
    return (await readMigrations())
      .filter(({ version }) => !applied.has(version))
      .map(({ version, name }) => `${version}_${name} is not applied`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function inactiveFunctions({ managementUrl, accessToken }: Deployment): Promise<string[]> {
  const answer = await fetch(`${managementUrl}/functions`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`the list of functions answers ${answer.status}`);
  const listed = (await answer.json()) as { slug: string; status: string }[];
  const states = new Map(listed.map(({ slug, status }) => [slug, status]));
  return built
    .filter((slug) => states.get(slug) !== "ACTIVE")
    .map((slug) => `${slug} is ${states.get(slug) ?? "not deployed"}`);
}

async function openGate(url: string, slug: string, says = /./): Promise<string[]> {
  const answer = await fetch(`${url}/functions/v1/${slug}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ recording_id: "smoke" }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await answer.text();
  if (answer.status !== 401) return [`it answers ${answer.status} instead of 401`];
  return says.test(text) ? [] : [`its 401 does not say why: ${text.slice(0, 200)}`];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { url: { type: "string" }, "db-url": { type: "string" } },
  });
  const { SUPABASE_PROJECT_REF, SUPABASE_ACCESS_TOKEN, SUPABASE_DB_URL } = process.env;
  const databaseUrl = values["db-url"] ?? SUPABASE_DB_URL;
  if (!SUPABASE_PROJECT_REF || !SUPABASE_ACCESS_TOKEN || !databaseUrl) {
    console.error(
      "The smoke test needs SUPABASE_PROJECT_REF, SUPABASE_ACCESS_TOKEN and SUPABASE_DB_URL.",
    );
    process.exit(2);
  }
  const findings = await smoke({
    url: values.url ?? `https://${SUPABASE_PROJECT_REF}.supabase.co`,
    databaseUrl,
    managementUrl: `${MANAGEMENT}/${SUPABASE_PROJECT_REF}`,
    accessToken: SUPABASE_ACCESS_TOKEN,
  });
  for (const { check, problems } of findings) {
    console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${check}`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  if (notBuilt.length > 0) console.log(`not built yet: ${notBuilt.join(", ")}`);
  if (findings.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}
