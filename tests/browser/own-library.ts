/** Opens a test's own organization, which has no other uploads, and uploads files of the demo data to it. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import { newPage, waitUntilLoaded } from "./console.ts";
import { type UploadFile, uploadLine } from "./upload-page.ts";

/** Processing a file takes longer on a busy machine. */
export const READ_MS = 45_000;

const FILES = path.join(import.meta.dirname, "../../supabase/seeds/files");

/** A file of the demo data, under another name. */
export async function demoFile(file: string, name: string, mimeType: string): Promise<UploadFile> {
  return { name, mimeType, buffer: await readFile(path.join(FILES, file)) };
}

/** Runs a test in the window of a person of the organization. */
export async function withPage(
  person: OwnOrganization["people"][keyof OwnOrganization["people"]],
  address: string,
  heading: string | RegExp,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({}, person.email);
  try {
    await openPage(page, address, heading);
    await run(page);
  } finally {
    await page.close();
  }
}

export async function openPage(
  page: Page,
  address: string,
  heading: string | RegExp,
): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await waitUntilLoaded(page);
}

export async function waitUntilPublished(page: Page, title: string): Promise<void> {
  await uploadLine(page, title)
    .getByText(/^(Searchable|Version \d+ is searchable)$/)
    .waitFor({ timeout: READ_MS });
}

/** The state of a document, read as the database's owner. */
export async function storedDocument(organizationId: string, title: string) {
  const [row] = await owner<
    {
      id: string;
      kind: string;
      is_restricted: boolean;
      is_archived: boolean;
      latest_version: number;
      indexed_version: number | null;
      status: string;
      created_by: string;
    }[]
  >`
    select documents.id, documents.kind::text, documents.is_restricted, documents.latest_version,
           documents.indexed_version, documents.created_by, versions.status::text,
           sources.archived_at is not null as is_archived
    from public.documents
    join public.sources on sources.id = documents.id
    join public.document_versions as versions
      on versions.document_id = documents.id and versions.version = documents.latest_version
    where documents.organization_id = ${organizationId} and sources.title = ${title}
    order by documents.created_at desc`;
  return row;
}
