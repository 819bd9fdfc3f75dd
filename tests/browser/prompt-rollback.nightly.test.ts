/** A rollback by keyboard; tests/component/prompt proves the page, and tests/service/service-prompt.test.ts the change. */
import { beforeEach, describe, expect, it } from "vitest";
import type { OwnOrganization } from "../support/own-organization.ts";
import { focusedText } from "./console.ts";
import {
  base,
  firstBase,
  livePrompt,
  promptOrganization,
  setBothBases,
  withPage,
} from "./prompt-page.ts";

/** Each test has its own, because it changes the prompt. */
let organization: OwnOrganization;
beforeEach(async () => {
  organization = await promptOrganization();
});

describe("who changes the prompt", () => {
  it("the owner rolls back by keyboard alone and sees the old prompt live", async () => {
    await setBothBases(organization);
    await withPage(organization, async (page) => {
      const roll = page.getByRole("button", { name: "Roll back to version 1…" });
      await roll.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Roll back to version 1?" });
      await dialog.getByText("Removed: ").first().waitFor({ state: "attached" });
      expect(await focusedText(page)).toBe("Cancel");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      expect(await livePrompt(organization)).toMatchObject({ number: 2 });

      await roll.focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await expect.poll(() => focusedText(page)).toBe("Cancel");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("Version 1 is live again.").waitFor();
      expect(await base(page).textContent()).toBe(firstBase);
      await page.getByText("Rolled back to version 1").waitFor();
      expect(await livePrompt(organization)).toEqual({
        number: 3,
        base: firstBase,
        origin: "rollback",
      });
    });
  });
});
