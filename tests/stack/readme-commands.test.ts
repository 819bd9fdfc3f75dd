/** Every command of the README exists, starts, and knows the options that the README gives it. */
import { exec } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const COMMAND = /\bnpm (?:run (?<script>[\w:-]+)|(?<own>start|test))\b(?<rest>[^\n`]*)/g;

/** The options that a text gives to each npm script. */
async function commandsOf(file: string): Promise<Map<string, Set<string>>> {
  const text = (await readFile(path.join(PROJECT, file), "utf8")).replaceAll("\\\n", " ");
  const commands = new Map<string, Set<string>>();
  for (const { groups } of text.matchAll(COMMAND)) {
    const script = groups?.["script"] ?? groups?.["own"] ?? "";
    const options = commands.get(script) ?? new Set();
    const args = / -- (?<args>[^#|]*)/.exec(groups?.["rest"] ?? "")?.groups?.["args"] ?? "";
    for (const [option] of args.matchAll(/--[a-z][a-z-]*/g)) options.add(option);
    commands.set(script, options);
  }
  return commands;
}

const readme = await commandsOf("README.md");
const { scripts } = JSON.parse(await readFile(path.join(PROJECT, "package.json"), "utf8"));

test("the commands are read from the README", () => {
  expect([...readme.keys()].sort()).toEqual(
    expect.arrayContaining(["build", "check", "deploy", "first-admin", "smoke", "start", "test"]),
  );
  expect(readme.get("deploy")).toContain("--project-ref");
  expect(readme.get("first-admin")).toContain("--organization");
});

test.each([...readme])(
  "npm run %s --help succeeds and knows its options",
  async (script, options) => {
    expect(scripts).toHaveProperty([script]);
    // Without npm, whose own start takes longer than most commands.
    const { stdout } = await promisify(exec)(`${scripts[script]} --help`, {
      cwd: PROJECT,
      env: {
        ...process.env,
        PATH: `${path.join(PROJECT, "node_modules/.bin")}${path.delimiter}${process.env.PATH}`,
      },
    });
    for (const option of options) expect(stdout).toContain(option);
    expect(stdout.trim()).not.toBe("");
  },
);

test("every command of the README installs the packages first", () => {
  for (const script of readme.keys()) expect(scripts[script]).toMatch(/^node scripts\/run\.mjs \S/);
});

test("CI runs every command of the README as the first one of a new checkout", async () => {
  const { jobs } = parse(await readFile(path.join(PROJECT, ".github/workflows/ci.yml"), "utf8"));
  const { strategy, steps } = jobs["first-command"];
  const commands: string[] = strategy.matrix.command;
  expect(commands.map((command) => command.split(" ")[0]).sort()).toEqual(
    [...readme.keys()].sort(),
  );
  const runs = steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(runs).toEqual([expect.stringMatching(/^npm run \$\{\{ matrix\.command \}\}$/)]);
});

test.each([
  ".github/CONTRIBUTING.md",
  "docs/CONFIGURATION.md",
  "docs/DECISIONS.md",
  "docs/FEATURES.md",
  "docs/OPERATIONS.md",
  "supabase/schemas/README.md",
  "supabase/functions/README.md",
])("every command of %s exists", async (file) => {
  for (const script of (await commandsOf(file)).keys()) expect(scripts).toHaveProperty([script]);
});
