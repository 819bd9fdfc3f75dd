import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { type Find, find } from "../../../supabase/functions/_domain/knowledge/find-contract.ts";
import { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  inEveryLook,
  openConsole,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { idOf, people } from "../fixtures/people.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";
import { taskService } from "../fixtures/tasks.ts";

type Group = Find["groups"][number];

const [project] = projects;
const row = (id: string, title: string, context: string | null, status: string | null) => ({
  id,
  title,
  context,
  status,
  is_restricted: false,
});
const group = (kind: Group["kind"], rows: Group["rows"], is_similar = false): Group => ({
  kind,
  is_similar,
  has_more: false,
  rows,
});
const kickoff = row(idOf(5, 1), "Prepare the kickoff", "Web shop relaunch", "in_progress");
const person = row(people.member.id, people.member.name, people.member.email, "member");
const card = row(idOf(13, 1), "Create task “Kickoff”", "Web shop relaunch", "pending");
const brief = { ...row(idOf(11, 1), "Kickoff brief", null, null), is_restricted: true };
const everything: Find = {
  groups: [
    group("task", [kickoff]),
    group("project", [row(project?.id ?? "", project?.name ?? "", "WEB-01 · Shop", "active")]),
    group("person", [person], true),
    group("card", [card]),
    group("document", [brief]),
  ],
};
const noPassage = post(search, { results: [], mode: "lexical", partial: false });
const names = (page: Page) => page.getByRole("region", { name: "Matching names" });
const taskIn = (page: Page) => new URL(page.url()).searchParams.get("task");

describe("the search page", () => {
  it("lists rows by kind before the passages, accessibly in every look", async () => {
    const page = await openConsole("/search?q=kickoff", {
      answers: [get(find, everything), noPassage],
    });
    await names(page).getByRole("link", { name: kickoff.title }).waitFor();
    expect(await names(page).getByRole("heading").allTextContents()).toEqual([
      "Tasks",
      "Projects",
      "People with similar names",
      "Cards",
      "Documents",
    ]);
    await names(page).getByText("Web shop relaunch · In progress").waitFor();
    await names(page).getByText("Restricted", { exact: true }).waitFor();
    const addresses = await names(page)
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual([
      `/tasks?task=${kickoff.id}`,
      `/projects/${project?.id}`,
      `/settings/people/${person.id}`,
      `/approvals/${card.id}`,
      `/documents/${brief.id}`,
    ]);
    await page.getByRole("heading", { name: "No passage matches “kickoff”" }).waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `matching names ${look}`);
      await screenshot(page, `search-names-${look}`);
    });
  });

  it("the arrow keys move from the field through the rows, and a task opens over the page", async () => {
    const page = await openConsole("/search?q=kickoff", {
      answers: [get(find, everything), noPassage, ...taskService([]).answers],
    });
    await names(page).getByRole("link", { name: kickoff.title }).waitFor();
    await page.getByRole("searchbox", { name: "Search", exact: true }).press("ArrowDown");
    const focusedRow = () =>
      page.evaluate(() => (document.activeElement as HTMLElement).dataset["row"]);
    expect(await focusedRow()).toBe(kickoff.id);
    await page.keyboard.press("j");
    expect(await focusedRow()).toBe(project?.id);
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await expect.poll(() => taskIn(page)).toBe(kickoff.id);
    expect(new URL(page.url()).pathname).toBe("/search");
  });

  it("a filter of passages hides the rows, and a failure of the rows keeps the passages", async () => {
    const failing = get(find, () => {
      throw new AppError(400, "invalid_query", "Search for 1 to 200 characters");
    });
    const page = await openConsole("/search?q=kickoff", { answers: [failing, noPassage] });
    await page.getByText("Search for 1 to 200 characters").waitFor();
    await page.getByRole("heading", { name: "No passage matches “kickoff”" }).waitFor();
    await page.getByLabel("Kind").selectOption("email");
    await page.getByText("Search for 1 to 200 characters").waitFor({ state: "detached" });
  });

  it("opens a colleague's tasks for a member, because the list of people is for leads", async () => {
    const page = await openConsole("/search?q=alex", {
      as: people.member,
      answers: [get(find, { groups: [group("person", [person])] }), noPassage],
    });
    const link = names(page).getByRole("link", { name: person.title });
    expect(await link.getAttribute("href")).toBe(`/tasks?assignee=${person.id}`);
  });
});

describe("the palette", () => {
  /** Types without a pause between the letters, however busy the machine is. */
  const type = async (page: Page, text: string) => {
    await page.keyboard.press("Control+k");
    await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
    await page.evaluate((letters) => {
      for (const letter of letters) document.execCommand("insertText", false, letter);
    }, text);
  };

  it("finds a misspelled task, selects it, and opens its panel with enter", async () => {
    const queries: string[] = [];
    const answer = get(find, ({ query }) => {
      queries.push(query.q);
      return { groups: [group("task", [kickoff], true)] };
    });
    const page = await openConsole("/portfolio", {
      answers: [answer, ...taskService([]).answers],
    });
    await type(page, "kikoff");
    await page.locator("[data-selected]").getByText(kickoff.title).waitFor();
    expect(queries).toEqual(["kikoff"]);
    await screenshot(page, "palette-rows");
    await page.keyboard.press("Enter");
    await expect.poll(() => taskIn(page)).toBe(kickoff.id);
  });

  it("lists a row once, after exact matches, and passages last", async () => {
    const page = await openConsole("/portfolio", {
      answers: [get(find, everything), ...projectPageAnswers],
    });
    await type(page, project?.name ?? "");
    const palette = page.getByRole("dialog");
    await palette.getByText(kickoff.title).waitFor();
    await waitUntilLoaded(page);
    const labels = await palette.locator(".mantine-Spotlight-actionLabel").allTextContents();
    expect(labels[0]).toBe(project?.name);
    expect(labels.filter((label) => label === project?.name)).toHaveLength(1);
    expect(labels.slice(-2)).toEqual([`Search for “${project?.name}”`, `Ask: ${project?.name}`]);
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/projects/${project?.id}`);
  });
});
