/**
 * npm run check:advisors
 *
 * The platform's advisors on a migrated database: nothing at WARN or above. The Supabase CLI has the lints up to
 * 0024; advisors.sql covers later ones.
 */
import { readFile } from "node:fs/promises";
import postgres from "postgres";
import { startScratchDatabase } from "./scratch.ts";
import { runTool } from "./tool.ts";

const scratch = await startScratchDatabase("migrated");
try {
  const { url } = scratch;
  const [platform, own] = await Promise.all([platformFindings(url), ownFindings(url)]);
  const findings = [...platform, ...own];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  else console.log("The advisors report nothing at WARN or above.");
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await scratch.stop();
}

async function platformFindings(url: string): Promise<string[]> {
  const args = ["db", "advisors", `--remote=${url}?sslmode=disable`, "--level", "warn"];
  const result = await runTool("supabase", [...args, "--output-format", "json"]);
  if (result.code !== 0) throw new Error(`supabase db advisors failed: ${result.stderr}`);
  const { results } = JSON.parse(result.stdout) as {
    results: { name: string; level: string; detail: string; remediation: string }[];
  };
  return results.map((lint) => `${lint.level} ${lint.name}: ${lint.detail} (${lint.remediation})`);
}

async function ownFindings(url: string): Promise<string[]> {
  const query = await readFile(new URL("advisors.sql", import.meta.url), "utf8");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql.unsafe<{ name: string; detail: string }[]>(query);
    return rows.map(({ name, detail }) => `WARN ${name}: ${detail}`);
  } finally {
    await sql.end();
  }
}
