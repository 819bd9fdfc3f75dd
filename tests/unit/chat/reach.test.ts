/**
 * Neither chat route can reach the web: their modules have no way out but the model, the embeddings and the database,
 * and those connect only to the operator's addresses. The service's tests watch the actual connections during an
 * answer.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const FUNCTIONS = path.resolve(import.meta.dirname, "../../../supabase/functions");
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)(["'`])([^"'`]+)\1/gm;
const COMPUTED_IMPORT = /\bimport\s*\((?!\s*["'])/;
/** Ways out of a process that need no package. */
const WAY_OUT =
  /\bfetch\s*\(|\bWebSocket\b|\bEventSource\b|\bXMLHttpRequest\b|\bDeno\b|\bWorker\s*\(|\beval\s*\(|\bnew Function\b/;
/** Modules that connect only to the operator's address. */
const ADAPTERS = [
  "_integrations/embeddings/openai-compatible.ts",
  "_integrations/models/openai-chat.ts",
];
const NO_WAY_OUT = /^(?:@hono\/hono|hono|hono\/cors|zod|deno-std\/[\w/]+\.js)$/;

interface Reached {
  files: Map<string, string>;
  packages: Map<string, string[]>;
  opaque: string[];
}

/** Every file that a route loads, at once or later, and every package that they name. */
function reachOf(entry: string): Reached {
  const reach: Reached = { files: new Map(), packages: new Map(), opaque: [] };
  const visit = (file: string) => {
    const name = path.relative(FUNCTIONS, file);
    if (reach.files.has(name)) return;
    const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    reach.files.set(name, text);
    const specifiers = [...text.matchAll(IMPORT)].map(([, , specifier = ""]) => specifier);
    if (COMPUTED_IMPORT.test(text)) reach.opaque.push(name);
    for (const specifier of specifiers) {
      if (specifier.startsWith(".")) visit(path.resolve(path.dirname(file), specifier));
      else reach.packages.set(specifier, [...(reach.packages.get(specifier) ?? []), name]);
    }
  };
  visit(path.join(FUNCTIONS, entry));
  return reach;
}

/** The modules that contain it, without false matches. */
function modulesWith(files: Map<string, string>, pattern: RegExp, exempt = /(?!)/g): string[] {
  return [...files]
    .flatMap(([name, text]) => (pattern.test(text.replace(exempt, "")) ? [name] : []))
    .sort();
}

describe.each(["chat/index.ts", "chat-stream/index.ts"])("%s", (entry) => {
  const { files, packages, opaque } = reachOf(entry);

  test("loads its modules under names that are written in its code, none under a computed name", () => {
    expect([...files.keys()]).toContain("_integrations/models/openai-chat.ts");
    expect(files.size).toBeGreaterThan(25);
    expect(opaque).toEqual([]);
  });

  test("calls only the model, the embeddings and the database", () => {
    const ways = modulesWith(files, WAY_OUT, /async fetch\(|\.fetch\(request\)|fetch: async/g);
    expect(ways).toEqual(["_integrations/request.ts"]);
    // The library is loaded only for its error types, and nothing calls it.
    expect(modulesWith(files, /\baskVendor\b/)).toEqual(["_integrations/request.ts"]);
    expect(modulesWith(files, /\bnew OpenAI\(/)).toEqual(ADAPTERS);
    for (const name of ADAPTERS) {
      const construction = /new OpenAI\(\{[^}]*\}/.exec(files.get(name) ?? "")?.[0];
      expect([name, construction]).toEqual([
        name,
        expect.stringMatching(/\bbaseURL: (options\.)?baseUrl,/),
      ]);
      expect([name, construction]).toEqual([name, expect.stringContaining('redirect: "manual"')]);
    }
  });

  test("imports no package that connects to other hosts", () => {
    const talkative = [...packages].filter(([name]) => !NO_WAY_OUT.test(name));
    expect(Object.fromEntries(talkative)).toEqual({
      openai: expect.toSatisfy(
        (files: string[]) =>
          String(files.toSorted()) ===
          String([...ADAPTERS, "_integrations/models/openai-failure.ts"]),
      ),
      "@supabase/server/core": ["_http/auth.ts"],
      "@supabase/supabase-js": expect.arrayContaining(["_http/auth.ts"]),
      "@supabase/server": expect.arrayContaining(["_env.ts"]),
    });
  });

  test("imports neither research, nor workers, nor executors of cards", () => {
    const forbiddenFiles = [...files.keys()].filter((name) =>
      /^_jobs\/|^_integrations\/(tasks|calendar)\/|research|-act\//.test(name),
    );
    expect(forbiddenFiles).toEqual([]);
    for (const [name, text] of files)
      expect([name, /web_search|\.responses\./.test(text)]).toEqual([name, false]);
  });
});

test("the check itself finds an outgoing connection", () => {
  const { files } = reachOf("calendar-act/index.ts");
  expect([...files.keys()].some((name) => name.startsWith("_jobs/"))).toBe(true);
  expect([...files.keys()].some((name) => name.startsWith("_integrations/calendar/"))).toBe(true);
});
