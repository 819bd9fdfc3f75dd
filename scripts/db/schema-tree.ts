/** supabase/schemas: the desired state of the database, in one folder per domain. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

export interface SchemaFile {
  /** Relative to supabase/schemas, with slashes. */
  name: string;
  script: string;
}

const SCHEMAS = fileURLToPath(new URL("../../supabase/schemas/", import.meta.url));

/** Every .sql file of the tree, in the order in which most of them can be loaded. */
export async function readSchemaTree(directory = SCHEMAS): Promise<SchemaFile[]> {
  const entries = await readdir(directory, { recursive: true });
  const names = entries
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".sql"))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Promise.all(
    names.map(async (name) => ({
      name,
      script: await readFile(path.join(directory, name), "utf8"),
    })),
  );
}

/**
 * Loads the files into a database that has the platform only. A file that needs another one waits for the next
 * round, so the order of files does not matter. Returns them in the order that worked. Throws an Error that names
 * every file that could not be loaded, with the database's reason.
 */
export async function loadSchemaTree(
  databaseUrl: string,
  files: SchemaFile[],
): Promise<SchemaFile[]> {
  const loadedFiles: SchemaFile[] = [];
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    // Bodies name tables of later files; they are checked when every file is loaded.
    await sql`set check_function_bodies = off`;
    let waiting = files;
    while (waiting.length > 0) {
      const failed: { file: SchemaFile; reason: string }[] = [];
      for (const file of waiting) {
        try {
          // One script is one transaction: a file is loaded whole or not at all.
          await sql.unsafe(file.script);
          loadedFiles.push(file);
        } catch (error) {
          failed.push({ file, reason: reasonOf(file, error) });
        }
      }
      if (failed.length === waiting.length) {
        throw new Error(failed.map(({ reason }) => reason).join("\n"));
      }
      waiting = failed.map(({ file }) => file);
    }
    await checkBodies(sql);
    return loadedFiles;
  } finally {
    await sql.end();
  }
}

// Creates the functions again with the check on, once every object that they name exists.
async function checkBodies(sql: postgres.Sql): Promise<void> {
  await sql`set check_function_bodies = on`;
  const routines = await sql<{ name: string; definition: string }[]>`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition
    from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, to_regnamespace('private'))
      and p.prokind in ('f', 'p')
      and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  for (const { name, definition } of routines) {
    try {
      await sql.unsafe(definition);
    } catch (error) {
      const { message } = error as Error;
      // Temporary tables do not exist here: the callers of the function create them.
      if (!message.includes("pg_temp.")) throw new Error(`function ${name}: ${message}`);
    }
  }
}

// Privileges come first. Otherwise, tables would get the platform's default privileges.
function rank(name: string): number {
  const order = [/^platform\/privileges\.sql$/, /^platform\//, /tables\.sql$/];
  const index = order.findIndex((pattern) => pattern.test(name));
  if (index >= 0) return index;
  return name.endsWith("policies.sql") ? order.length + 1 : order.length;
}

function reasonOf(file: SchemaFile, error: unknown): string {
  const { message, position } = error as { message: string; position?: string };
  const line = position ? `:${file.script.slice(0, Number(position)).split("\n").length}` : "";
  return `supabase/schemas/${file.name}${line}: ${message}`;
}
