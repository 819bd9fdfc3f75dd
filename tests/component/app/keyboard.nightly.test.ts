/**
 * The account menu, the list of keys, and the looks of a palette with every page.
 * keyboard.test.ts opens the palette at the first key, gives the focus back, and checks the looks of a member's palette;
 * account/account.test.ts opens the menu.
 */
import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  openFreshPage,
  screenshot,
} from "../console.ts";

describe("by keyboard alone", () => {
  it("the account menu opens by keyboard and gives the focus back", async () => {
    await openFreshPage();
    const page = await openConsole("/portfolio");
    const button = page.getByRole("button", { name: /^Your account/ });
    await button.press("Enter");
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  });
});

describe("every overlay of a page is accessible in every look", () => {
  it("the person's menu and the keys", async () => {
    const page = await openConsole("/portfolio");
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `person menu ${look}`);
      await screenshot(page, `person-menu-${look}`);
    });
    await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await inEveryLookOfState(page, (look) => expectAccessible(page, `keys ${look}`));
  });
});

describe("the palette", () => {
  it("is accessible in every look", async () => {
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByText("Accessibility audit").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `palette ${look}`);
      await screenshot(page, `palette-${look}`);
    });
  });
});
