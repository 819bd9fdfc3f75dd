/**
 * npm run db:diff -- <name>
 *
 * Writes the migration that supabase/migrations lacks to become supabase/schemas. The first one is
 * the schema files themselves, in the order in which they load; later ones are computed.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readMigrations } from "../stack/postgres/migrations.ts";
import { compareSchemas, type SchemaDifference } from "./schema-diff.ts";
import { startScratchServer } from "./scratch.ts";
import { ROOT } from "./tool.ts";

const name = process.argv[2];
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Usage: npm run db:diff -- <name>   (verb_object, such as add_invoices)");
  process.exit(2);
}

const scratch = await startScratchServer();
try {
  const difference = await compareSchemas(scratch);
  if (difference.changes.length === 0) {
    console.log("The migrations already make what supabase/schemas says.");
  } else {
    for (const file of await write(name, difference)) console.log(`Wrote ${file}`);
    console.log("Read it, then run npm run check.");
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await scratch.stop();
}

async function write(migration: string, difference: SchemaDifference): Promise<string[]> {
  const scripts = difference.isFirst ? [firstScript(difference)] : difference.scripts;
  const last = (await readMigrations()).at(-1)?.version ?? "";
  const written: string[] = [];
  for (const [index, script] of scripts.entries()) {
    const suffix = scripts.length > 1 ? `_${index + 1}` : "";
    const version = nextVersion(written.at(-1) ? path.basename(written.at(-1) ?? "") : last);
    const file = path.join("supabase", "migrations", `${version}_${migration}${suffix}.sql`);
    await writeFile(path.join(ROOT, file), script, { flag: "wx" });
    written.push(file);
  }
  return written;
}

function firstScript({ files }: SchemaDifference): string {
  const parts = files.map(({ name: file, script }) => `-- ${file}\n\n${script.trim()}\n`);
  return `-- The schema files in the order in which they load.
set check_function_bodies = off;

${parts.join("\n")}`;
}

// The moment in UTC as the Supabase CLI writes it, and always after the migration before.
function nextVersion(previous: string): string {
  const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
  return String(Math.max(now, Number.parseInt(previous, 10) + 1 || 0));
}
