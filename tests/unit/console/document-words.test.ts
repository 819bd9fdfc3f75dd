import { describe, expect, it } from "vitest";
import {
  chosenFiles,
  filesToUpload,
  replacedBy,
  storedNames,
} from "../../../web/src/features/documents/chosen-files.ts";
import {
  contentTypeOf,
  contentTypes,
  formatName,
  refusalOf,
  titleOf,
} from "../../../web/src/features/documents/file-types.ts";
import { parseDocumentsSearch } from "../../../web/src/features/documents/search-params.ts";
import { uploadInWords, uploadsInWords } from "../../../web/src/features/documents/upload-words.ts";
import {
  extentInWords,
  flagInWords,
  guessedKind,
  kindChangeInWords,
  kindsFor,
  type Progress,
  progressInWords,
  shortFlag,
} from "../../../web/src/features/documents/words.ts";

const fileOf = (name: string, { type = "", size = 1 } = {}) => ({ name, type, size });
const realFile = (name: string) => new File(["text"], name);

describe("accepted files", () => {
  it("a file is announced by its extension, even if the system reports another type", () => {
    expect(contentTypeOf(fileOf("notes.MD"))).toBe("text/markdown");
    expect(contentTypeOf(fileOf("hours.csv", { type: "application/vnd.ms-excel" }))).toBe(
      "text/csv",
    );
    expect(contentTypeOf(fileOf("README", { type: "text/plain; charset=utf-8" }))).toBe(
      "text/plain",
    );
    expect(contentTypeOf(fileOf("setup.exe", { type: "application/x-msdownload" }))).toBeNull();
    expect(contentTypeOf(fileOf("constructor"))).toBeNull();
  });

  it("a file that the service would refuse is refused with a reason", () => {
    expect(refusalOf(fileOf("a.pdf", { size: 26_214_400 }))).toBeNull();
    expect(refusalOf(fileOf("a.pdf", { size: 26_214_401 }))).toBe("Files can be at most 25 MiB");
    expect(refusalOf(fileOf("a.pdf", { size: 0 }))).toBe("The file is empty");
    expect(refusalOf(fileOf("a.png", { type: "image/png" }))).toMatch(
      /^This file type isn't supported/,
    );
    expect(refusalOf(fileOf("a/b.pdf"))).toMatch(/without slashes$/);
    expect(refusalOf(fileOf(`${"a".repeat(252)}.pdf`))).toMatch(/255 characters/);
  });

  it("a title is the name without its extension, and never empty", () => {
    expect(titleOf("Web_shop  SOW v2.docx")).toBe("Web shop SOW v2");
    expect(titleOf(".pdf")).toBe(".pdf");
    expect(formatName(contentTypes["docx"] ?? "", "x.docx")).toBe("Word");
    expect(formatName("application/octet-stream", "x.md")).toBe("MD");
  });
});

describe("kinds", () => {
  it("a member is offered no restricted kind, and none is guessed for them", () => {
    expect(kindsFor(true)).toContain("contract");
    expect(kindsFor(false)).not.toContain("contract");
    expect(kindsFor(false)).not.toContain("sow");
    expect(guessedKind("Master-Agreement.pdf", kindsFor(false))).toBe("other");
  });

  it.each([
    ["Acme SOW_v2.docx", "sow"],
    ["Contract, signed.pdf", "contract"],
    ["steering.vtt", "transcript"],
    ["Creative-brief.md", "brief"],
    ["Q3 report.pptx", "report"],
    ["contractor list.csv", "other"],
  ])("%s looks like %s", (name, kind) => {
    expect(guessedKind(name, kindsFor(true))).toBe(kind);
  });

  it("a change names the people who see it afterwards, if that changes", () => {
    expect(kindChangeInWords("brief", "contract")).toMatch(
      /^Project members .* no longer see the file/,
    );
    expect(kindChangeInWords("sow", "other")).toMatch(/^All project members/);
    expect(kindChangeInWords("sow", "contract")).toBeNull();
    expect(kindChangeInWords("brief", "report")).toBeNull();
  });
});

describe("a file that is uploaded again", () => {
  const documents = [
    { id: "d2", title: "Plan", file_name: "plan.md", latest_version: 3 },
    { id: "d1", title: "Old plan", file_name: "plan.md", latest_version: 1 },
  ];

  it("becomes a version of the newest document with that file, unless the person chooses otherwise", () => {
    const [plan, other] = chosenFiles([realFile("plan.md"), realFile("other.md")], kindsFor(true));
    if (!plan || !other) throw new Error("two files were chosen");
    expect(replacedBy(plan, documents)?.id).toBe("d2");
    expect(replacedBy({ ...plan, becomes: "d1" }, documents)?.id).toBe("d1");
    expect(replacedBy({ ...plan, becomes: "new" }, documents)).toBeUndefined();
    expect(replacedBy(other, documents)).toBeUndefined();
  });

  it("becomes a version however the sender's system writes its name", () => {
    const choice = chosenFiles([realFile("Vertra\u0308ge  2026.pdf")], kindsFor(true));
    const name = "Vertr\u00e4ge 2026.pdf";
    expect(storedNames([...choice, ...choice])).toEqual([name]);
    const existing = [{ id: "d3", title: "Contracts", file_name: name, latest_version: 1 }];
    expect(filesToUpload(choice, "p1", existing)[0]?.documentId).toBe("d3");
  });

  it("shares its document with no other chosen file, and a refused file is not uploaded", () => {
    const choice = chosenFiles(
      [realFile("plan.md"), realFile("plan.md"), realFile("photo.png")],
      kindsFor(true),
    );
    const files = filesToUpload(choice, "p1", documents);
    expect(files.map(({ documentId, title }) => [documentId, title])).toEqual([
      ["d2", "Plan"],
      [undefined, "Plan"],
    ]);
  });
});

