/**
 * npm run db:release            adds every migration to the list of released ones
 * npm run db:release -- --check fails when a released migration was edited or removed
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "../stack/postgres/migrations.ts";
import { MIGRATIONS } from "./tool.ts";

const LIST = "released.json";

/** SHA-256 by file name. */
type ReleaseHashes = Record<string, string>;

export async function releasedMigrations(directory = MIGRATIONS): Promise<ReleaseHashes> {
  return JSON.parse(await readFile(path.join(directory, LIST), "utf8")) as ReleaseHashes;
}

/** One sentence for each released migration that has changed since. */
export async function changedMigrations(directory = MIGRATIONS): Promise<string[]> {
  const present = await hashes(directory);
  return Object.entries(await releasedMigrations(directory)).flatMap(([name, hash]) => {
    if (present[name] === hash) return [];
    const change = name in present ? "was edited" : "is missing";
    return [
      `${name} ${change}, and it is released: restore it, and correct it in a new migration.`,
    ];
  });
}

/** Adds the migrations that are not in the list; a changed one throws. Returns the names that it added. */
export async function release(directory = MIGRATIONS): Promise<string[]> {
  const [problem] = await changedMigrations(directory);
  if (problem !== undefined) throw new Error(problem);
  const before = await releasedMigrations(directory);
  const present = await hashes(directory);
  await writeFile(path.join(directory, LIST), `${JSON.stringify(present, null, 2)}\n`);
  return Object.keys(present).filter((name) => !(name in before));
}

async function hashes(directory: string): Promise<ReleaseHashes> {
  const migrations = await readMigrations(directory);
  return Object.fromEntries(
    migrations.map(({ file, script }) => [
      path.basename(file),
      // A checkout may have the line ends of its system.
      createHash("sha256").update(script.replaceAll("\r\n", "\n")).digest("hex"),
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const sentences = await changedMigrations();
    for (const sentence of sentences) console.error(sentence);
    process.exitCode = sentences.length > 0 ? 1 : 0;
  } else {
    const names = await release();
    for (const name of names) console.log(`Released ${name}`);
    if (names.length === 0) console.log("Every migration is released already.");
  }
}
