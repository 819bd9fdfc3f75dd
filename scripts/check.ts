/**
 * npm run check
 *
 * Everything that can be known without running the service: types, style, the schema's proofs,
 * generated files. Parts run side by side; a failing one prints what it found and what mends it.
 */
import os from "node:os";
import { runTool } from "./db/tool.ts";

interface Part {
  name: string;
  tool: string;
  args: string[];
  /** What to do when it fails. */
  mend: string;
}

const script = (file: string, ...args: string[]) => ({
  tool: "node",
  args: [`scripts/${file}`, ...args],
});

// The slow ones first, so that none is left alone at the end.
const PARTS: Part[] = [
  {
    name: "functions: types",
    tool: "deno",
    args: [
      "check",
      "--quiet",
      "--cached-only",
      "--config=supabase/functions/deno.json",
      "supabase/functions/",
      "scripts/stack/functions-host.ts",
    ],
    mend: "correct the types",
  },
  {
    name: "schema: migrations equal schemas, rows only in data migrations",
    ...script("db/check-schema.ts"),
    mend: "npm run db:diff -- <name>",
  },
  {
    name: "schema: advisors",
    ...script("db/advisors.ts"),
    mend: "correct the schema file, then npm run db:diff -- <name>",
  },
  {
    name: "schema: generated types",
    ...script("db/gen-types.ts", "--check"),
    mend: "npm run db:types",
  },
  {
    name: "node: types",
    tool: "tsc",
    args: ["--project", "tsconfig.json"],
    mend: "correct the types",
  },
  {
    name: "web: types",
    tool: "tsc",
    args: ["--project", "web/tsconfig.json"],
    mend: "correct the types",
  },
  {
    name: "browser tests: types",
    tool: "tsc",
    args: ["--project", "tests/browser/tsconfig.json"],
    mend: "correct the types",
  },
  { name: "style", tool: "biome", args: ["ci", "--colors=off"], mend: "npx biome check --write" },
  {
    name: "schema: safe migrations",
    tool: "squawk",
    args: ["supabase/migrations/*.sql"],
    mend: "correct the migration, or say in .squawk.toml why the rule does not fit",
  },
  {
    name: "functions: configured, pinned, layered",
    ...script("db/check-functions.ts"),
    mend: "correct supabase/config.toml, supabase/functions/deno.json or the import",
  },
  {
    name: "lock: packages of every system",
    ...script("db/lock-platforms.ts", "--check"),
    mend: "npm run lock:platforms",
  },
];

const queue = [...PARTS];
let failed = 0;

async function work(): Promise<void> {
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const start = performance.now();
    const { code, stdout, stderr } = await runTool(part.tool, part.args, {
      env: { NO_COLOR: "1" },
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${part.name} (${seconds} s)`);
    if (code === 0) continue;
    failed++;
    const said = `${stdout}\n${stderr}`.trim().slice(0, 8000);
    console.log(`${said.replaceAll(/^/gm, "  ")}\n  To mend it: ${part.mend}\n`);
  }
}

const start = performance.now();
await Promise.all(Array.from({ length: Math.max(2, os.availableParallelism()) }, work));
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(`${PARTS.length - failed} passed, ${failed} failed in ${seconds} s`);
if (failed > 0) process.exitCode = 1;
