/** Documents of a test's own: an organization in which nobody else uploads, and files to upload. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { owner } from "../support/database.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import { newPage, settled } from "./console.ts";

/** Reading a file takes its time on a machine that has other work too. */
export const READ_MS = 45_000;

const FILES = path.join(import.meta.dirname, "../../supabase/seeds/files");

export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file of the demo data, under a name of its own. */
export async function demoFile(file: string, name: string, mimeType: string): Promise<GivenFile> {
  return { name, mimeType, buffer: await readFile(path.join(FILES, file)) };
}

export function textFile(name: string, text: string): GivenFile {
  return { name, mimeType: "text/markdown", buffer: Buffer.from(text) };
}

/** Runs a test in a window of somebody of the organization. */
export async function inside(
  person: OwnOrganization["people"][keyof OwnOrganization["people"]],
  address: string,
  heading: string | RegExp,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await newPage({}, person.email);
  try {
    await open(page, address, heading);
    await run(page);
  } finally {
    await page.close();
  }
}

export async function open(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await settled(page);
}

/** Drops files on the page as a person does from their desktop: over it, then let go. */
export async function drop(page: Page, files: GivenFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString("base64"),
  }));
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer();
    for (const { name, mimeType, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  }, given);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  const target = page.locator(".mantine-Dropzone-root").first();
  await target.waitFor();
  for (const type of ["dragenter", "dragover", "drop"]) {
    await target.dispatchEvent(type, { dataTransfer: transfer });
  }
}

/** The form that uploads. */
export function uploadForm(page: Page) {
  return page.getByRole("dialog", { name: "Upload documents" });
}

export async function chooseProject(page: Page, name: string): Promise<void> {
  const field = uploadForm(page).getByRole("combobox", { name: "Project" });
  await field.fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

/** The line of one upload among those on their way. */
export function uploadLine(page: Page, title: string) {
  return page
    .getByRole("region", { name: "Uploads" })
    .getByRole("listitem")
    .filter({ hasText: title });
}

export async function published(page: Page, title: string): Promise<void> {
  await uploadLine(page, title)
    .getByText(/published$/i)
    .waitFor({ timeout: READ_MS });
}

/** What the database says of a document, as its owner. */
export async function stored(organizationId: string, title: string) {
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
