/**
 * npm run db:diff -- <name>      writes the migration that brings supabase/migrations up to supabase/schemas
 * npm run db:diff -- --baseline  before the first release: replaces the migrations with privileges, schema and data
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readMigrations } from "../stack/postgres/migrations.ts";
import { writeBaseline } from "./baseline.ts";
import { compareSchemas } from "./schema-diff.ts";
import { loadSchemaTree, readSchemaTree } from "./schema-tree.ts";
import { startScratchServer } from "./scratch.ts";
import { ROOT } from "./tool.ts";

const name = process.argv[2];
const isBaseline = name === "--baseline";
if (name === undefined || !(isBaseline || /^[a-z][a-z0-9_]*$/.test(name))) {
  console.error(
    "Usage: npm run db:diff -- <name>   (verb_object, such as add_invoices), or --baseline",
  );
  process.exit(2);
}

const scratch = await startScratchServer();
try {
  const files = isBaseline ? await baseline() : await difference(name);
  for (const file of files) console.log(`Wrote ${file}`);
  console.log(
    files.length > 0
      ? "Read it, then run npm run check."
      : "The migrations already equal supabase/schemas.",
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await scratch.stop();
}

async function baseline(): Promise<string[]> {
  const { url } = await scratch.create("platform");
  return writeBaseline(await loadSchemaTree(url, await readSchemaTree()), new Date());
}

async function difference(migration: string): Promise<string[]> {
  const { scripts } = await compareSchemas(scratch);
  const last = (await readMigrations()).at(-1)?.version ?? "";
  const files: string[] = [];
  for (const [index, script] of scripts.entries()) {
    const suffix = scripts.length > 1 ? `_${index + 1}` : "";
    const version = nextVersion(files.at(-1) ? path.basename(files.at(-1) ?? "") : last);
    const file = path.join("supabase", "migrations", `${version}_${migration}${suffix}.sql`);
    await writeFile(path.join(ROOT, file), script, { flag: "wx" });
    files.push(file);
  }
  return files;
}

// The current time in UTC as the Supabase CLI writes it, always after the previous migration.
function nextVersion(previous: string): string {
  const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
  return String(Math.max(now, Number.parseInt(previous, 10) + 1 || 0));
}
