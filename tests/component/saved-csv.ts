/** The CSV file that a table exports. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

export async function savedCsv(page: Page): Promise<{ name: string; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download CSV" }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

export const headerOf = ({ text }: { text: string }) => text.replace("\uFEFF", "").split("\r\n")[0];
