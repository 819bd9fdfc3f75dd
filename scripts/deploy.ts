/** `npm run deploy`: deploys this checkout to a Supabase project. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { checkDatabaseUrl } from "./deploy/database.ts";
import { openManagement } from "./deploy/management.ts";
import { startRehearsal } from "./deploy/rehearsal.ts";
import { checkSecrets, DATABASE_STEPS, READING_STEPS, STEPS, type Target } from "./deploy/steps.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");
const HELP = `npm run deploy -- --project-ref REF [options]

  --project-ref REF      the project: 20 letters
  --dry-run              shows every step and changes nothing; uploads go to the hosted kit's stand-in, if it is there
  --env-file FILE        variables of the functions (supabase/functions/.env)
  --url URL              address of the project (https://<ref>.supabase.co)
  --database-only        only the steps that need the database; for self-hosted Supabase, with --url
  --management-url URL   another management API (https://api.supabase.com)
  --help                 this text

  SUPABASE_DB_URL        percent-encoded connection string of the primary (session mode, not transaction mode)
  SUPABASE_ACCESS_TOKEN  of your account; npx supabase login stores one, too
`;
const ROLL_BACK = `To roll back: check out the previous version and run this command again. It replaces the functions.
Migrations stay: each leaves the previous version working. To undo data changes, restore a backup (Database → Backups).`;
const PLACEHOLDER = "aaaaaaaaaaaaaaaaaaaa";
const NO_TOKEN = `sbp_${"0".repeat(40)}`;

const flags = readFlags();
/** Whether a step that changes the project has begun. */
let isChanged = false;
const rehearsal = flags["dry-run"] && !flags["database-only"] ? await startRehearsal() : undefined;
try {
  const target = await findTarget();
  if (rehearsal) console.log("Dry run: uploads go to a stand-in for the management API.");
  const steps = flags["database-only"] ? DATABASE_STEPS : STEPS;
  for (const [index, step] of steps.entries()) {
    console.log(`${index + 1}/${steps.length} ${step.name}`);
    isChanged ||= !flags["dry-run"] && !READING_STEPS.includes(step);
    await step
      .run(target, (line) => console.log(`  ${line}`))
      .catch((error: Error) => {
        throw new Error(`Step ${index + 1} failed: ${error.message}\n${nextStep()}`);
      });
  }
  console.log(flags["dry-run"] ? "\nNothing was changed." : `\nDeployed.\n${ROLL_BACK}`);
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  if (isChanged) console.error(ROLL_BACK);
  process.exitCode = 1;
} finally {
  await rehearsal?.stop();
}

function nextStep(): string {
  return isChanged
    ? "The steps before it are done. Fix this and run the same command again: it repeats them safely."
    : "Nothing was changed. Fix this and run the same command again.";
}

async function findTarget(): Promise<Target> {
  const projectRef = flags["project-ref"] ?? PLACEHOLDER;
  const databaseUrl = process.env["SUPABASE_DB_URL"] || undefined;
  if (databaseUrl !== undefined) checkDatabaseUrl(databaseUrl, flags["project-ref"]);
  const secrets = { ...(await readSecrets()), SERVICE_MODE: "production" };
  checkSecrets(secrets);
  const account = {
    managementUrl: rehearsal?.managementUrl ?? flags["management-url"],
    accessToken: flags["dry-run"] || flags["database-only"] ? NO_TOKEN : await findToken(),
  };
  return {
    projectRef,
    url: (flags.url ?? `https://${projectRef}.supabase.co`).replace(/\/$/, ""),
    databaseUrl,
    account,
    management: openManagement(account, projectRef),
    secrets,
    isDryRun: flags["dry-run"],
    hasStandIn: rehearsal !== undefined,
  };
}

async function readSecrets(): Promise<Record<string, string>> {
  const file = flags["env-file"] ?? path.join(PROJECT, "supabase/functions/.env");
  if (!existsSync(file)) {
    if (flags["env-file"]) throw new Error(`There is no ${file}.`);
    return {};
  }
  return parseEnv(await readFile(file, "utf8")) as Record<string, string>;
}

/** On a machine without a keychain, npx supabase login stores the token in this file. */
async function findToken(): Promise<string> {
  const file = path.join(homedir(), ".supabase/access-token");
  const token =
    process.env["SUPABASE_ACCESS_TOKEN"] ?? (await readFile(file, "utf8").catch(() => ""));
  if (!token.trim()) {
    throw new Error(
      "There is no access token: create one at supabase.com/dashboard/account/tokens and set SUPABASE_ACCESS_TOKEN.",
    );
  }
  return token.trim();
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        "project-ref": { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "env-file": { type: "string" },
        url: { type: "string" },
        "database-only": { type: "boolean", default: false },
        "management-url": { type: "string", default: "https://api.supabase.com" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const { "project-ref": ref } = values;
    if (ref === undefined && !values["dry-run"] && !values["database-only"]) {
      throw new Error("--project-ref is missing.");
    }
    if (ref !== undefined && !/^[a-z]{20}$/.test(ref)) {
      throw new Error(
        `--project-ref ${ref} is not a project: use its 20 lowercase letters (Project Settings → General).`,
      );
    }
    if (values["database-only"] && !values.url) throw new Error("--database-only needs --url.");
    if (!values["dry-run"] && !process.env["SUPABASE_DB_URL"]) {
      throw new Error(
        "SUPABASE_DB_URL is missing: set it to the connection string of the primary database.",
      );
    }
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}
