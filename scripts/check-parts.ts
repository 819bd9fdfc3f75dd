import { runTool } from "./db/tool.ts";

export interface Part {
  name: string;
  tool: string;
  args: string[];
  /** The next step after a failure. */
  fix: string;
}

/**
 * Every checker of the compiler resolves the library types again, so one checker needs half the CPU seconds of the
 * usual four.
 */
const types = (project: string) => ({
  tool: "tsc",
  args: ["--project", project, "--checkers", "1"],
});

const script = (file: string, ...args: string[]) => ({
  tool: "node",
  args: [`scripts/${file}`, ...args],
});

/** Deno may use only the installed packages for the functions. */
export const denoProject = [
  "--node-modules-dir=manual",
  "--no-remote",
  "--config=supabase/functions/deno.json",
];

export type CheckGroup = "schema" | "database" | "types" | "web" | "functions" | "style";

/** The checks that need no running service, in groups of about equal length. */
export const checks: Record<CheckGroup, Part[]> = {
  schema: [
    {
      name: "schema: migrations equal schemas, rows only in data migrations",
      ...script("db/check-schema.ts"),
      fix: "npm run db:diff -- <name>",
    },
    {
      name: "schema: released migrations never change",
      ...script("db/released.ts", "--check"),
      fix: "git restore the released migration, and correct it in a new one",
    },
    {
      name: "schema: safe migrations",
      tool: "squawk",
      args: ["supabase/migrations/*.sql"],
      fix: "correct the migration, or say in .squawk.toml why the rule does not apply",
    },
  ],
  database: [
    {
      name: "schema: advisors",
      ...script("db/advisors.ts"),
      fix: "correct the schema file, then npm run db:diff -- <name>",
    },
    {
      name: "schema: generated types",
      ...script("db/gen-types.ts", "--check"),
      fix: "npm run db:types",
    },
  ],
  types: [
    {
      name: "node: types",
      ...types("tsconfig.json"),
      fix: "correct the types",
    },
  ],
  web: [
    {
      name: "web: types",
      ...types("web/tsconfig.json"),
      fix: "correct the types",
    },
    {
      name: "tests of the console: types",
      ...types("tests/component/tsconfig.json"),
      fix: "correct the types",
    },
  ],
  functions: [
    {
      name: "functions: types",
      ...script("db/check-deno-types.ts"),
      fix: "correct the types",
    },
    {
      name: "functions: Deno resolves every import",
      tool: "deno",
      args: ["cache", "--quiet", ...denoProject, "supabase/functions/"],
      fix: "correct the import, or add its package to supabase/functions/deno.json",
    },
    {
      name: "functions: configured, pinned, layered, README current",
      ...script("db/check-functions.ts"),
      fix: "correct what the message names",
    },
  ],
  style: [
    { name: "style", tool: "biome", args: ["ci", "--colors=off"], fix: "npx biome check --write" },
    {
      name: "prose: plain language",
      ...script("prose/check.ts"),
      fix: "rewrite the sentence by the rule of .github/CONTRIBUTING.md, or add it to scripts/prose/exceptions.ts",
    },
    {
      name: "lock: packages of every system",
      ...script("db/lock-platforms.ts", "--check"),
      fix: "npm run lock:platforms",
    },
  ],
};

/** The findings of the part, or undefined when it passes. */
export async function findingsOf(part: Part): Promise<string | undefined> {
  const { code, stdout, stderr } = await runTool(part.tool, part.args, { env: { NO_COLOR: "1" } });
  if (code === 0) return undefined;
  return `${`${stdout}\n${stderr}`.trim().slice(0, 8000)}\nTo fix it: ${part.fix}`;
}
