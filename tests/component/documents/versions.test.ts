import { expect, it } from "vitest";
import { ingestDoc } from "../../../supabase/functions/_domain/documents/contract.ts";
import { post, type Row, rows } from "../answers.ts";
import { focusedText, openConsole } from "../console.ts";
import { documentAnswer, versionRow } from "../fixtures/documents.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";

const id = idOf(11, 1);

it("a document states why its second version could not be read, what readers see, and what to do", async () => {
  const reason = "The file contains no text. Run text recognition (OCR) on it.";
  const second = versionRow({ document_id: id, version: 2, status: "failed" });
  Object.assign(second, { file_name: "scan.pdf", failure_reason: reason });
  const document = {
    id,
    kind: "brief",
    is_restricted: false,
    latest_version: 2,
    indexed_version: 1,
    created_by: people.lead.id,
    created_at: "2026-11-18T09:00:00+00:00",
    origin: null,
    origin_url: null,
  } satisfies Row<"documents">;
  const source = { id, title: "Launch plan", project_id: projects[5]?.id ?? "", archived_at: null };
  const versions = () => [second, versionRow({ document_id: id })];
  const page = await openConsole(`/documents/${id}?passage=${idOf(12, 9)}`, {
    answers: [
      documentAnswer(document, { ...source, published_version: 1 }, versions),
      rows("passages", ({ searchParams }) =>
        searchParams.has("id")
          ? []
          : [{ id: idOf(12, 1), position: 0, content: "It is in June.", location: {} }],
      ),
      post(ingestDoc, ({ body }) => {
        Object.assign(second, { status: "queued", failure_reason: null });
        return { ...body, version: 2, status: "queued" as const, job_id: idOf(13, 1) };
      }),
    ],
  });
  await page.getByText("The passage is no longer in this text").waitFor();
  await page.getByText("It is in June.").waitFor();
  const alert = page.getByRole("alert").filter({ hasText: "Version 2 could not be read" });
  await alert.getByText(reason).waitFor();
  await alert.getByText("Readers see version 1.").waitFor();
  const items = page.getByRole("region", { name: "Versions" }).getByRole("listitem");
  expect(await items.allTextContents()).toEqual([
    expect.stringMatching(/^Version 2scan\.pdf/),
    expect.stringMatching(/^Version 1shown to readersfile\.md/),
  ]);
  await alert.getByRole("button", { name: "Upload another file" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload version 3" });
  await dialog.getByText("It replaces version 2 once it is processed.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Readers see version 1 until processing is done.").waitFor();
  expect(await alert.count()).toBe(0);
  await expect.poll(() => focusedText(page)).toBe("Launch plan");
});
