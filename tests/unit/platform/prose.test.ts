import { describe, expect, test } from "vitest";
import { findingsInSource } from "../../../scripts/prose/findings.ts";
import { isParticiple, matchesInText } from "../../../scripts/prose/patterns.ts";

const rulesIn = (file: string, source: string) =>
  findingsInSource(file, source).map(({ line, kind, sentence }) => ({ line, kind, sentence }));

describe("a sentence", () => {
  test.each([
    "Of the question no more than its author.",
    "What was written stays.",
    "Whoever may decide, decides.",
    "Nobody has set a budget yet.",
    "“What was agreed” is on the page.",
    "It failed. What was written stays.",
    "212.5 stands beside the total.",
    "The list holds ten rows.",
    "It tells how the project is doing.",
    "The number is nowhere in the sources.",
    "So far nobody has told.",
    "It is shown to whoever asks.",
    "The card rests on two sources.",
    "It is read anew.",
    "The job is tried once more.",
    "It would wait for ever.",
    "The colour of a neighbouring cell.",
    "The behaviour is recognised.",
    "The range covers 80 % of similar work.",
    "The model is told of the task.",
    "The version in force is the last one.",
    "A day that is none is refused.",
  ])("is found: %s", (text) => {
    expect(matchesInText(text).length).toBeGreaterThan(0);
  });

  test.each([
    "Offer the question to its author.",
    "What should change?",
    "Whatever happens, the text stays.",
    "Who may decide?",
    "The owner sees what was written.",
    "ARR stands for annual recurring revenue.",
    "This attempt no longer holds the lease.",
    "It holds an advisory lock.",
    "The key tells two cards apart.",
    "See config.toml: of those, two matter.",
    "Tell the owner.",
    "It tests the rest on that version.",
    "It reads the rest once and more follows.",
    "The color of a recognized neighbor, otherwise advised.",
    "The range covers 80% of similar work.",
    "Two entries are told apart by their order.",
    "None is left.",
  ])("passes: %s", (text) => {
    expect(matchesInText(text)).toEqual([]);
  });

  test("has its offset in the text", () => {
    const text = "It failed. Nobody was asked.";
    expect(matchesInText(text)).toMatchObject([
      { sentence: "Nobody was asked.", offset: text.indexOf("Nobody") },
    ]);
  });
});

describe("a name", () => {
  test.each(["said", "told", "kept", "given", "v_given", "KEPT", "found", "v_made", "asked"])(
    "of a variable is reported: %s",
    (name) => {
      expect(isParticiple(name, "variable")).toBe(true);
    },
  );
  test.each(["keptNames", "givenAt", "toldOnce", "foundRows"])(
    "passes, because it is more than a participle: %s",
    (name) => {
      expect(isParticiple(name, "variable")).toBe(false);
    },
  );
  test.each(["KeptMessage", "whatIsTold", "keep_kept_rows"])(
    "of a type or function is reported: %s",
    (name) => {
      expect(isParticiple(name, "function or type")).toBe(true);
    },
  );
  test.each(["forgiven", "TolderThing", "keepRows", "FoundRow", "found_rows"])(
    "of a type or function passes: %s",
    (name) => {
      expect(isParticiple(name, "function or type")).toBe(false);
    },
  );
});

describe("a TypeScript file", () => {
  test("is read for JSX text and attributes", () => {
    const source = `export const A = () => (\n  <p title="What is shown">\n    Nobody is invited yet.\n  </p>\n);\n`;
    expect(rulesIn("web/src/a.tsx", source)).toEqual([
      { line: 2, kind: "interface", sentence: "What is shown" },
      { line: 3, kind: "interface", sentence: "Nobody is invited yet." },
    ]);
  });

  test("passes text that goes on after an element or an expression", () => {
    expect(rulesIn("web/src/a.tsx", "export const A = () => <p><b>3</b> of them</p>;")).toEqual([]);
    expect(rulesIn("web/src/a.ts", "export const a = (n: number) => `$" + "{n} of them`;")).toEqual(
      [],
    );
  });

  test("passes words that are not prose", () => {
    expect(rulesIn("web/src/a.ts", `export const keys = ["what", "of", "holds"];`)).toEqual([]);
  });

  test("is read for comments, whose lines are one text", () => {
    const source = "// It is read twice.\n// Whoever asks\n// waits.\nexport const a = 1;\n";
    expect(rulesIn("scripts/a.ts", source)).toEqual([
      { line: 2, kind: "comment", sentence: "Whoever asks waits." },
    ]);
  });

  test("is read for the names of its tests, but not for their other strings", () => {
    const source = `test.each([["What is x", 1]])("nobody sees %s", () => expect("what is y").toBe(1));`;
    expect(rulesIn("tests/unit/a.test.ts", source)).toEqual([
      { line: 1, kind: "test name", sentence: "nobody sees %s" },
    ]);
  });

  test("is read for names that it declares, but not for those that it uses", () => {
    const source = "const said = row.told;\nfunction readGiven(kept: string) {}\nread(given);\n";
    expect(rulesIn("scripts/a.ts", source).map(({ sentence }) => sentence)).toEqual([
      "said",
      "readGiven",
      "kept",
    ]);
  });
});

test("a SQL file is read for comments, messages and local names, inside function bodies too", () => {
  const source = `-- Whoever asks waits.
create or replace function private.f() returns text language plpgsql as $$
declare
  v_given text := 'a';
begin
  raise exception using message = 'What is named is not there';
end;
$$;
`;
  expect(rulesIn("supabase/schemas/a/f.sql", source)).toEqual([
    { line: 1, kind: "comment", sentence: "Whoever asks waits." },
    { line: 4, kind: "name", sentence: "v_given" },
    { line: 6, kind: "message", sentence: "What is named is not there" },
  ]);
});

test("a pgTAP file is read for the names of its tests", () => {
  expect(rulesIn("supabase/tests/a.test.sql", "select ok(true, 'nobody sees it');")).toEqual([
    { line: 1, kind: "test name", sentence: "nobody sees it" },
  ]);
});

test("the name of a test must not continue the one above it", () => {
  const names = "select ok(true, 'a task is hidden');\nselect ok(true, 'nor is it found');";
  expect(rulesIn("supabase/tests/a.test.sql", names)).toEqual([
    { line: 2, kind: "test name", sentence: "nor is it found" },
  ]);
  expect(rulesIn("tests/unit/a.test.ts", 'test("and nothing else", () => {});')).toEqual([
    { line: 1, kind: "test name", sentence: "and nothing else" },
  ]);
  expect(rulesIn("supabase/schemas/a/f.sql", "select ' and ' || 'nor is it found';")).toEqual([]);
});

test("a document is read by headings, items, cells and paragraphs, but not in code", () => {
  const source =
    "# What works\n\n* Nobody waits\n\nIt is\nhere. Whoever\nasks.\n\n| a b | of each |\n\n```\nWhat a\n```\n";
  expect(rulesIn("docs/A.md", source).map(({ line, sentence }) => [line, sentence])).toEqual([
    [1, "What works"],
    [3, "Nobody waits"],
    [6, "Whoever asks."],
    [9, "of each"],
  ]);
});
