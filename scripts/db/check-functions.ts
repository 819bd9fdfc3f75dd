/**
 * The rules of supabase/functions that no compiler checks: every function is configured, all share one import map
 * whose versions are those of package.json, and imports point one way only.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "./tool.ts";

const FUNCTIONS = path.join(ROOT, "supabase", "functions");
const IMPORT_MAP = "./functions/deno.json";

interface Layer {
  contents: string;
  mayImport: string[];
}

/** The layers of shared code, from the lowest up. Types may be imported from anywhere. */
const LAYERS: Record<string, Layer> = {
  _domain: { contents: "contracts (zod), pure decisions", mayImport: [] },
  _schema: { contents: "the types that `npm run db:types` generates", mayImport: [] },
  "_variables.ts": { contents: "the forms of environment variables", mayImport: [] },
  "_env.ts": { contents: "configuration, parsed once by one schema", mayImport: ["_variables.ts"] },
  _files: {
    contents: "readers of documents, parsers of imports, files of drafts, the zip module",
    mayImport: ["_domain"],
  },
  _db: {
    contents: "`Db`, typed calls of SQL functions, SQLSTATEs mapped to answers",
    mayImport: ["_domain", "_env.ts"],
  },
  _http: {
    contents: "`serve`: the one way to make a route; auth, errors, request ids",
    mayImport: ["_domain", "_env.ts"],
  },
  _demo: {
    contents: "routes that `api` mounts only in demo mode, and the memory they share",
    mayImport: ["_domain", "_files", "_http"],
  },
  _integrations: {
    contents: "a port per purpose, its adapters, the meaning of a vendor's failures",
    mayImport: ["_domain", "_env.ts"],
  },
  _jobs: {
    contents: "the worker loop: leases, attempts, outcomes; how an approved card is executed",
    mayImport: ["_db", "_domain", "_files", "_integrations"],
  },
  _chat: {
    contents: "the answers of Ask: budget, context, tools, turns",
    mayImport: ["_db", "_domain", "_env.ts", "_http", "_integrations"],
  },
};
const README = path.join(FUNCTIONS, "README.md");
const TABLE = /(?<=<!-- layers: npm run check:functions -- --write -->\n)[\s\S]*?(?=<!-- end -->)/;

/** One sentence per violation. */
export async function checkFunctions(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true });
  const slugs = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map((entry) => entry.name)
    .sort();
  const problems = await Promise.all([
    checkConfiguration(slugs),
    checkVersions(),
    checkRoutes(slugs),
    checkImports(),
    checkReadme(),
  ]);
  return problems.flat();
}

async function checkConfiguration(slugs: string[]): Promise<string[]> {
  const text = await readFile(path.join(ROOT, "supabase", "config.toml"), "utf8");
  const blocks = new Map<string, string>();
  for (const block of text.split(/^(?=\[)/m)) {
    const name = /^\[functions\.([\w-]+)\]/.exec(block)?.[1];
    if (name !== undefined) blocks.set(name, block);
  }
  const problems: string[] = [];
  for (const slug of slugs) {
    const block = blocks.get(slug);
    if (block === undefined) {
      problems.push(`config.toml has no [functions.${slug}].`);
      continue;
    }
    if (!/^verify_jwt = (true|false)$/m.test(block)) {
      problems.push(`[functions.${slug}] does not set verify_jwt.`);
    }
    if (!block.includes(`import_map = "${IMPORT_MAP}"`)) {
      problems.push(`[functions.${slug}] does not use the shared import map ${IMPORT_MAP}.`);
    }
  }
  for (const name of blocks.keys()) {
    if (!slugs.includes(name)) problems.push(`[functions.${name}] has no folder.`);
  }
  return problems;
}

async function checkVersions(): Promise<string[]> {
  const map = JSON.parse(await readFile(path.join(FUNCTIONS, "deno.json"), "utf8"));
  const manifest = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  const dependencies = { ...manifest.devDependencies, ...manifest.dependencies };
  return Object.entries(map.imports as Record<string, string>).flatMap(([name, target]) => {
    const [, dependency, version] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)/.exec(target) ?? [];
    if (dependency === undefined) return [`deno.json: ${name} is not an npm package.`];
    if (dependencies[dependency] === version) return [];
    return [
      `deno.json has ${dependency} ${version}, package.json has ${dependencies[dependency] ?? "none"}.`,
    ];
  });
}

