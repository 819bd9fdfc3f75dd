import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { changed, seededBugs } from "../../seeded-bugs/bugs.ts";
import { revertedDefenses } from "../../seeded-bugs/reverted-defenses.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const textOf = (name: string) => readFileSync(path.join(PROJECT, name), "utf8");

test.each(seededBugs.map((bug) => [bug.name, bug] as const))("%s applies", (_name, bug) => {
  expect(textOf(bug.test)).toMatch(/support\/depth\.ts|prove-pgtap\.ts/);
  if ("sql" in bug.change) expect(bug.change.sql).toContain("policy");
  else {
    const text = textOf(bug.change.file);
    expect(changed(bug.name, bug.change, text)).not.toBe(text);
  }
});

test.each(revertedDefenses.map((bug) => [bug.name, bug] as const))("%s applies", (_name, bug) => {
  expect(textOf(bug.test)).toContain("test");
  if ("sql" in bug.change)
    return expect(bug.change.sql).toMatch(/create or replace function|pg_get_functiondef/);
  const text = textOf(bug.change.file);
  expect(changed(bug.name, bug.change, text)).not.toBe(text);
});

test.each([...seededBugs, ...revertedDefenses].map((bug) => [bug.name, bug] as const))(
  "the test of “%s” exists by name",
  (_name, { test: file, only, after = only }) => {
    for (const name of [only, after]) {
      const own = name.split(/ > |: /).at(-1) ?? "";
      const isPgtap = globSync(`supabase/tests/**/${own}*`, { cwd: PROJECT }).length > 0;
      expect(isPgtap || textOf(file).includes(own), own).toBe(true);
    }
  },
);
