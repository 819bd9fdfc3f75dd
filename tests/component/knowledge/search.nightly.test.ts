/**
 * Search by keyboard alone, and its filters in the URL.
 * find.test.ts leads from the field through the rows by keyboard; search.test.ts opens a source at its passage, and clears
 * a filter that finds nothing. tests/unit/console/knowledge-search.test.ts proves what a URL keeps, and
 * portfolio/portfolio.test.ts that filters survive a reload.
 */
import { describe, expect, it } from "vitest";
import { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { post } from "../answers.ts";
import { openConsole, reopen, screenshot, waitUntilLoaded } from "../console.ts";
import {
  account,
  addressOf,
  field,
  passages,
  project,
  samples,
  searchResponse,
  sourcesOf,
} from "./search-page.ts";

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

  it("filters are in the URL and survive a reload; a search without results suggests the next step", async () => {
    const answer = post(search, ({ body }) =>
      searchResponse(body.source_kinds?.includes("note") || body.occurred_to ? [] : [samples]),
    );
    const page = await openConsole("/search", { answers: [answer, ...sourcesOf(samples)] });
    await field(page).fill("quillfeather");
    await field(page).press("Enter");
    await passages(page).getByRole("article").waitFor();
    await page.getByRole("combobox", { name: "Project" }).fill(project?.name ?? "");
    await page.getByRole("option", { name: project?.name ?? "" }).click();
    await page.getByLabel("Kind").selectOption("email");
    await page.getByLabel("From").fill("2020-01-01");
    await passages(page)
      .getByText(/1 passage from 1 source.* in emails of Accessibility audit, from 1 Jan 2020/)
      .waitFor();
    expect(addressOf(page)).toEqual({
      q: "quillfeather",
      project: project?.id,
      kind: "email",
      from: "2020-01-01",
    });
    await reopen(page);
    await passages(page).getByRole("link", { name: "Re: quillfeather samples" }).waitFor();
    expect(await page.getByLabel("From").inputValue()).toBe("2020-01-01");

    await page.getByLabel("Kind").selectOption("note");
    await page.getByRole("heading", { name: "No passage matches “quillfeather”" }).waitFor();
    await screenshot(page, "search-nothing");
    await page.getByRole("button", { name: "Search all kinds" }).click();
    await passages(page).getByRole("article").waitFor();
    await page.getByLabel("To", { exact: true }).fill("2019-12-31");
    await page.getByText("The end date is before the start date").waitFor();
    await page.getByLabel("From").fill("");
    await page.getByRole("button", { name: "Remove every filter" }).click();
    await passages(page).getByRole("article").waitFor();
    expect(addressOf(page)).toEqual({ q: "quillfeather" });
  });
});
