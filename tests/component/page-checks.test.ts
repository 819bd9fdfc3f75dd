import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, openConsole } from "./console.ts";

const addButtonWithoutName = (page: Page, parent: string) =>
  page.locator(parent).evaluate((element) => {
    element.append(document.createElement("button"));
  });

describe("the check of every page", () => {
  it("finds a button without a name in a page", async () => {
    const page = await openConsole("/portfolio");
    await addButtonWithoutName(page, "main");
    await expect(expectAccessible(page, "a page")).rejects.toThrow("button-name");
  });

  it("finds a button without a name in a dialog", async () => {
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await addButtonWithoutName(page, "[role=dialog]");
    await expect(expectAccessible(page, "a dialog")).rejects.toThrow("button-name");
  });
});
