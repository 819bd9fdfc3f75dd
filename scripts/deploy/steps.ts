/** The steps of `npm run deploy`, in order. Each can be repeated, and prints its changes. */
import { parseEnv } from "../../supabase/functions/_env.ts";
import { applyLimits, parseLimits } from "../stack/platform/operator-limits.ts";
import { scheduleJobs } from "../stack/platform/schedule-jobs.ts";
import { installVectors } from "../stack/postgres/install-vectors.ts";
import { applyMigrations, planMigrations, readMigrations } from "../stack/postgres/migrations.ts";
import { type Account, runSupabase } from "./cli.ts";
import { describeDatabase, onDatabase } from "./database.ts";
import type { Management } from "./management.ts";
import { builtFunctions, smoke } from "./smoke-checks.ts";

export interface Target {
  projectRef: string;
  /** The project's address for the console and the database. */
  url: string;
  /** Undefined only in a dry run, which does not require it. */
  databaseUrl: string | undefined;
  account: Account;
  management: Management;
  /** The environment of the functions. */
  secrets: Record<string, string>;
  isDryRun: boolean;
  /** Whether a stand-in receives the uploads of a dry run. */
  hasStandIn: boolean;
}

export interface Step {
  name: string;
  run(target: Target, print: (line: string) => void): Promise<void>;
}

const EXPOSED = "public";
const FIRST_TICK_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 2000;

const PUSH: Step = { name: "push the migrations", run: push };
const LIMITS: Step = { name: "store the limits", run: storeLimits };
const SCHEDULE: Step = { name: "schedule the background work", run: schedule };

/** The steps that need only the database: a self-hosted project needs no others. */
export const DATABASE_STEPS = [PUSH, LIMITS, SCHEDULE];

/** These steps change nothing in the project. */
export const READING_STEPS: Step[] = [
  { name: "check the login and the project", run: checkProject },
  { name: "link", run: link },
];

export const STEPS: Step[] = [
  ...READING_STEPS,
  PUSH,
  { name: "set the secrets", run: setSecrets },
  LIMITS,
  { name: "deploy the functions", run: deployFunctions },
  SCHEDULE,
  { name: "expose only the schema public", run: exposeSchemas },
  { name: "turn sign-up off", run: turnSignUpOff },
  { name: "smoke", run: checkDeployment },
];

async function checkProject(target: Target, print: (line: string) => void) {
  const { management, projectRef, databaseUrl, isDryRun } = target;
  if (isDryRun) print(`would check that this login may change ${projectRef}`);
  else print(await describeProject(management, projectRef));
  if (databaseUrl !== undefined) print(await describeDatabase(databaseUrl));
}

async function describeProject(management: Management, projectRef: string): Promise<string> {
  const project = (await management.get("")) as { name: string; region: string; status: string };
  if (project.status !== "ACTIVE_HEALTHY") {
    throw new Error(
      `The project ${projectRef} is ${project.status}. Restore it, then run this again.`,
    );
  }
  return `${projectRef} is "${project.name}" in ${project.region}, ${project.status}`;
}

async function link({ account, projectRef, isDryRun }: Target, print: (line: string) => void) {
  if (isDryRun) {
    print(`would link this checkout to ${projectRef}`);
    return;
  }
  await runSupabase(account, ["link", "--project-ref", projectRef, "--skip-pooler"]);
  print(`this checkout is linked to ${projectRef}`);
}

async function push({ databaseUrl, isDryRun }: Target, print: (line: string) => void) {
  const migrations = await readMigrations();
  if (databaseUrl === undefined) {
    print(`would apply up to ${migrations.length} migrations; set SUPABASE_DB_URL to list them`);
    return;
  }
  const versions = await appliedVersions(databaseUrl);
  const { pending, newer } = planMigrations(migrations, versions, { keepsNewer: true });
  if (!isDryRun) await applyMigrations(databaseUrl, { keepsNewer: true });
  for (const { version, name } of pending) {
    print(`${isDryRun ? "would apply" : "applied"} ${version}_${name}`);
  }
  if (pending.length === 0) print(`unchanged: all ${migrations.length} are applied`);
  if (newer.length > 0) print(`the migrations of a newer version stay: ${newer.join(", ")}`);
}

