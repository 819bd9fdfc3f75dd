import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoId } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, settled, visit } from "./console.ts";

const contract = demoId(11, 1, 3);
const contractPassage = demoId(12, 1, 302);
/** A meeting of a project that the member is not a member of. */
const foreignMeeting = demoId(11, 1, 6);

const passages = (page: Page) => page.getByRole("region", { name: "Passages" });
const field = (page: Page) => page.getByRole("searchbox", { name: "Search", exact: true });
const marked = (page: Page) => page.locator("[aria-current='true']");
const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Searches by typing, and waits for the answer to exactly that query. */
async function search(page: Page, query: string) {
  const answered = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/search") && answer.request().postDataJSON().query === query,
  );
  await field(page).fill(query);
  await field(page).press("Enter");
  await answered;
  await settled(page);
}

describe("search", () => {
  it("a lead searches a phrase, opens it at its page and sees it marked", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio", "Portfolio");
      await page.getByRole("navigation", { name: "Main" }).getByText("Search").click();
      await page
        .getByRole("heading", { level: 2, name: "Find a task, a person or a passage" })
        .waitFor();
      await screenshot(page, "search-empty");
      await search(page, "additional work charged per hour");
      await passages(page)
        .getByText(/searched by words.* in documents, meetings, emails and notes that you can see/)
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
      await marked(page).getByText("charged at 110 euros per hour").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/documents/${contract}`);
      expect(addressOf(page)["passage"]).toBe(contractPassage);
      await page.goBack();
      await passages(page).getByRole("article").first().waitFor();
      expect(await field(page).inputValue()).toBe("additional work charged per hour");
    });
  });

  it("a member finds no word of a contract or of another project, and cannot open their addresses", async () => {
    await as("member", {}, async (page) => {
      await visit(page, "/search", "Search");
      for (const query of ["additional work charged per hour", "rebuilt connection to the ERP"]) {
        await search(page, query);
        const text = (await passages(page).textContent()) ?? "";
        expect(text).not.toMatch(
          /110 euros|Contract web shop|64 hours more|New plan for the dealer/,
        );
      }
      for (const address of [
        `/documents/${contract}?passage=${contractPassage}`,
        `/sources/${contract}`,
        `/sources/${foreignMeeting}`,
      ]) {
        await page.goto(address);
        await page.getByRole("heading", { level: 1, name: /^There is no such/ }).waitFor();
        expect(await page.textContent("main")).not.toMatch(/110 euros|64 hours/);
      }
    });
  });

  it("a name with a typo is found, and its source opens at the passage", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/search", "Search");
      await search(page, "Oskar Fenimore");
      await passages(page).getByRole("link", { name: "Re: Live payment account" }).click();
      await page.getByRole("heading", { level: 1, name: "Re: Live payment account" }).waitFor();
      await marked(page).getByText("Oskar Fennimore").waitFor();
      await page.getByRole("link", { name: "Web shop relaunch" }).waitFor();
    });
  });
});
