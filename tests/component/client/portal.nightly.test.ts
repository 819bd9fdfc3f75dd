/**
 * Unsent text in a decision.
 * portal.test.ts keeps the unsent text of a request, which has the same dialog.
 */
import { describe, expect, it } from "vitest";
import { openConsole } from "../console.ts";
import { asClient, recordingPortal } from "./recording-portal.ts";

describe("unsent text", () => {
  it("is kept in a decision about a deliverable", async () => {
    const page = await openConsole("/portal", { ...asClient, answers: recordingPortal().answers });
    await page.getByRole("button", { name: "Request changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Request changes" });
    await dialog.getByLabel("Changes").fill("The logo is too small.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await dialog.getByLabel("Changes").inputValue()).toBe("The logo is too small.");
  });
});
