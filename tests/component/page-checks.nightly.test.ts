/** The check of every page by axe; page-checks.test.ts proves that of its layout and of the navigation. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible, openConsole } from "./console.ts";

const addButtonWithoutName = (page: Page, parent: string) =>
  page.locator(parent).evaluate((element) => {
    element.append(document.createElement("button"));
  });

it("the check of every page finds too little contrast and a button without a name, also in a dialog", async () => {
  const page = await openConsole("/portfolio");
  await addButtonWithoutName(page, "main");
  await expect(expectAccessible(page, "a page")).rejects.toThrow("button-name");
  await page.locator("main > button:last-child").evaluate((button) => button.remove());
  await page.locator("h1").evaluate((title) => {
    title.style.color = "#ddd";
  });
  await expect(expectAccessible(page, "a page")).rejects.toMatchObject({
    actual: [expect.stringContaining("color-contrast")],
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await addButtonWithoutName(page, "[role=dialog]");
  await expect(expectAccessible(page, "a dialog")).rejects.toMatchObject({
    actual: expect.arrayContaining([expect.stringContaining("button-name")]),
  });
});
