/**
 * Replaces the migrations of a service without a release by three: privileges, schema and data. The schema is
 * supabase/schemas in the order in which the files load; the data are all data migrations, one after the other.
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
  now: Date,
  directory = MIGRATIONS,
): Promise<string[]> {
  const [released] = Object.keys(await releasedMigrations(directory));
  if (released !== undefined) {
    throw new Error(`${released} is released, and a released migration never changes.`);
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
  // New versions each time, so that a database of an earlier baseline is refused instead of counting as current.
  const minute = now.toISOString().replaceAll(/\D/g, "").slice(0, 12);
  return Promise.all(
    Object.entries(scripts).map(async ([part, script], index) => {
      const name = `${minute}0${index}_${part}.sql`;
      await writeFile(path.join(directory, name), script);
      return name;
    }),
  );
}

// Bodies name tables of later files; check:schema checks them when every file is loaded.
function schemaScript(files: SchemaFile[]): string {
  const parts = files.map(({ name, script }) => `-- ${name}\n\n${script.trim()}\n`);
  return `-- The schema files in the order in which they load.\nset check_function_bodies = off;\n\n${parts.join("\n")}`;
}
