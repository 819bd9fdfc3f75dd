/** Files for the Import page. */
import type { Page } from "playwright-core";
import { people } from "../support/personas.ts";
import { waitUntilLoaded } from "./console.ts";

// Imports go to the second organization, so that the first keeps its seeds unchanged.
export const organization = people.other_admin.organizationId;

export function csv(name: string, lines: string[]) {
  return { name, mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`) };
}

export async function choose(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole("heading", { name: file.name }).waitFor();
  await waitUntilLoaded(page);
}

export const header = "client,project code,project,task id,title,status,person,hours,date";
