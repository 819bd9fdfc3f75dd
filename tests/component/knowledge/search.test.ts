import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { post } from "../answers.ts";
import {
  expectAccessible,
  inEveryLookOfState,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf } from "../fixtures/people.ts";
import {
  account,
  addressOf,
  field,
  passage,
  passages,
  samples,
  searchResponse,
  sourcesOf,
} from "./search-page.ts";

const markedPassage = (page: Page) => page.locator("[aria-current='true']");

describe("search", () => {
  it("the content of a source is text, in the answer and on its page", async () => {
    const hostile = passage(
      3,
      "<b>Zwickelnaht</b>",
      'Zwickelnaht <img src=x onerror="document.title=1"> <mark>not marked</mark> end.',
    );
    const page = await openConsole("/search?q=zwickelnaht", {
      answers: [post(search, searchResponse([hostile])), ...sourcesOf(hostile)],
    });
    await passages(page).getByText("<img src=x").waitFor();
    expect(await passages(page).locator("img, b").count()).toBe(0);
    expect(await passages(page).locator("mark").allTextContents()).not.toContain("not marked");
    await passages(page).getByRole("link", { name: "<b>Zwickelnaht</b>" }).click();
    await markedPassage(page).getByText("<mark>not marked</mark>").waitFor();
    expect(await page.locator("main img, main mark").count()).toBe(0);
  });

  it("a late answer never replaces the answer to the last query, and a failure offers a retry", async () => {
    let fails = false;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lateAnswer = post(search, async ({ body }) => {
      if (fails) throw new AppError(500, "internal_error", "…");
      if (body.query !== "wrong words") return searchResponse([account]);
      await gate;
      return searchResponse([samples]);
    });
    const page = await openConsole("/search", {
      answers: [lateAnswer, ...sourcesOf(samples, account)],
    });
    const endedQueries: string[] = [];
    page.on("requestfailed", (request) => {
      if (request.url().endsWith("/api/search")) endedQueries.push(request.postDataJSON().query);
    });
    await field(page).fill("wrong words");
    await field(page).press("Enter");
    await page.getByText("Searching", { exact: true }).waitFor({ state: "attached" });
    await field(page).fill("risk team");
    await field(page).press("Enter");
    await passages(page).getByRole("link", { name: account.title }).waitFor();
    release();
    await waitUntilLoaded(page);
    expect(await passages(page).getByRole("link", { name: samples.title }).count()).toBe(0);
    expect(endedQueries).toEqual(["wrong words"]);

    fails = true;
    await field(page).fill("invoices");
    await page.getByText("The service failed to respond").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await passages(page).getByRole("article").first().waitFor();
  });

  it("a filter on a project that the viewer cannot see finds nothing, with an explanation", async () => {
    const foreign = idOf(4, 99);
    const answer = post(search, ({ body }) => searchResponse(body.project_id ? [] : [account]));
    const page = await openConsole(`/search?q=board&project=${foreign}`, {
      answers: [answer, ...sourcesOf(account)],
    });
    await page.getByRole("heading", { level: 2, name: "No passage matches “board”" }).waitFor();
    await page.getByRole("button", { name: "Search in all projects" }).click();
    await passages(page).getByRole("article").waitFor();
    expect(addressOf(page)).toEqual({ q: "board" });
  });

  it("a partial answer asks the reader to narrow the search, and a complete one does not", async () => {
    const partialAnswer = post(search, ({ body }) => ({
      ...searchResponse([samples]),
      partial: body.source_kinds === undefined,
    }));
    const page = await openConsole("/search?q=the", {
      answers: [partialAnswer, ...sourcesOf(samples)],
    });
    const advice = passages(page).getByText("choose a project, a kind or dates");
    await advice.waitFor();
    await screenshot(page, "search-partial");
    await page.getByLabel("Kind").selectOption("email");
    await passages(page)
      .getByText(/Keyword search in emails/)
      .waitFor();
    expect(await advice.count()).toBe(0);
  });

  it("names the kinds it covers, before and after a search", async () => {
    const page = await openConsole("/search", { answers: [post(search, searchResponse([]))] });
    await page
      .getByText(
        "Search lists projects, clients, people, tasks, cards and documents by name, then the passages of documents, meeting transcripts, emails and notes. A passage opens in its source.",
      )
      .waitFor();
    await field(page).fill("quillfeather");
    await field(page).press("Enter");
    await passages(page)
      .getByText("No passages found. Keyword search in documents, meetings, emails and notes that")
      .waitFor();
    await passages(page)
      .getByText("Passages are from documents, meetings, emails and notes. Names of tasks,")
      .waitFor();
  });

  it("a source opens at its passage, accessibly in every look", async () => {
    const page = await openConsole(`/sources/${account.source_id}?passage=${account.chunk_id}`, {
      answers: sourcesOf(account),
    });
    await markedPassage(page).getByText("The risk team sends invoices.").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `source ${look}`);
      await screenshot(page, `source-${look}`);
    });
  });
});
