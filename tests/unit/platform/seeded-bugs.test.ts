import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { applyChange, seededBugs } from "../../seeded-bugs/bugs.ts";
import { revertedDefenses } from "../../seeded-bugs/reverted-defenses.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const textOf = (name: string) => readFileSync(path.join(PROJECT, name), "utf8");
const bugs = [...seededBugs, ...revertedDefenses].map((bug) => [bug.name, bug] as const);

test.each(bugs)(
  "the change of “%s” fits its file, or is SQL that replaces a rule",
  (_name, bug) => {
    if ("sql" in bug.change) {
      expect(bug.change.sql).toMatch(/alter policy|create or replace function|pg_get_functiondef/);
      return;
    }
    const text = textOf(bug.change.file);
    expect(applyChange(bug.name, bug.change, text)).not.toBe(text);
  },
);

test.each(seededBugs.map((bug) => [bug.name, bug] as const))(
  "the test of “%s” is randomized",
  (_name, bug) => {
    expect(textOf(bug.test)).toMatch(/support\/depth\.ts|prove-pgtap\.ts/);
  },
);

test.each(bugs)(
  "the test of “%s” exists by name",
  (_name, { test: file, testName, after = testName }) => {
    for (const name of [testName, after]) {
      const own = name.split(/ > |: /).at(-1) ?? "";
      const isPgtap = globSync(`supabase/tests/**/${own}*`, { cwd: PROJECT }).length > 0;
      expect(isPgtap || textOf(file).includes(own), own).toBe(true);
    }
  },
);
