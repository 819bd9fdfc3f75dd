import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoId } from "../support/personas.ts";
import { as, expectAccessible, inEveryLook, screenshot, settled, visit } from "./console.ts";
import { ownSource } from "./inbox-cards.ts";
import { ownProject } from "./own-project.ts";

const contract = demoId(11, 1, 3);
const contractPassage = demoId(12, 1, 302);
/** A meeting of a project that the member is no member of. */
const foreignMeeting = demoId(11, 1, 6);

const passages = (page: Page) => page.getByRole("region", { name: "Passages" });
const field = (page: Page) => page.getByRole("searchbox", { name: "Search", exact: true });
const marked = (page: Page) => page.locator("[aria-current='true']");
const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Searches as somebody who types, and waits for the answer to exactly that. */
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
      await visit(page, "/", "Portfolio");
      await page.getByRole("navigation", { name: "Main" }).getByText("Search").click();
      await page.getByRole("heading", { level: 2, name: "Find the passage" }).waitFor();
      await screenshot(page, "search-empty");
      await search(page, "additional work charged per hour");
      await passages(page)
        .getByText(/searched by words.* in everything that you may see/)
        .waitFor();
      const first = passages(page).getByRole("article").first();
      await first.getByRole("link", { name: "Contract web shop relaunch, signed.pdf" }).waitFor();
      for (const said of ["Page 5", "Document", "Web shop relaunch", "Restricted"]) {
        await first.getByText(said, { exact: true }).waitFor();
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
      expect(addressOf(page)["chunk"]).toBe(contractPassage);
      await page.goBack();
      await passages(page).getByRole("article").first().waitFor();
      expect(await field(page).inputValue()).toBe("additional work charged per hour");
    });
  });

  it("a member finds no word of the contract nor of foreign projects, and cannot open their addresses", async () => {
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
        `/documents/${contract}?chunk=${contractPassage}`,
        `/sources/${contract}`,
        `/sources/${foreignMeeting}`,
      ]) {
        await page.goto(address);
        await page.getByRole("heading", { level: 1, name: /^There is no such/ }).waitFor();
        expect(await page.textContent("main")).not.toMatch(/110 euros|64 hours/);
      }
    });
  });

  it("filters live in the address and survive a reload; what finds nothing says how to go on", async () => {
    const project = await ownProject("Search: filters");
    await ownSource(project, {
      kind: "email",
      title: "Re: quillfeather samples",
      text: "The quillfeather samples arrive on Tuesday.",
    });
    await as("lead", {}, async (page) => {
      await visit(page, "/search", "Search");
      await search(page, "quillfeather");
      await page.getByRole("combobox", { name: "Project" }).fill(project.name);
      await page.getByRole("option", { name: project.name }).click();
      await page.getByLabel("Kind").selectOption("email");
      await page.getByLabel("From").fill("2020-01-01");
      await passages(page)
        .getByText(/1 passage from 1 source.* in emails of Search: filters, from 1 Jan 2020/)
        .waitFor();
      expect(addressOf(page)).toEqual({
        q: "quillfeather",
        project: project.id,
        kind: "email",
        from: "2020-01-01",
      });
      await page.reload();
      await passages(page).getByRole("link", { name: "Re: quillfeather samples" }).waitFor();
      expect(await page.getByLabel("From").inputValue()).toBe("2020-01-01");

      await page.getByLabel("Kind").selectOption("note");
      await page.getByRole("heading", { name: "No passage fits “quillfeather”" }).waitFor();
      await screenshot(page, "search-nothing");
      await page.getByRole("button", { name: "Search all kinds" }).click();
      await passages(page).getByRole("article").waitFor();
      await page.getByLabel("To", { exact: true }).fill("2019-12-31");
      await page.getByText("The last day lies before the first").waitFor();
      await page.getByLabel("From").fill("");
      await page.getByRole("button", { name: "Remove every filter" }).click();
      await passages(page).getByRole("article").waitFor();
      expect(addressOf(page)).toEqual({ q: "quillfeather" });
    });
  });

  it("by keyboard alone: to the field, through the passages, into the source and back", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("f");
      await page.locator(":focus[aria-label=Search]").waitFor();
      await page.keyboard.type("launch invoices");
      await passages(page).getByRole("article").nth(1).waitFor();
      await settled(page);
      const links = passages(page).getByRole("link");
      const titles = await links.allTextContents();
      const ids = await links.evaluateAll((all) => all.map((link) => link.dataset["passage"]));
      const current = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset);
      await page.keyboard.press("ArrowDown");
      expect(await current()).toEqual({ passage: ids[0] });
      await page.keyboard.press("j");
      expect(await current()).toEqual({ passage: ids[1] });
      await page.keyboard.press("k");
      await page.keyboard.press("ArrowUp");
      await page.locator(":focus[aria-label=Search]").waitFor();
      await page.keyboard.press("ArrowDown");
      await screenshot(page, "search-keyboard");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: titles[0] }).waitFor();
      await page.locator("[aria-current='true']:focus").waitFor();

      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type("risk team");
      await page.getByText("Search for “risk team”").waitFor();
      await page.keyboard.press("Enter");
      await passages(page).getByRole("link", { name: "Re: Live payment account" }).waitFor();
      await page.keyboard.press("/");
      expect(await field(page).inputValue()).toBe("risk team");
      await page.locator(":focus[aria-label=Search]").waitFor();
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
      await settled(page);
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `source ${look}`);
        await screenshot(page, `source-${look}`);
      });
    });
  });

  it("what a source says is text, in the answer and on its page", async () => {
    const project = await ownProject("Search: markup");
    await ownSource(project, {
      kind: "email",
      title: "<b>Zwickelnaht</b>",
      text: 'Zwickelnaht <img src=x onerror="document.title=1"> <mark>not marked</mark> end.',
    });
    await as("lead", {}, async (page) => {
      await visit(page, `/search?q=zwickelnaht&project=${project.id}`, "Search");
      await passages(page).getByText("<img src=x").waitFor();
      expect(await passages(page).locator("img, b").count()).toBe(0);
      expect(await passages(page).locator("mark").allTextContents()).not.toContain("not marked");
      await passages(page).getByRole("link", { name: "<b>Zwickelnaht</b>" }).click();
      await marked(page).getByText("<mark>not marked</mark>").waitFor();
      expect(await page.locator("main img, main mark").count()).toBe(0);
    });
  });

  it("the last words win over an answer that comes late, and a failure offers another try", async () => {
    await as("lead", {}, async (page) => {
      let fails = false;
      const ended: string[] = [];
      page.on("requestfailed", (request) => {
        if (request.url().endsWith("/api/search")) ended.push(request.postDataJSON().query);
      });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/api/search", async (route) => {
        if (fails) {
          return route.fulfill({ status: 500, json: { code: "internal_error", message: "…" } });
        }
        if (route.request().postDataJSON().query === "wrong words") await held;
        return route.continue().catch(() => {});
      });
      await visit(page, "/search", "Search");
      await field(page).fill("wrong words");
      await field(page).press("Enter");
      await page.getByText("Searching", { exact: true }).waitFor({ state: "attached" });
      await search(page, "risk team");
      release();
      await passages(page).getByRole("link", { name: "Re: Live payment account" }).waitFor();
      expect(ended).toEqual(["wrong words"]);

      fails = true;
      await field(page).fill("invoices");
      await page.getByText("The service failed to answer").waitFor();
      fails = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await passages(page).getByRole("article").first().waitFor();
    });
  });

  it("a filter on a project that is not the viewer's finds nothing and says so", async () => {
    await as("member", {}, async (page) => {
      await visit(page, `/search?q=board&project=${demoId(4, 1, 9)}`, "Search");
      await page.getByRole("heading", { level: 2, name: "No passage fits “board”" }).waitFor();
      await page.getByRole("button", { name: "Search in all projects" }).click();
      await settled(page);
      expect(addressOf(page)).toEqual({ q: "board" });
      expect(await passages(page).textContent()).not.toContain("Dealer portal");
    });
  });
});
