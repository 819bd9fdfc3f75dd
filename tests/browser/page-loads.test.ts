/** The heaviest pages within their budgets; page-loads*.nightly.test.ts visit all pages at both widths. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { testHeaviestLoads } from "./load-budgets.ts";

const ASSETS = path.join(import.meta.dirname, "../../web/dist/assets");

testHeaviestLoads();

it("the console contains no source map", async () => {
  const files = await readdir(ASSETS);
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
});
