import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import {
  docUploadSession,
  ingestDoc,
} from "../../../supabase/functions/_domain/documents/contract.ts";
import {
  chooseProject,
  drop,
  textFile,
  type UploadFile,
  uploadForm,
  uploadLine,
} from "../../browser/upload-page.ts";
import { type Answer, at, post, type Row, rows } from "../answers.ts";
import { openConsole, screenshot } from "../console.ts";
import { documentAnswer, documentRow, versionRow } from "../fixtures/documents.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";

const note = textFile("note.md", "# Note\n\nWords.");
const project = projects[5];
const id = idOf(11, 1);
const path = `/storage/v1/object/upload/sign/documents/${id}`;

/** A service that stores and processes a file as soon as it arrives. */
function uploadAnswers(): Answer[] {
  let versions: Row<"document_versions">[] = [];
  return [
    post(docUploadSession, {
      document_id: id,
      version: 1,
      bucket: "documents",
      path: id,
      token: "token",
      signed_url: path,
      expires_at: "2099-01-01T00:00:00Z",
    }),
    at("PUT", path, async (request) => {
      await request.arrayBuffer();
      return Response.json({ Key: id });
    }),
    post(ingestDoc, () => {
      versions = [versionRow({ document_id: id })];
      return { document_id: id, version: 1, status: "queued" as const, job_id: idOf(13, 1) };
    }),
    rows("document_versions", ({ searchParams }) => (searchParams.has("status") ? [] : versions)),
    rows("document_summaries", ({ searchParams }) =>
      versions.length === 0 || searchParams.has("file_name")
        ? []
        : [documentRow(1, { title: "note" })],
    ),
    documentAnswer(
      {
        id,
        kind: "other",
        is_restricted: false,
        latest_version: 1,
        indexed_version: 1,
        created_by: people.lead.id,
        created_at: "2026-11-18T09:00:00+00:00",
      },
      {
        title: "note",
        project_id: project?.id ?? "",
        archived_at: null,
        published_version: null,
      },
      () => versions,
    ),
  ];
}

async function upload(page: Page, file: UploadFile): Promise<void> {
  await drop(page, [file]);
  await chooseProject(page, project?.name ?? "");
  await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
}

describe("an upload", () => {
  it("continues while its reader is on another page, and ends there with a message", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slowUpload = at("PUT", path, async (request) => {
      await request.arrayBuffer();
      await gate;
      return Response.json({ Key: id });
    });
    const page = await openConsole("/documents", {
      isHurried: true,
      answers: [slowUpload, ...uploadAnswers()],
    });
    await upload(page, note);
    await uploadLine(page, "note").waitFor();
    await page.getByRole("link", { name: "Portfolio" }).click();
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.getByRole("link", { name: "Documents 1 in progress" }).waitFor();
    release();
    const notice = page.getByRole("status").filter({ hasText: "Searchable now: note" });
    await notice.getByRole("button", { name: "Show" }).click();
    await page.getByRole("heading", { level: 1, name: "note" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/documents/${id}`);
    await page.getByRole("link", { name: "Documents", exact: true }).waitFor();
  });

  it("with the name of another file becomes its next version", async () => {
    const document = documentRow(1, { title: "Launch plan", project_id: project?.id ?? "" });
    const requests: unknown[] = [];
    const [, ...rest] = uploadAnswers();
    const session = post(docUploadSession, ({ body }) => {
      requests.push(body.document_id);
      return {
        document_id: id,
        version: 2,
        bucket: "documents",
        path: id,
        token: "token",
        signed_url: path,
        expires_at: "2099-01-01T00:00:00Z",
      };
    });
    const versions = rows("document_versions", ({ searchParams }) =>
      searchParams.has("status") ? [] : [versionRow({ document_id: id, version: 2 })],
    );
    const library = rows("document_summaries", () => [{ ...document, file_name: "note.md" }]);
    const page = await openConsole("/documents", {
      isHurried: true,
      answers: [session, versions, library, ...rest],
    });
    await drop(page, [note]);
    await chooseProject(page, project?.name ?? "");
    const saveAs = uploadForm(page).getByLabel("Save as");
    await saveAs.waitFor();
    expect(await saveAs.locator("option").allTextContents()).toEqual([
      "Version 2 of “Launch plan”",
      "A new document",
    ]);
    await uploadForm(page).getByRole("button", { name: "Upload 1 file" }).click();
    await page.getByText("Version 2 is searchable").waitFor();
    expect(requests).toEqual([id]);
  });

  it("that is refused for too many calls states when it continues, and continues by itself", async () => {
    let isBusy = true;
    let refusals = 0;
    const [session, ...rest] = uploadAnswers();
    const busy: Answer = (request) =>
      isBusy && new URL(request.url).pathname === "/api/doc-upload-session"
        ? refusal(request)
        : session?.(request);
    const refusal = post(docUploadSession, () => {
      refusals += 1;
      throw new AppError(429, "rate_limited", "Too many calls", { retry_after_seconds: 1 });
    });
    const page = await openConsole("/documents", {
      isHurried: true,
      answers: [busy, ...rest],
    });
    await upload(page, note);
    const line = uploadLine(page, "note");
    await line.getByText(/^Upload limit reached: continues in \d+ seconds?$/).waitFor();
    await screenshot(page, "documents-paused");
    isBusy = false;
    await line.getByText("Searchable", { exact: true }).waitFor();
    expect(refusals).toBeGreaterThan(0);
  });
});

it("files that the service does not accept are refused in the form, each with its reason", async () => {
  const page = await openConsole("/documents", { answers: uploadAnswers() });
  await page.keyboard.press("u");
  const form = uploadForm(page);
  // Created in the page, because sending the large one there takes seconds.
  await form.locator('input[type="file"]').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer();
    for (const [name, type, size] of [
      ["photo.png", "image/png", 1],
      ["empty.md", "text/markdown", 0],
      ["huge.pdf", "application/pdf", 26_214_401],
    ] as const) {
      files.items.add(new File([new Uint8Array(size)], name, { type }));
    }
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await form.getByText("3 files cannot be uploaded").waitFor();
  expect(
    await form
      .getByRole("alert")
      .or(form.getByRole("status"))
      .getByRole("listitem")
      .allTextContents(),
  ).toEqual([
    expect.stringMatching(/^photo\.png: This file type isn't supported\./),
    "empty.md: The file is empty.",
    "huge.pdf: Files can be at most 25 MiB.",
  ]);
  expect(await form.getByRole("button", { name: "Upload files", exact: true }).isDisabled()).toBe(
    true,
  );
});
