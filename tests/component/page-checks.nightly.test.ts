import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectAccessible, inEveryLookOfSample, openConsole } from "./console.ts";

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
  await expect(expectAccessible(page, "a dialog")).rejects.toThrow("button-name");
});

it("the check of every page finds a broken word in the title", async () => {
  const page = await openConsole("/portfolio", { width: 390 });
  await expectAccessible(page, "a page");
  await page.locator("h1").evaluate((title) => {
    title.style.width = "40px";
  });
  await expect(expectAccessible(page, "a page")).rejects.toThrow("broken words");
});

it("the navigation of every page is accessible in every look, and its check finds a link without a name", async () => {
  const page = await openConsole("/portfolio");
  const check = () =>
    inEveryLookOfSample(page, (look) =>
      expectAccessible(page, `the navigation ${look}`, { withNavigation: true }),
    );
  await check();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Health" })
    .evaluate((link) => {
      link.textContent = "";
    });
  await expect(check()).rejects.toThrow("the navigation 1440-light");
});
