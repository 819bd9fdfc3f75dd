/** The SQL of a function is in a file of its name, beside its private helpers. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const SCHEMAS = path.resolve(import.meta.dirname, "../../../supabase/schemas");

test("each public function has a file of its name", () => {
  const misplacedFunctions = globSync("**/*.sql", { cwd: SCHEMAS }).flatMap((file) => {
    const text = readFileSync(path.join(SCHEMAS, file), "utf8");
    return [...text.matchAll(/^create (?:or replace )?function public\.(\w+)/gm)]
      .map(([, name]) => name)
      .filter((name) => path.basename(file) !== `${name}.sql`)
      .map((name) => `${file}: ${name}`);
  });
  expect(misplacedFunctions).toEqual([]);
});
