/** Uses the upload pages as a person does, for journeys and component tests. */
import type { Page } from "playwright-core";

export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function textFile(name: string, text: string): UploadFile {
  return { name, mimeType: "text/markdown", buffer: Buffer.from(text) };
}

/** Drops files on the page as a person does: drags them over it, then releases them. */
export async function drop(page: Page, files: UploadFile[]): Promise<void> {
  const contents = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString("base64"),
  }));
  const transfer = await page.evaluateHandle((droppedFiles) => {
    const data = new DataTransfer();
    for (const { name, mimeType, base64 } of droppedFiles) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: mimeType }));
    }
    return data;
  }, contents);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  const target = page.locator(".mantine-Dropzone-root").first();
  await target.waitFor();
  for (const type of ["dragenter", "dragover", "drop"]) {
    await target.dispatchEvent(type, { dataTransfer: transfer });
  }
}

/** The upload form. */
export function uploadForm(page: Page) {
  return page.getByRole("dialog", { name: "Upload documents" });
}

export async function chooseProject(page: Page, name: string): Promise<void> {
  const field = uploadForm(page).getByRole("combobox", { name: "Project" });
  await field.fill(name);
  await page.getByRole("option", { name, exact: true }).click();
}

/** The line of one running upload. */
export function uploadLine(page: Page, title: string) {
  return page
    .getByRole("region", { name: "Uploads" })
    .getByRole("listitem")
    .filter({ hasText: title });
}
