/** The script of a difference, compared in both directions. In npm test, schema-tools-tests.ts compares in one. */
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { diffDatabases } from "../../scripts/db/schema-diff.ts";
import { startScratchServer } from "../../scripts/db/scratch.ts";
import { NEW_OBJECTS } from "./new-objects.ts";

async function run(url: string, script: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(script);
  } finally {
    await sql.end();
  }
}

test("the written script turns one database into the other", async () => {
  const scratch = await startScratchServer();
  onTestFinished(() => scratch.stop());
  const [source, target] = await Promise.all([
    scratch.create("migrated"),
    scratch.create("migrated"),
  ]);
  await run(target.url, NEW_OBJECTS);
  const { scripts } = await diffDatabases(source.url, target.url);
  expect(scripts).toHaveLength(1);
  expect(scripts.join("")).not.toMatch(/owner to|\bto "postgres"/);
  await run(source.url, scripts.join(""));
  expect((await diffDatabases(source.url, target.url)).changes).toEqual([]);
  expect((await diffDatabases(target.url, source.url)).changes).toEqual([]);
});
