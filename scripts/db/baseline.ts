/**
 * Replaces the migrations of a service that has no release by three: privileges, schema and data. The schema file is
 * supabase/schemas in the order in which the files load; rows of later data migrations move into the data file.
 */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Migration, readMigrations } from "../stack/migrations.ts";
import { releasedMigrations } from "./released.ts";
import { readSchemaTree, type SchemaFile } from "./schema-tree.ts";
import { ROOT } from "./tool.ts";

const PRIVILEGES = "platform/privileges.sql";
const DATA = /^data(_|$)/;

/** Returns the files that it wrote. `files` are the schema files in the order in which they load. */
export async function writeBaseline(files: SchemaFile[], now: Date): Promise<string[]> {
  const released = Object.keys(await releasedMigrations());
  if (released.length > 0) {
    throw new Error(`${released[0]} is released, and a released migration never changes.`);
  }
  const before = await readMigrations();
  const scripts = {
    privileges: await privileges(),
    schema: schemaScript(files.filter(({ name }) => name !== PRIVILEGES)),
    data: dataScript(before.filter(({ name }) => DATA.test(name))),
  };
  for (const { file } of before) await rm(file);
  // A new version each time: a database with an earlier baseline is then refused, and not taken for current.
  const minute = now.toISOString().replaceAll(/\D/g, "").slice(0, 12);
  return Promise.all(
    Object.entries(scripts).map(async ([name, script], index) => {
      const file = path.join(
        "supabase",
        "migrations",
        `${minute}${`${index}`.padStart(2, "0")}_${name}.sql`,
      );
      await writeFile(path.join(ROOT, file), script);
      return file;
    }),
  );
}

/** Bodies name tables of later files; check:schema checks them when everything is there. */
export function schemaScript(files: SchemaFile[]): string {
  const parts = files.map(({ name, script }) => `-- ${name}\n\n${script.trim()}\n`);
  return `-- The schema files in the order in which they load.\nset check_function_bodies = off;\n\n${parts.join("\n")}`;
}

async function privileges(): Promise<string> {
  const file = (await readSchemaTree()).find(({ name }) => name === PRIVILEGES);
  return file === undefined ? "" : file.script;
}

function dataScript(migrations: Migration[]): string {
  return migrations.map(({ script }) => `${script.trim()}\n`).join("\n");
}
