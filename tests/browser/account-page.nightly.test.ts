/** The page of an account; tests/component/portfolio/forms.test.ts proves its form and tests/laws/matrix/tables.test.ts who reads it. */
import { describe, expect, it } from "vitest";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";

describe("an account's page", () => {
  it("opens from its name; a lead may edit it, a member may not", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio?group=none&q=shop", "Portfolio");
      const link = page.locator('main a[href^="/accounts/"]').first();
      const address = (await link.getAttribute("href")) ?? "";
      await link.click();
      await page.getByRole("heading", { name: "Operating profile" }).waitFor();
      await page.getByText("No releases on Fridays").waitFor();
      await page.getByRole("link", { name: "shop@lindmoor.test" }).waitFor();
      await page.getByRole("button", { name: "Edit client" }).waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `account ${look}`);
        await screenshot(page, `account-${look}`);
      });
      await as("member", {}, async (otherPage) => {
        await otherPage.goto(address);
        await otherPage.getByText("No releases on Fridays").waitFor();
        expect(await otherPage.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
        await visit(otherPage, address.replace(/.$/, "9"), "There is no such account");
      });
    });
  });
});
