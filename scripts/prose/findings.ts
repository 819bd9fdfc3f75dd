/** Finds the sentences and names in the repository that break the rules of plain language. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../db/tool.ts";
import { isParticiple, MAY_MATCH, matchesInText } from "./patterns.ts";
import { type TextKind, textsOfMarkdown, textsOfSql, textsOfTypeScript } from "./texts.ts";

export interface Finding {
  file: string;
  line: number;
  kind: TextKind | "name";
  rule: string;
  sentence: string;
}

// Exempt are migrations, which are generated; seeds, which quote invented people; generated types, which copy the
// schema's comments; and word lists, which contain every word.
const CHECKED =
  /^(?:(?:web\/src|supabase\/(?:functions|schemas|tests)|scripts|tests|bench)\/.*\.(?:tsx?|sql)|.*\.md)$/;
const UNCHECKED =
  /^(?:scripts\/prose\/|tests\/unit\/platform\/prose\.test\.ts|supabase\/seeds\/|supabase\/schemas\/drafts\/(?:english_words_|german_words|given_names|names_like_compounds|person_nouns|rare_surnames|surnames_that_are_words)|supabase\/functions\/_schema\/database\.types\.ts)/;

export function checkedFiles(): string[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return files.split("\n").filter((file) => CHECKED.test(file) && !UNCHECKED.test(file));
}

export function findingsInFile(file: string): Finding[] {
  let source: string;
  try {
    source = readFileSync(path.join(ROOT, file), "utf8");
  } catch {
    return []; // Deleted, and not yet committed.
  }
  return findingsInSource(file, source);
}

export function findingsInSource(file: string, source: string): Finding[] {
  if (!MAY_MATCH.test(source)) return [];
  const { texts, names } = textsOf(file, source);
  const findings: (Finding & { offset: number })[] = [];
  const add = (kind: Finding["kind"], rule: string, sentence: string, offset: number) =>
    findings.push({
      file,
      line: source.slice(0, offset).split("\n").length,
      kind,
      rule,
      sentence: sentence.replaceAll(/\s+/g, " "),
      offset,
    });
  for (const { kind, text, offset } of texts) {
    for (const match of matchesInText(text, kind === "test name")) {
      add(kind, match.rule, match.sentence, offset + match.offset);
    }
  }
  for (const { name, kind, offset } of names) {
    if (isParticiple(name, kind)) add("name", "uses a participle as a name", name, offset);
  }
  return findings
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset: _offset, ...finding }) => finding);
}

function textsOf(file: string, source: string) {
  if (file.endsWith(".sql")) return textsOfSql(file, source);
  return file.endsWith(".md") ? textsOfMarkdown(source) : textsOfTypeScript(file, source);
}
