/** The CSV file that a table exports. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** `button` names the table, if the page has several. */
export async function savedCsv(
  page: Page,
  button?: string,
): Promise<{ name: string; text: string }> {
  const buttonOptions = button === undefined ? { name: "Export" } : { name: button, exact: true };
  await page.getByRole("button", buttonOptions).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download CSV" }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

export const headerOf = ({ text }: { text: string }) => text.replace("\uFEFF", "").split("\r\n")[0];
