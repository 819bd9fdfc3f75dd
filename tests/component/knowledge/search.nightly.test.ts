/**
 * Search by keyboard alone.
 * find.test.ts leads from the field through the rows by keyboard; search.test.ts opens a source at its passage.
 */
import { describe, expect, it } from "vitest";
import { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { post } from "../answers.ts";
import { openConsole, screenshot, waitUntilLoaded } from "../console.ts";
import { account, field, passages, samples, searchResponse, sourcesOf } from "./search-page.ts";

describe("search", () => {
  it("works by keyboard alone, from the field through the passages into a source and back", async () => {
    const results = [samples, account];
    const page = await openConsole("/portfolio", {
      answers: [post(search, searchResponse(results)), ...sourcesOf(...results)],
    });
    await page.keyboard.press("g");
    await page.keyboard.press("f");
    await page.locator(":focus[aria-label=Search]").waitFor();
    await page.keyboard.type("launch invoices");
    await passages(page).getByRole("article").nth(1).waitFor();
    await waitUntilLoaded(page);
    const current = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset);
    await page.keyboard.press("ArrowDown");
    expect(await current()).toEqual({ passage: samples.chunk_id });
    await page.keyboard.press("j");
    expect(await current()).toEqual({ passage: account.chunk_id });
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowUp");
    await page.locator(":focus[aria-label=Search]").waitFor();
    await page.keyboard.press("ArrowDown");
    await screenshot(page, "search-keyboard");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: samples.title }).waitFor();
    await page.locator("[aria-current='true']:focus").waitFor();

    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.type("risk team");
    await page.getByText("Search for “risk team”").waitFor();
    await page.keyboard.press("Enter");
    await passages(page).getByRole("link", { name: account.title }).waitFor();
    await page.keyboard.press("/");
    expect(await field(page).inputValue()).toBe("risk team");
    await page.locator(":focus[aria-label=Search]").waitFor();
  });
});
