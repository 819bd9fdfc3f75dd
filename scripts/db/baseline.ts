/**
 * Replaces the migrations of an unreleased service by three: privileges, schema and data. The schema migration
 * consists of the files of supabase/schemas, in the order in which they load. The data migration consists of all data
 * migrations, one after the other.
 */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readMigrations } from "../stack/postgres/migrations.ts";
import { releasedMigrations } from "./released.ts";
import type { SchemaFile } from "./schema-tree.ts";
import { MIGRATIONS } from "./tool.ts";

const PRIVILEGES = "platform/privileges.sql";

/** Only these migrations may change rows. */
export const isDataMigration = (name: string) => /^data(_|$)/.test(name);

/** Returns the names of the new files. `files` are the schema files in the order in which they load. */
export async function writeBaseline(
  files: SchemaFile[],
  date: Date,
  directory = MIGRATIONS,
): Promise<string[]> {
  const [releasedName] = Object.keys(await releasedMigrations(directory));
  if (releasedName !== undefined) {
    throw new Error(
      `${releasedName} is released, and a released migration never changes. Run npm run db:diff -- <name> instead.`,
    );
  }
  const before = await readMigrations(directory);
  const scripts = {
    privileges: files.find(({ name }) => name === PRIVILEGES)?.script ?? "",
    schema: schemaScript(files.filter(({ name }) => name !== PRIVILEGES)),
    data: before
      .filter(({ name }) => isDataMigration(name))
      .map(({ script }) => `${script.trim()}\n`)
      .join("\n"),
  };
  for (const { file } of before) await rm(file);
  // The versions are new each time, so that a database of an earlier baseline is refused instead of counting as
  // current.
  const minute = date.toISOString().replaceAll(/\D/g, "").slice(0, 12);
  return Promise.all(
    Object.entries(scripts).map(async ([part, script], index) => {
      const name = `${minute}0${index}_${part}.sql`;
      await writeFile(path.join(directory, name), script);
      return name;
    }),
  );
}

// Function bodies name tables of later files. check:schema checks the bodies once all files are loaded.
function schemaScript(files: SchemaFile[]): string {
  const parts = files.map(({ name, script }) => `-- ${name}\n\n${script.trim()}\n`);
  return `-- The schema files in the order in which they load.\nset check_function_bodies = off;\n\n${parts.join("\n")}`;
}
