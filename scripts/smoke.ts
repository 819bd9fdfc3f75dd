/**
 * npm run smoke [-- --url URL --db-url URL]
 *
 * Checks a deployed project without changing it: every migration of this checkout is applied, exactly the functions of
 * the contract and of this checkout are active, the schedules exist and have run, and everything that must refuse
 * strangers does so. Exits 1 when a check fails.
 */
import { parseArgs } from "node:util";
import { type Deployment, smoke } from "./deploy/smoke-checks.ts";

const MANAGEMENT = "https://api.supabase.com";
const HELP = `npm run smoke -- [options]

  --url URL       address of the project (https://<ref>.supabase.co)
  --db-url URL    percent-encoded connection string of its primary database

  SUPABASE_PROJECT_REF, SUPABASE_ACCESS_TOKEN and SUPABASE_DB_URL (unless --db-url is given) must be set.
`;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    "db-url": { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const { SUPABASE_PROJECT_REF, SUPABASE_ACCESS_TOKEN, SUPABASE_DB_URL } = process.env;
const databaseUrl = values["db-url"] ?? SUPABASE_DB_URL;
if (!SUPABASE_PROJECT_REF || !SUPABASE_ACCESS_TOKEN || !databaseUrl) {
  console.error(
    "Set SUPABASE_PROJECT_REF, SUPABASE_ACCESS_TOKEN and SUPABASE_DB_URL, or pass --db-url.",
  );
  process.exit(2);
}
const deployment: Deployment = {
  url: values.url ?? `https://${SUPABASE_PROJECT_REF}.supabase.co`,
  databaseUrl,
  managementUrl: `${MANAGEMENT}/v1/projects/${SUPABASE_PROJECT_REF}`,
  accessToken: SUPABASE_ACCESS_TOKEN,
};
if (!(await smoke(deployment, console.log))) process.exitCode = 1;
