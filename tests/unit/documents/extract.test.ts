import { describe, expect, test } from "vitest";
import {
  type ExtractStep,
  extractStep,
  type Stops,
  UnreadableFile,
} from "../../../supabase/functions/_files/documents/extract.ts";
import { textRows, workbook } from "../portfolio/workbooks.ts";
import { busyFiles } from "./files/busy-files.ts";
import { communicationFiles } from "./files/communication-files.ts";
import { fails, file, type HostileFile } from "./files/expected.ts";
import { docx, paragraph } from "./files/make-office.ts";
import { officeFiles } from "./files/office-files.ts";
import { pdfFiles } from "./files/pdf-files.ts";
import { textFiles } from "./files/text-files.ts";

const LONG = 60_000;
/** Only the time limit of a page ends the extraction, and soon. */
const SHORT_PAGE: Stops = { stepMs: Number.MAX_SAFE_INTEGER, pageMs: 200 };

/** All steps of a file. */
async function extract(
  { make, fileName, contentType, kind = "other" }: HostileFile,
  budgetMs = Number.MAX_SAFE_INTEGER,
) {
  const stops = fileName === "endless.pdf" ? [SHORT_PAGE] : [];
  const bytes = new Uint8Array(await make());
  const before = bytes.slice();
  const steps: ExtractStep[] = [];
  let cursor: ExtractStep["cursor"] = null;
  do {
    const input = { bytes, fileName, contentType, kind, title: "Title" };
    const step = await extractStep(input, cursor, budgetMs, ...stops);
    steps.push(step);
    // A job stores the cursor as JSON.
    cursor = JSON.parse(JSON.stringify(step.cursor));
  } while (cursor !== null);
  // Vitest's own comparison takes seconds for millions of bytes.
  expect(Buffer.compare(bytes, before)).toBe(0);
  return {
    passages: steps.flatMap(({ passages }) => passages),
    last: steps.at(-1) as ExtractStep,
    steps,
  };
}

const failure = (file: HostileFile) =>
  extract(file).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Files that take several steps, with pages, slides, rows and paragraphs. */
const long = [
  ...pdfFiles.filter(({ fileName }) => fileName === "long.pdf"),
  ...officeFiles.filter(({ fileName }) => fileName === "deck.pptx"),
  file(
    "rows",
    "rows.xlsx",
    () => workbook({ rows: textRows(...numberedRows(2500)) }),
    fails("empty"),
  ),
  file(
    "paragraphs",
    "long.docx",
    () => docx(numberedRows(4000).map(sentence).join("")),
    fails("empty"),
  ),
];

test.each(long.map((file) => [file.fileName, file] as const))(
  "%s gives the same result in one step and in as many as possible",
  async (_name, file) => {
    const [whole, cut] = [await extract(file), await extract(file, 0)];
    expect(whole.steps).toHaveLength(1);
    expect(cut.steps.length).toBeGreaterThan(1);
    expect(cut.passages).toEqual(whole.passages);
    expect(cut.last.facts).toEqual(whole.last.facts);
    expect(cut.last.flags).toEqual(whole.last.flags);
    const progress = cut.steps.map((step) => step.done);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  },
  LONG,
);

test("column and element names pass between steps in a form that the database can store", async () => {
  const [wide, long] = [`${"a".repeat(38)}😀${"b".repeat(9)}`, textRows(...numberedRows(2500))];
  const cursors = async (name: string, make: HostileFile["make"]) => {
    const { steps } = await extract(file(name, name, make, fails("empty")), 0);
    return JSON.stringify(steps.map(({ cursor }) => cursor));
  };
  for (const header of [wide, "Na\0me"]) {
    const rows = textRows([header, "Other"]) + long;
    const cursorText = await cursors("rows.xlsx", () => workbook({ rows }));
    expect(cursorText).toContain("Other");
    expect(cursorText).not.toMatch(/\\ud[89a-f]|\\u0000/i);
  }
  const body = `<a\0>${numberedRows(4000).map(sentence).join("")}</a\0>`;
  await expect(cursors("long.docx", () => docx(body))).rejects.toMatchObject({ code: "corrupt" });
});

function numberedRows(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => [`Row ${n}`, `about milestone ${n}`]);
}

function sentence(words: string[]): string {
  return paragraph(`${words.join(" ")} that the team has agreed on with the client`);
}

const groups = {
  PDF: pdfFiles,
  Office: officeFiles,
  text: textFiles,
  communication: communicationFiles,
  busy: busyFiles,
};

describe.each(Object.entries(groups))("%s files", (_group, files) => {
  test.each(files.map((file) => [file.fileName, file.description, file] as const))(
    "%s: %s",
    async (_name, _description, file) => {
      const { expected } = file;
      if ("code" in expected) {
        const error = await failure(file);
        expect(error).toBeInstanceOf(UnreadableFile);
        expect(error).toMatchObject({ code: expected.code });
        expect((error as Error).message).toMatch(/^[A-Z].{10,}\.$/);
        return;
      }
      const { passages, last, steps } = await extract(file);
      const all = passages.map(({ content, location }) => ({ content, location }));
      for (const [text, location] of expected.passages) {
        const matches = all.filter(({ content }) => content.includes(text));
        if (matches.length === 0) expect(all).toContain(text);
        expect(matches.map((passage) => passage.location)).toContainEqual(
          expect.objectContaining(location),
        );
      }
      const texts = all.map(({ content }) => content).join("\n");
      for (const text of expected.absent ?? []) expect(texts).not.toContain(text);
      if (expected.flags) expect(last.flags).toEqual(expected.flags);
      expect(last.facts).toMatchObject({ pieces: passages.length, ...expected.facts });
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      // PostgreSQL accepts neither half a surrogate pair nor a NUL character.
      expect(JSON.stringify(steps)).not.toMatch(/\\ud[89a-f]|\\u0000/i);
    },
    LONG,
  );
});
