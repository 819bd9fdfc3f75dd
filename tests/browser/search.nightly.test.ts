/**
 * The scope of a search, and typos.
 * supabase/tests/knowledge/search_passages proves both; tests/laws/matrix proves that no source outside the scope opens.
 */
import { describe, expect, it } from "vitest";
import { demoId } from "../support/personas.ts";
import { as, visit } from "./console.ts";
import { contract, markedPassage, passages, search } from "./search-page.ts";

const contractPassage = demoId(12, 1, 302);
/** A meeting of a project to which the member does not belong. */
const foreignMeeting = demoId(11, 1, 6);

describe("search", () => {
  it("a member finds no word of a contract or of another project, and cannot open their URLs", async () => {
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
      await markedPassage(page).getByText("Oskar Fennimore").waitFor();
      await page.getByRole("link", { name: "Web shop relaunch" }).waitFor();
    });
  });
});
