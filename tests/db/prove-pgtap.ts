import { afterAll, beforeAll, expect, test } from "vitest";
import { findPgtapFiles, openPgtapDatabase } from "../../scripts/db/pgtap.ts";
import { databaseSeed } from "../support/depth.ts";

/** Domains in parts of similar cost. Domains in none of them form the part `rest`. */
const parts = {
  knowledge: ["chat", "documents", "knowledge"],
  portfolio: ["calendar", "integrations", "jobs", "portfolio"],
  approvals: ["approvals", "estimates"],
  drafts: ["drafts"],
};
export type Part = keyof typeof parts | "rest";

const HELPERS = "_helpers";

/**
 * A test per file of this part, in the order that `supabase test db` uses: the helpers come first. Their own
 * assertions run in the part `rest` alone.
 */
export async function provePgtap(part: Part): Promise<void> {
  const database = openPgtapDatabase(databaseSeed());
  afterAll(() => database.close());

  const files = await findPgtapFiles();
  const helpers = files.filter((name) => domainOf(name) === HELPERS);
  const ownFiles = files.filter(
    (name) => domainOf(name) !== HELPERS && partOf(domainOf(name)) === part,
  );
  if (part !== "rest") {
    beforeAll(async () => {
      for (const name of helpers) await database.prepare(name);
    });
  }
  for (const name of part === "rest" ? [...helpers, ...ownFiles] : ownFiles) {
    test(name, async () => {
      const { passed, failures } = await database.run(name);
      expect(failures.join("\n")).toBe("");
      expect(passed).toBeGreaterThan(0);
    });
  }
}

const domainOf = (name: string) => name.split("/", 1)[0] as string;

function partOf(domain: string): Part {
  for (const [part, domains] of Object.entries(parts)) {
    if (domains.includes(domain)) return part as Part;
  }
  return "rest";
}
