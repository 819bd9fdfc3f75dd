/** docs/CONFIGURATION.md names every variable that the code reads, once, and no other. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isPassedOn } from "../../../scripts/stack/functions/function-secrets.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const text = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

const CODE = "{scripts,supabase/functions,web,bench,tests}/**/*.{ts,tsx,mjs}";
const files = [...globSync(CODE, { cwd: ROOT }), "vitest.config.ts"].filter(
  (file) => file !== "tests/unit/platform/configuration.test.ts",
);

// Assignments and deletions are not reads.
const READ =
  /(?<!delete |\.)\b(?:process\.env|source|env)(?:\.(?<dotted>[A-Z][A-Z0-9_]+\b)|\["(?<quoted>[A-Z][A-Z0-9_]+)"\])(?!\s*=[^=])/g;
const DESTRUCTURED = /\{(?<names>[^{}]*)\} = (?:process\.env|source|env);/g;

function readBy(file: string): string[] {
  const code = text(file);
  const names = [...code.matchAll(READ)].map(
    ({ groups }) => groups?.["dotted"] ?? groups?.["quoted"],
  );
  const destructuredNames = [...code.matchAll(DESTRUCTURED)].flatMap(({ groups }) =>
    [...(groups?.["names"] ?? "").matchAll(/[A-Z][A-Z0-9_]+/g)].map(([name]) => name),
  );
  return [...names, ...destructuredNames].filter((name) => name !== undefined);
}

/** The functions have their variables in one schema, by name. */
function readByFunctions(): string[] {
  const schema = /const Variables = z\.object\(\{(?<fields>[\s\S]*?)^\}\)/m.exec(
    text("supabase/functions/_env.ts"),
  );
  const fields = schema?.groups?.["fields"] ?? "";
  return [...fields.matchAll(/^ {2}(?<name>[A-Z][A-Z0-9_]+):/gm)].map(
    ({ groups }) => groups?.["name"] ?? "",
  );
}

const documentedNames = text("docs/CONFIGURATION.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(?<name>[A-Z][A-Z0-9_]+)`/g)])
  .map(({ groups }) => groups?.["name"] ?? "");

test("every variable that the code reads is documented, and no other", () => {
  const namesInCode = new Set([...files.flatMap(readBy), ...readByFunctions()]);
  expect([...documentedNames].sort()).toEqual([...namesInCode].sort());
});

test("npm start passes every variable on to the functions, except those that it sets itself", () => {
  const names = readByFunctions();
  const own = names.filter((name) => /^(PUBLIC_)?SUPABASE_/.test(name));
  expect(names.filter((name) => !isPassedOn(name))).toEqual(own);
});

test("every setting of the service in a session or transaction is documented", () => {
  const schemas = globSync("supabase/{schemas/**/*,seed}.sql", { cwd: ROOT });
  const settings = schemas.flatMap((file) =>
    [...text(file).matchAll(/'(countersign\.\w+)'/g)].map(([, name]) => name ?? ""),
  );
  expect(settings).not.toEqual([]);
  for (const name of settings) expect(text("docs/CONFIGURATION.md")).toContain(`| \`${name}\``);
});