const progress = (fields: Partial<Progress>): Progress => ({
  status: "indexing",
  step: "extract",
  progress_done: 0,
  progress_total: null,
  content_type: "application/pdf",
  ...fields,
});

describe("progress", () => {
  it.each([
    [{ progress_done: 12, progress_total: 80 }, "Reading page 12 of 80"],
    [
      { progress_done: 3, progress_total: 9, content_type: contentTypes["pptx"] ?? "" },
      "Reading slide 3 of 9",
    ],
    [{ progress_done: 3, progress_total: 9, content_type: "text/csv" }, "Reading part 3 of 9"],
    [{}, "Reading"],
    [{ step: "embed", progress_done: 5, progress_total: 20 }, "Indexing 25%"],
    [{ step: "publish" }, "Making it searchable"],
    [{ status: "queued", step: null }, "Waiting to be processed"],
    [{ status: "indexed", step: null }, "Searchable"],
  ] as const)("%j is %j", (fields, words) => {
    expect(progressInWords(progress(fields))).toBe(words);
  });

  it("describes an upload from its queueing to its end", () => {
    const file = realFile("plan.md");
    const uploadWords = (fields: object) =>
      uploadInWords({ phase: "waiting", sentBytes: 0, file, ...fields } as never, 1_000_000);
    expect(uploadWords({})).toBe("Queued");
    expect(uploadWords({ phase: "sending", sentBytes: 1 })).toMatch(/^Uploading 25\s?%$/);
    expect(uploadWords({ phase: "sending", sentBytes: 4 })).toBe("Uploaded, starting processing");
    expect(uploadWords({ phase: "paused", resumesAt: 1_023_000 })).toBe(
      "Upload limit reached: continues in 23 seconds",
    );
    expect(uploadWords({ phase: "reading" })).toBe("Waiting to be processed");
    expect(uploadWords({ phase: "published", version: 2 })).toBe("Version 2 is searchable");
    expect(uploadWords({ phase: "failed" })).toBe("Not uploaded");
    expect(uploadWords({ phase: "failed", progress: progress({}) })).toBe("Could not be read");
  });

  it("describes all uploads in one sentence that no percentage changes", () => {
    expect(
      uploadsInWords([
        { phase: "sending", title: "A" },
        { phase: "paused", title: "B" },
        { phase: "reading", title: "C" },
        { phase: "published", title: "D" },
        { phase: "failed", title: "E", reason: "The file is damaged." },
      ]),
    ).toBe(
      "2 files uploading. 1 document being processed. 1 document searchable. E failed: The file is damaged.",
    );
    expect(uploadsInWords([])).toBe("");
  });
});

describe("health of a text", () => {
  it("flags are sentences with their figures, and short in lists", () => {
    expect(flagInWords("pages_without_text", { pages_without_text: 1 })).toBe(
      "1 page has no text: text in pictures isn't recognized.",
    );
    expect(flagInWords("hidden_text_removed", { hidden_characters: 40 })).toMatch(
      /\(40 characters\)/,
    );
    expect(flagInWords("unseen_text_retained")).toMatch(/recognized text/);
    expect(flagInWords("no_signature")).toBe("No signature found.");
    for (const part of ["parties", "dates", "amounts", "signature", "scope"]) {
      expect(flagInWords(`no_${part}`)).toMatch(/^No .* found[.:]/);
    }
    expect(flagInWords("something_new")).toBe("Something new.");
    expect(shortFlag("no_parties")).toBe("No parties");
  });

  it("the extent names the counted unit", () => {
    expect(extentInWords({ pages: 12, words: 3400, pieces: 20, format: "pdf" })).toBe(
      `12 pages, ${(3400).toLocaleString()} words`,
    );
    expect(extentInWords({})).toBe("");
  });
});

describe("the library's URL", () => {
  it("states only known facts", () => {
    const parsed = parseDocumentsSearch({
      project: "not an id",
      kind: "novel",
      status: "failed",
      sort: "owner",
      dir: "asc",
      upload: "yes",
    } as never);
    expect(parsed).toEqual({
      q: "",
      project: "",
      kind: "",
      status: "failed",
      sort: "uploaded_at",
      dir: "asc",
      upload: "",
    });
  });
});