/** Whether a newer version was deployed before: its migrations and functions stay. */
async function isRollback(databaseUrl: string): Promise<boolean> {
  const versions = await appliedVersions(databaseUrl);
  return planMigrations(await readMigrations(), versions, { keepsNewer: true }).newer.length > 0;
}

async function appliedVersions(databaseUrl: string): Promise<Set<string>> {
  return onDatabase(databaseUrl, async (sql) => {
    const [row] = await sql`
      select to_regclass('supabase_migrations.schema_migrations') is not null as is_present`;
    if (!row?.["is_present"]) return new Set();
    const rows = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations`;
    return new Set(rows.map(({ version }) => version));
  });
}

async function setSecrets(target: Target, print: (line: string) => void) {
  const { management, secrets, isDryRun } = target;
  if (isDryRun) {
    for (const name of Object.keys(secrets)) print(`would set ${name}`);
    return;
  }
  const secretList = await management.get("/secrets");
  const before = new Set(
    (Array.isArray(secretList) ? secretList : []).map(({ name }) => name as string),
  );
  const body = Object.entries(secrets).map(([name, value]) => ({ name, value }));
  await management.change("POST", "/secrets", body);
  for (const { name } of body) print(`${before.has(name) ? "set again" : "set"} ${name}`);
}

/**
 * The database enforces the limits, so it gets them now. A function would pass them on only after its next wake-up.
 */
export async function storeLimits(
  { databaseUrl, secrets, isDryRun }: Pick<Target, "databaseUrl" | "secrets" | "isDryRun">,
  print: (line: string) => void,
) {
  const env = parseEnv(secrets);
  const calls = withValues(env.rateLimits);
  const quotas = withValues(env.quotas);
  const verb = isDryRun ? "would limit" : "limits";
  for (const [route, limit] of calls) print(`${verb} ${route} to ${limit} calls a minute`);
  for (const [name, quota] of quotas) print(`${verb} ${name.replaceAll("_", " ")} to ${quota}`);
  const { verificationWindowDays: days } = env;
  if (days !== null) {
    print(`${isDryRun ? "would set" : "sets"} the window of health to ${days} days`);
  }
  if (calls.length + quotas.length === 0 && days === null) print("unchanged: no limit is set");
  else if (!isDryRun && databaseUrl) {
    await applyLimits(databaseUrl, {
      calls: Object.fromEntries(calls),
      quotas: Object.fromEntries(quotas),
      ...(days !== null && { verificationWindowDays: days }),
    });
  }
}

function withValues(limits: Record<string, number | null>): [string, number | null][] {
  return Object.entries(limits).filter(([, limit]) => limit !== null);
}

async function deployFunctions(target: Target, print: (line: string) => void) {
  const { account, management, projectRef, isDryRun, hasStandIn } = target;
  const localFunctions = await builtFunctions();
  if (isDryRun && !hasStandIn) {
    print(`would deploy ${localFunctions.length} functions`);
    return;
  }
  const before = await activeFunctions(management);
  await runSupabase(account, ["functions", "deploy", `--remote=${projectRef}`, "--use-api"]);
  const after = await activeFunctions(management);
  const missing = localFunctions.filter((slug) => !after.has(slug));
  if (missing.length > 0) throw new Error(`These functions are not active: ${missing.join(", ")}`);
  if (isDryRun) {
    print(`would deploy ${localFunctions.length} functions; the stand-in accepted every upload`);
    return;
  }
  const newFunctions = localFunctions.filter((slug) => !before.has(slug));
  print(`deployed ${localFunctions.length} functions, ${newFunctions.length} of them new`);
  const otherFunctions = [...after].filter((slug) => !localFunctions.includes(slug));
  if (otherFunctions.length > 0) print(`other functions stay: ${otherFunctions.join(", ")}`);
}

async function activeFunctions(management: Management): Promise<Set<string>> {
  const functions = await management.get("/functions");
  return new Set((Array.isArray(functions) ? functions : []).map(({ slug }) => slug as string));
}

async function schedule({ databaseUrl, url, isDryRun }: Target, print: (line: string) => void) {
  const functionsUrl = `${url}/functions/v1`;
  if (isDryRun || databaseUrl === undefined) {
    print(`would store ${functionsUrl} in the vault and call private.schedule_jobs()`);
    return;
  }
  const hasVectors = await installVectors(databaseUrl);
  const { scheduled: jobNames, missing } = await scheduleJobs(databaseUrl, functionsUrl);
  print(`the database wakes ${functionsUrl}`);
  print(`scheduled: ${jobNames.join(", ") || "nothing"}`);
  print(hasVectors ? "search by meaning is installed" : "there is no pgvector: search is by words");
  if (missing.length > 0) {
    throw new Error(
      `Enable ${missing.join(" and ")} (Database → Extensions), then run this again.`,
    );
  }
}

async function exposeSchemas({ management, isDryRun }: Target, print: (line: string) => void) {
  if (isDryRun) {
    print(`would expose the schema ${EXPOSED} and no other`);
    return;
  }
  const settings = (await management.get("/postgrest")) as { db_schema?: string };
  if (settings.db_schema === EXPOSED) {
    print("unchanged");
    return;
  }
  await management.change("PATCH", "/postgrest", { db_schema: EXPOSED });
  print(`exposed schemas: ${settings.db_schema ?? "unknown"} → ${EXPOSED}`);
}

async function turnSignUpOff({ management, isDryRun }: Target, print: (line: string) => void) {
  if (isDryRun) {
    print("would turn sign-up off");
    return;
  }
  const settings = (await management.get("/config/auth")) as { disable_signup?: boolean };
  if (settings.disable_signup === true) {
    print("unchanged");
    return;
  }
  await management.change("PATCH", "/config/auth", { disable_signup: true });
  print(`sign-up: ${settings.disable_signup === false ? "on" : "unknown"} → off`);
}

async function checkDeployment(target: Target, print: (line: string) => void) {
  const { databaseUrl, url, management, account, isDryRun } = target;
  if (isDryRun || databaseUrl === undefined) {
    print("would run npm run smoke");
    return;
  }
  await waitForFirstTick(databaseUrl);
  const managementUrl = management.url;
  const { accessToken } = account;
  const deployment = { url, databaseUrl, managementUrl, accessToken };
  const keepsNewer = await isRollback(databaseUrl);
  if (!(await smoke({ ...deployment, keepsNewer }, print))) {
    throw new Error("The deployment is incomplete: see the lines that begin with FAILED.");
  }
}

/**
 * Waits for the first run of the new schedules, which is due within a minute. If there is none, npm run smoke reports
 * it.
 */
async function waitForFirstTick(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (sql) => {
    const until = Date.now() + FIRST_TICK_TIMEOUT_MS;
    while (Date.now() < until) {
      const [row] = await sql`
        select exists (
          select from cron.job_run_details join cron.job using (jobid) where job.jobname = 'tick_jobs') as ran`;
      if (row?.["ran"]) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  });
}

/** Throws an Error of one sentence for a setting that a deployed function would ignore. */
export function checkSecrets(secrets: Record<string, string>): void {
  parseLimits(secrets);
  const reservedName = Object.keys(secrets).find((name) => name.startsWith("SUPABASE_"));
  if (reservedName)
    throw new Error(`${reservedName} is set by the platform: remove it from the file.`);
}
