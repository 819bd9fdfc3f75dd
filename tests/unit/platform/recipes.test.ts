/** The recipes of .github/CONTRIBUTING.md: adding a kind touches few files, and lists of kinds agree. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  documentKinds,
  documentKindWords,
} from "../../../supabase/functions/_domain/words/documents.ts";

const sources = [
  ...globSync("supabase/{schemas,migrations}/**/*.sql"),
  ...globSync("{supabase/functions,web/src,scripts}/**/*.{ts,tsx}"),
]
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.includes("/_schema/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  // Migrations of the schema are generated; the row of the catalog is not.
  .filter(
    ({ file, text }) =>
      !file.includes("/migrations/") || text.includes("insert into public.approval_kinds"),
  );

const filesWith = (word: string) =>
  sources
    .filter(({ text }) => new RegExp(`\\b${word}\\b`).test(text))
    .map(({ file }) => file)
    .sort();

test("a kind of approval without an effect, a sentence or a view of its own touches four files", () => {
  const own = [
    "supabase/functions/_chat/proposing-tools.ts",
    "supabase/functions/_domain/demo/inbox.ts",
    "supabase/schemas/approvals/approval_title.sql",
    "web/src/features/inbox/card-view.tsx",
  ];
  for (const kind of ["scope_summary", "email_draft", "scope_flag", "sow_estimate"]) {
    const files = filesWith(kind).filter((file) => !own.includes(file) && !/\bdrafts\b/.test(file));
    expect(files).toEqual([
      "supabase/functions/_domain/approvals/kinds.ts",
      "supabase/functions/_domain/words/approvals.ts",
      expect.stringMatching(/^supabase\/migrations\//),
      "supabase/schemas/approvals/kinds.sql",
    ]);
  }
});

test("the restricted kinds of documents are the same in SQL and in words", () => {
  const sql = readFileSync("supabase/schemas/documents/is_restricted_kind.sql", "utf8");
  const kinds = /select kind in \(([^)]*)\)/.exec(sql)?.[1] ?? "";
  expect([...kinds.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)).toEqual(
    documentKinds.filter((kind) => documentKindWords[kind].isRestricted),
  );
});
