/**
 * npm run db:types
 *
 * Writes the TypeScript types of the schema `public` that the migrations create. With --check it only compares.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { startScratchDatabase } from "./scratch.ts";
import { mustRunTool, ROOT } from "./tool.ts";

const FILE = path.join("supabase", "functions", "_schema", "database.types.ts");

const scratch = await startScratchDatabase("migrated");
try {
  const { url } = scratch;
  // Without sslmode, the output would contain a notice about TLS.
  const args = ["gen", "types", "--lang", "typescript", "--schema", "public"];
  args.push(`--remote=${url}?sslmode=disable`);
  const { stdout: types } = await mustRunTool("supabase", args);
  const file = path.join(ROOT, FILE);
  const current = await readFile(file, "utf8").catch(() => "");
  if (current === types) {
    console.log(`${FILE} is up to date.`);
  } else if (process.argv.includes("--check")) {
    console.error(`${FILE} differs from what the migrations create: run npm run db:types.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, types);
    console.log(`Wrote ${FILE}`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await scratch.stop();
}
