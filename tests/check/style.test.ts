import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { checks } from "../../scripts/check-parts.ts";
import { prove } from "./prove.ts";

prove("style");

test("every group of checks has a file here", async () => {
  const files = await readdir(import.meta.dirname);
  expect(files.filter((name) => /^[a-z]+\.test\.ts$/.test(name)).sort()).toEqual(
    Object.keys(checks)
      .map((group) => `${group}.test.ts`)
      .sort(),
  );
});
