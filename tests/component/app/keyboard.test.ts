import { describe, expect, it } from "vitest";
import { rows } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLook,
  openConsole,
  openFreshPage,
  reopen,
  screenshot,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";
import { taskService } from "../fixtures/tasks.ts";

const importPageAnswers = [rows("portfolio_import_runs", []), rows("import_mappings", [])];

describe("by keyboard alone", () => {
  it("the palette opens a project by name or code, and its heading takes the focus", async () => {
    const page = await openConsole("/portfolio", { answers: projectPageAnswers });
    for (const text of ["seo ret", "SEO-01"]) {
      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type(text);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /SEO retainer/ })
        .waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "SEO retainer" }).waitFor();
      await expect.poll(() => focusedText(page)).toBe("SEO retainer");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type("portfolio");
      await page.locator("[data-selected]").getByText("Portfolio", { exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
      await expect.poll(() => focusedText(page)).toBe("Portfolio");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  it("the palette opens at the first key after loading, and gives the focus back", async () => {
    await openFreshPage();
    const page = await openConsole("/portfolio");
    const search = page.getByLabel("Search projects");
    await search.focus();
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect
      .poll(() => search.evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it("the palette does not open over a dialog or the timer, which would stay open on another page", async () => {
    const tasks = taskService([]);
    const page = await openConsole("/tasks", { answers: tasks.answers });
    const palette = page.getByPlaceholder("Search or jump to…");
    await page.getByRole("button", { name: "New task" }).click();
    const title = page.getByRole("dialog", { name: "New task" }).getByLabel("Title");
    await title.fill("Draw the home page");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("!");
    await expect.poll(() => title.inputValue()).toBe("Draw the home page!");
    expect(await palette.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Start timer" }).click();
    const note = page.getByRole("dialog", { name: "Timer" }).getByLabel("Note");
    await note.fill("Sketches");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("!");
    await expect.poll(() => note.inputValue()).toBe("Sketches!");
    expect(await palette.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
  });

  it("the palette offers a member their own projects and no import", async () => {
    const own = projects.filter(({ name }) => name === "CRM migration" || name === "Reader app");
    const page = await openConsole("/portfolio", {
      as: people.member,
      answers: [rows("project_summaries", own)],
    });
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await palette.getByText("CRM migration").waitFor();
    expect(await palette.getByText("SEO retainer").count()).toBe(0);
    expect(await palette.getByText("Import", { exact: true }).count()).toBe(0);
  });

  it("the palette lists every page and every action", async () => {
    const page = await openConsole("/portfolio", { as: people.admin });
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await palette.getByText("Web shop relaunch").waitFor();
    const labels = await palette.locator(".mantine-Spotlight-actionLabel").allTextContents();
    // Pages and actions, without the rows.
    const names = new Set(
      projects.flatMap(({ name, account_name, client_name }) => [name, account_name, client_name]),
    );
    expect(labels.filter((label) => !names.has(label))).toEqual([
      ...["My work", "Inbox", "Portfolio", "Clients", "Tasks", "Hours", "Calendar", "Availability"],
      ...["Ask", "Search", "Documents", "Email", "Meetings", "Drafts", "Estimates", "Import"],
      ...["Health", "Prompt", "Settings", "All approvals", "Document inventory"],
      ...["People", "Organization", "Approvals", "Rates", "Authoring profiles", "Integrations"],
      "Your account",
      ...["Invite a person…", "New task…", "Post status…", "Propose an event…", "Propose a card…"],
      ...["Upload documents…", "New project…", "New client…", "New account…"],
      ...["Use the light theme", "Use the dark theme", "Show keyboard shortcuts", "Sign out"],
    ]);
  });

  it("the palette changes the theme, which survives a reload", async () => {
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.keyboard.type("dark theme");
    await page.keyboard.press("Enter");
    const scheme = () =>
      page.evaluate(() => document.documentElement.dataset["mantineColorScheme"]);
    await expect.poll(scheme).toBe("dark");
    await reopen(page);
    expect(await scheme()).toBe("dark");
  });

  it("g and a letter open a page, ? shows the keys, / searches", async () => {
    const page = await openConsole("/portfolio", { answers: importPageAnswers });
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.getByRole("heading", { level: 1, name: "My work" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("heading", { level: 1, name: "Portfolio" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("g i");
    expect(await page.getByLabel("Search projects").inputValue()).toBe("g i");
  });

  it("the first Tab stop skips to the content", async () => {
    // Only the first page after loading leaves the focus to the browser.
    await openFreshPage();
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Tab");
    expect(await focusedText(page)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
  });

  it("a phone opens the navigation, and choosing a page closes it", async () => {
    const page = await openConsole("/portfolio", { width: 390, answers: importPageAnswers });
    await page.getByRole("button", { name: "Open navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Import" }).click();
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("the palette", () => {
  it("is accessible in every look", async () => {
    const page = await openConsole("/portfolio");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByText("Accessibility audit").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `palette ${look}`);
      await screenshot(page, `palette-${look}`);
    });
  });
});
