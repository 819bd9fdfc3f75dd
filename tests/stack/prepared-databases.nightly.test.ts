/**
 * A clone beside a fresh boot, compared by the tool that writes migrations. In npm test, boot-proof.test.ts compares the
 * definitions, rows, roles, grants and settings of both, and the pgTAP files that need vectors run one after the other
 * in copies of a prepared database.
 */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { vector } from "@electric-sql/pglite/vector";
import { expect, onTestFinished, test } from "vitest";
import { openLiteDatabase } from "../../scripts/db/lite-database.ts";
import { diffDatabases } from "../../scripts/db/schema-diff.ts";
import { startStack } from "../../scripts/stack/stack.ts";
import { cloneDataFolder, THROW_AWAY } from "../../scripts/test-cluster/clusters.ts";
import { differences, readContent } from "./database-content.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const utcDay = () => new Date().toISOString().slice(0, 10);

test("a clone has the schema and the content of a fresh boot in a data folder", async () => {
  const folder = await temporaryFolder("prepared");
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (let day = ""; day !== utcDay(); ) {
    day = utcDay();
    const [freshDir, clonedDir] = [
      path.join(folder, day, "fresh"),
      path.join(folder, day, "cloned"),
    ];
    await mkdir(path.join(folder, day));
    await cloneDataFolder(clonedDir);
    const freshStack = await startStack({
      port: 0,
      dataDir: freshDir,
      postgresSettings: THROW_AWAY,
    });
    const cloned = await startStack({ port: 0, dataDir: clonedDir });
    try {
      // The seeds count from the current day: around midnight both are created again.
      if (day !== utcDay()) continue;
      expect((await diffDatabases(cloned.databaseUrl, freshStack.databaseUrl)).changes).toEqual([]);
      const [expected, actual] = [
        await readContent(freshStack.databaseUrl),
        await readContent(cloned.databaseUrl),
      ];
      expect(differences(expected, actual)).toEqual({});
    } finally {
      await Promise.all([freshStack.stop(), cloned.stop()]);
    }
  }
});

test("two databases in this process do not see each other", async () => {
  const [firstDatabase, secondDatabase] = [
    await openLiteDatabase({ vector }),
    await openLiteDatabase({ vector }),
  ];
  await firstDatabase.exec("create table public.only_here ()");
  const { rows } = await secondDatabase.query("select to_regclass('public.only_here') as found");
  expect(rows).toEqual([{ found: null }]);
  await Promise.all([firstDatabase.close(), secondDatabase.close()]);
});
