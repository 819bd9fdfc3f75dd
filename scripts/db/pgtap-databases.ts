/** The native database of pgTAP's tests, with the platform, the migrations, the portfolio's seed and pgTAP. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import postgres from "postgres";
import { seedFiles } from "../stack/postgres/migrations.ts";
import { FEW_ROWS, startScratchDatabase } from "./scratch.ts";
import { NEW_SESSION } from "./session.ts";

export interface TapDatabase {
  /** Ends the transaction of the previous file, and resets the session. */
  begin(randomSeed: number): Promise<void>;
  /** Runs a statement; returns the lines of its rows' first column, if it is text. */
  run(statement: string): Promise<string[]>;
  close(): Promise<void>;
}

const PGTAP_SCRIPT = "share/postgresql/extension/pgtap--1.3.5.sql";
export const ALLOW_SEED = "set countersign.seed_allowed = 'on'";
/** Each change of a table makes its session check every cached plan, so after some files a new session is cheaper. */
const FILES_PER_SESSION = 20;

/**
 * Creates pgTAP's temporary tables once per session. If each file created them, every cached plan would become
 * invalid twice per file, when the file begins and when it ends.
 */
const CREATE_PGTAP_TABLES = "select plan(0); delete from __tcache__";
/** The rollback of a file does not reset this sequence. */
const RESET_NUMBERS = "select setval('__tresults___numb_seq', 1, false)";

/** A database on a native server, where a file costs half as much as in PGlite. It has no pgvector. */
export async function openNativeDatabase(): Promise<TapDatabase> {
  const server = await startScratchDatabase("migrated", {
    filled: { name: "pgtap", fill: addPgtap },
    settings: FEW_ROWS,
  });
  const { url } = server;
  const connect = async (): Promise<postgres.Sql> => {
    const session = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
    await session.unsafe(`${NEW_SESSION}; ${CREATE_PGTAP_TABLES}`);
    return session;
  };
  let sql = await connect();
  let files = 0;
  return {
    begin: async (randomSeed) => {
      await sql.unsafe("rollback");
      if (++files % FILES_PER_SESSION === 0) {
        await sql.end();
        sql = await connect();
      }
      await sql.unsafe(`${NEW_SESSION}; ${RESET_NUMBERS}; select setseed(${randomSeed})`);
    },
    run: async (statement) => linesOf(await sql.unsafe(statement).simple().values()),
    close: async () => {
      await sql.end();
      await server.stop();
    },
  };
}

async function addPgtap(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`set search_path = extensions; ${await pgtapScript()}`);
    await sql.unsafe("grant execute on all functions in schema extensions to public");
    await sql.unsafe("grant select on all tables in schema extensions to public");
    // Only the portfolio's seed, because tests of the queue and the prompt need an organization without cards and
    // prompts.
    await sql.unsafe(`${NEW_SESSION}; ${ALLOW_SEED}`);
    await sql.unsafe(await readFile(seedFiles[0] as string, "utf8"));
  } finally {
    await sql.end();
  }
}

export function linesOf(rows: unknown[][] = []): string[] {
  return rows.flatMap(([first]) => (typeof first === "string" ? first.split("\n") : []));
}

/** The script of the extension, read from the archive that PGlite installs. */
async function pgtapScript(): Promise<string> {
  // PGlite takes a tenth of a second to load, and only a new server needs the script.
  const { pgtap } = await import("@electric-sql/pglite/pgtap");
  const { bundlePath } = await pgtap.setup({} as never, {});
  const archive = fileURLToPath(bundlePath);
  const { stdout } = await promisify(execFile)("tar", ["-xzOf", archive, PGTAP_SCRIPT], {
    maxBuffer: 2 ** 24,
  });
  return stdout;
}
