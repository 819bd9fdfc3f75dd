import { afterAll, expect, test } from "vitest";
import { findPgtapFiles, openPgtapDatabase } from "../../scripts/db/pgtap.ts";
import { databaseSeed } from "../support/depth.ts";

/** Domains in parts of similar cost. Domains in none of them form the part `rest`. */
const parts = {
  approvals: ["approvals", "calendar", "integrations", "jobs"],
  knowledge: ["chat", "documents", "knowledge"],
  portfolio: ["portfolio"],
};
export type Part = keyof typeof parts | "rest";

const HELPERS = "_helpers";

/** A test per file of this part, in the order that `supabase test db` uses: the helpers come first. */
export async function provePgtap(part: Part): Promise<void> {
  const database = openPgtapDatabase(databaseSeed());
  afterAll(() => database.close());

  for (const name of await findPgtapFiles()) {
    const domain = name.split("/", 1)[0] as string;
    if (domain !== HELPERS && partOf(domain) !== part) continue;
    test(name, async () => {
      const { passed, failures } = await database.run(name);
      expect(failures.join("\n")).toBe("");
      expect(passed).toBeGreaterThan(0);
    });
  }
}

function partOf(domain: string): Part {
  for (const [part, domains] of Object.entries(parts)) {
    if (domains.includes(domain)) return part as Part;
  }
  return "rest";
}
