import { expect, it } from "vitest";
import { type Row, rows } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { documentAnswer, documentRow, versionRow } from "../fixtures/documents.ts";
import { idOf, people } from "../fixtures/people.ts";

const url = "https://drive.google.com/file/d/1/view";
const origin = { origin: "google_drive", origin_url: url } as const;

it("the library names the vendor of a synced document, and none of an uploaded one", async () => {
  const answers = [
    rows("document_summaries", [
      documentRow(1, { title: "Synced brief", uploaded_by: null, ...origin }),
      documentRow(2, { title: "Uploaded brief" }),
    ]),
  ];
  const page = await openConsole("/documents", { answers });
  const syncedRow = page.getByRole("row", { name: "Synced brief" });
  await syncedRow.getByText("From Google Drive").waitFor();
  expect(await page.getByText("From Google Drive").count()).toBe(1);
});

it("the page of a synced document links to its file at the vendor", async () => {
  const id = idOf(11, 1);
  const document = {
    id,
    kind: "brief",
    is_restricted: false,
    latest_version: 1,
    indexed_version: 1,
    created_by: null,
    created_at: "2026-11-18T09:00:00+00:00",
    ...origin,
  } satisfies Row<"documents">;
  const source = { id, title: "Synced brief", project_id: null, archived_at: null };
  const version = { document_id: id, ...versionRow({ uploaded_by: null }) };
  const page = await openConsole(`/documents/${id}`, {
    as: people.lead,
    answers: [
      documentAnswer(document, { ...source, published_version: 1 }, [version]),
      rows("passages", []),
    ],
  });
  const link = page.getByRole("link", { name: "From Google Drive" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(url);
  await expectAccessible(page, "a document of Google Drive");
});
