/** The heaviest pages at both widths, within their budgets; page-loads*.nightly.test.ts visit all pages. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { as, visit, widths } from "./console.ts";
import { testHeaviestLoads } from "./load-budgets.ts";

const ASSETS = path.join(import.meta.dirname, "../../web/dist/assets");

for (const width of widths) testHeaviestLoads(width);

it("no source map and no other origin is part of the console", async () => {
  const files = await readdir(ASSETS);
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  await as("lead", {}, async (page) => {
    const origins = new Set<string>();
    page.on("request", (request) => origins.add(new URL(request.url()).origin));
    await visit(page, "/", "My work");
    expect([...origins].filter((origin) => origin !== new URL(page.url()).origin)).toEqual([]);
  });
});
