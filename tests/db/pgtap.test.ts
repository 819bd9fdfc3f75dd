import { afterAll, beforeAll, expect, test } from "vitest";
import { findPgtapFiles, openPgtapDatabase, type PgtapDatabase } from "../../scripts/db/pgtap.ts";

let database: PgtapDatabase;

beforeAll(async () => {
  database = await openPgtapDatabase();
});

afterAll(async () => {
  await database?.close();
});

// One test per file, in the order that `supabase test db` uses: the helpers come first.
for (const name of await findPgtapFiles()) {
  test(name, async () => {
    const { passed, failures } = await database.run(name);
    expect(failures.join("\n")).toBe("");
    expect(passed).toBeGreaterThan(0);
  });
}
