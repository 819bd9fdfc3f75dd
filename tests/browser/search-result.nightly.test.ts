/** A search up to the marked passage; tests/component/knowledge/search.test.ts proves both pages. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoId } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, visit } from "./console.ts";
import { contract, field, markedPassage, passages, search } from "./search-page.ts";

const contractPassage = demoId(12, 1, 302);

const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("search", () => {
  it("a lead searches for a phrase, opens it at its page and sees it marked", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio", "Portfolio");
      await page.getByRole("navigation", { name: "Main" }).getByText("Search").click();
      await page
        .getByRole("heading", { level: 2, name: "Find a task, a person or a passage" })
        .waitFor();
      await screenshot(page, "search-empty");
      await search(page, "additional work charged per hour");
      await passages(page)
        .getByText(/Keyword search in documents, meetings, emails and notes that you can see/)
        .waitFor();
      const first = passages(page).getByRole("article").first();
      await first.getByRole("link", { name: "Contract web shop relaunch, signed.pdf" }).waitFor();
      for (const label of ["Page 5", "Document", "Web shop relaunch", "Restricted"]) {
        await first.getByText(label, { exact: true }).waitFor();
      }
      const words = (await first.locator("mark").allTextContents()).join(" ").toLowerCase();
      expect(words).toMatch(/charged|hour|additional/);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `search ${look}`);
        await screenshot(page, `search-${look}`);
      });
      await first.getByRole("link").click();
      await page.getByRole("heading", { level: 1, name: /Contract web shop relaunch/ }).waitFor();
      await markedPassage(page).getByText("charged at 110 euros per hour").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/documents/${contract}`);
      expect(addressOf(page)["passage"]).toBe(contractPassage);
      await page.goBack();
      await passages(page).getByRole("article").first().waitFor();
      expect(await field(page).inputValue()).toBe("additional work charged per hour");
    });
  });
});