async function checkRoutes(slugs: string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const slug of slugs) {
    const file = path.join(FUNCTIONS, slug, "index.ts");
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) problems.push(`functions/${slug} has no index.ts.`);
    else if (!/^export default /m.test(text)) {
      problems.push(`functions/${slug}/index.ts has no default export.`);
    }
  }
  return problems;
}

async function checkImports(): Promise<string[]> {
  const problems: string[] = [];
  const { imports } = JSON.parse(await readFile(path.join(FUNCTIONS, "deno.json"), "utf8"));
  for (const name of await readdir(FUNCTIONS, { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const text = await readFile(path.join(FUNCTIONS, name), "utf8");
    if (/\bDeno\./.test(text)) problems.push(`functions/${name} names Deno; tests run on Node.`);
    problems.push(
      ...globalsOfNode(name, text),
      ...forbiddenImports(name, text),
      ...unknownPackages(name, text, Object.keys(imports)),
    );
  }
  return problems;
}

/**
 * The globals of Node that one file uses, although functions may not. The type checker does not find them, because
 * packages declare their types.
 */
export function globalsOfNode(name: string, text: string): string[] {
  const matches = text.matchAll(
    /(?<![\w.])(?:Buffer(?=\.)|(?:require|setImmediate)(?=\()|__(?:dir|file)name\b)/g,
  );
  return [...new Set([...matches].map(([name]) => name))].map(
    (specifier) =>
      `functions/${name} uses ${specifier}, a global of Node: import it, or use a web standard.`,
  );
}

/** The imports of one file, by its path below functions, that point the wrong way. */
export function forbiddenImports(name: string, text: string): string[] {
  const ownFolder = name.split(path.sep)[0] ?? "";
  // A route may import every layer.
  const folders = LAYERS[ownFolder]?.mayImport ?? Object.keys(LAYERS);
  const problems: string[] = [];
  // Types do not exist at run time, so any file may import them.
  const imports = text.matchAll(
    /^\s*(?:import|export)\s(?!type\b)[^;]*?\bfrom\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)/gm,
  );
  for (const [, direct, lazy] of imports) {
    const target = path.posix.join(path.posix.dirname(name), direct ?? lazy ?? "");
    const folder = target.split("/")[0] ?? "";
    // The function `api` may import routes lazily.
    const mounts = ownFolder === "api" && lazy !== undefined && target === `${folder}/index.ts`;
    if (folder !== ownFolder && !folders.includes(folder) && !mounts) {
      problems.push(`functions/${name} may not import ${target}.`);
    }
  }
  return problems;
}

/**
 * The packages that one file imports and the import map lacks. A deployed function has no node_modules to find them
 * in.
 */
export function unknownPackages(name: string, text: string, mapNames: string[]): string[] {
  const imports = text.matchAll(
    /^\s*(?:import|export)\s(?!type\b)(?:[^;"]*?\bfrom\s+)?"([^".][^"]*)"|\bimport\(\s*"([^".][^"]*)"\s*\)/gm,
  );
  return [...imports]
    .map(([, direct, lazy]) => direct ?? lazy ?? "")
    .filter((specifier) => !/^(?:node|npm):/.test(specifier))
    .filter(
      (specifier) =>
        !mapNames.some(
          (mapName) =>
            specifier === mapName || (mapName.endsWith("/") && specifier.startsWith(mapName)),
        ),
    )
    .map((specifier) => `functions/${name} imports ${specifier}, which deno.json lacks.`);
}

function layerTable(): string {
  const nameOf = (layer: string) => `\`${layer.endsWith(".ts") ? layer : `${layer}/`}\``;
  const rows = Object.entries(LAYERS).map(([name, { contents, mayImport }]) => {
    const imports = mayImport.map(nameOf).join(", ") || "nothing of ours";
    return `| ${nameOf(name)} | ${contents} | ${imports} |\n`;
  });
  return `\n| layer | contents | may import |\n|---|---|---|\n${rows.join("")}\n`;
}

async function checkReadme(): Promise<string[]> {
  const table = TABLE.exec(await readFile(README, "utf8"))?.[0];
  if (table === layerTable()) return [];
  return [
    "The table of layers in functions/README.md is stale: npm run check:functions -- --write",
  ];
}

async function writeReadme(): Promise<void> {
  const text = await readFile(README, "utf8");
  await writeFile(README, text.replace(TABLE, layerTable));
}

if (import.meta.main) {
  if (process.argv.includes("--write")) await writeReadme();
  const problems = await checkFunctions();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log("Functions are configured, pinned and layered.");
}
