/**
 * A proposal of an event that begins in the palette.
 * proposals.test.ts begins with an empty slot and by keyboard; app/keyboard.test.ts finds every action in the palette.
 */
import { describe, it } from "vitest";
import { openConsole } from "../console.ts";
import { panel } from "./proposed-events.ts";

describe("a proposal", () => {
  it("begins in the palette, on any page", async () => {
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.type("propose an event");
    await page
      .locator("[data-selected]")
      .getByText(/^Propose an event/)
      .waitFor();
    await page.keyboard.press("Enter");
    await panel(page, "Propose event").getByLabel("Title").waitFor();
  });
});
