/** The database of pgTAP's tests about vectors. */
import { readFile } from "node:fs/promises";
import type { PGlite } from "@electric-sql/pglite";
import { pgtap } from "@electric-sql/pglite/pgtap";
import { vector } from "@electric-sql/pglite/vector";
import { seedFiles } from "../stack/postgres/migrations.ts";
import { beginSession, openPreparedDatabase } from "./lite-database.ts";
import { ALLOW_SEED, linesOf, type TapDatabase } from "./pgtap-databases.ts";

/** A database in PGlite, which has pgvector. */
export async function openVectorDatabase(): Promise<TapDatabase> {
  const db = await openPreparedDatabase("pgtap", { pgtap, vector }, async (fresh: PGlite) => {
    await fresh.exec("create extension if not exists pgtap with schema extensions");
    await fresh.exec(ALLOW_SEED);
    await fresh.exec(await readFile(seedFiles[0] as string, "utf8"));
  });
  return {
    begin: async (randomSeed) => {
      await db.exec("rollback");
      await beginSession(db);
      await db.query("select setseed($1)", [randomSeed]);
    },
    run: async (statement) => {
      const [answer] = await db.exec(statement, { rowMode: "array" });
      return linesOf(answer?.rows as unknown as unknown[][]);
    },
    close: () => db.close(),
  };
}
