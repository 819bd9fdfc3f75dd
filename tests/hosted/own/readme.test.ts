/** The README's steps to a hosted project are few and do not contradict each other. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const README = path.resolve(import.meta.dirname, "../../../README.md");
const SCREEN_LINES = 45;

const text = await readFile(README, "utf8");
const section = /^## Deploy to Supabase\n(?<body>[\s\S]*?)^## /m.exec(text)?.groups?.["body"] ?? "";
const commands = [...section.matchAll(/^npm run (?<command>[\w:-]+(?: -- [^#\n]*)?)/gm)].map(
  ({ groups }) => groups?.["command"]?.trim(),
);

test("the steps fit one screen", () => {
  expect(section.split("\n").length).toBeLessThanOrEqual(SCREEN_LINES);
});

test("the steps deploy, then create the first sign-in, then build the console", () => {
  expect(commands).toEqual([
    "deploy -- --project-ref <ref> --dry-run",
    "deploy -- --project-ref <ref>",
    expect.stringMatching(/^first-admin -- --database "\$SUPABASE_DB_URL" /),
    "build",
  ]);
});

test("the steps name the variables that each command needs", async () => {
  const smoke = await readFile(path.resolve(README, "../scripts/smoke.ts"), "utf8");
  const variables =
    /Set (SUPABASE_\w+), (SUPABASE_\w+) and (SUPABASE_\w+)\b/.exec(smoke)?.slice(1) ?? [];
  expect(variables).toHaveLength(3);
  for (const name of variables) expect(section).toContain(name);
});

test("the steps leave the first sign-in to first-admin, which refuses if there is one", async () => {
  const operations = await readFile(path.resolve(README, "../docs/OPERATIONS.md"), "utf8");
  for (const page of [section, operations]) {
    expect(page).not.toMatch(/(?<!don't )\bcreate (the|a) (first )?(user|person|sign-in)\b/i);
  }
  expect(section).not.toMatch(/Authentication → Users|\b(add|invite) (yourself|the|a|your)\b/i);
  expect(operations).toContain("Don't create the sign-in before");
});
