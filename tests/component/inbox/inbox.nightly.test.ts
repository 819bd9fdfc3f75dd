/**
 * The list of keyboard shortcuts on the inbox, and the palette.
 * app/keyboard.test.ts proves both on other pages.
 */
import { describe, it } from "vitest";
import { openConsole, screenshot } from "../console.ts";
import { inboxWith } from "../fixtures/cards.ts";

describe("by keyboard alone", () => {
  it("? shows the shortcuts, and the palette opens the approvals", async () => {
    const page = await openConsole("/inbox", inboxWith([]));
    await page.keyboard.press("?");
    await page
      .getByRole("dialog", { name: "Keyboard shortcuts" })
      .getByText("Approve and execute the card, or execute an approved card")
      .waitFor();
    await screenshot(page, "inbox-keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.type("approvals");
    await page.locator("[data-selected]").getByText("All approvals", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Approvals" }).waitFor();
  });
});
