/**
 * People in the palette, and the filters of their list.
 * app/keyboard.test.ts finds every page and every action in the palette. tests/unit/console/people-view.test.ts proves what
 * the filters show and what a URL keeps; portfolio/portfolio.test.ts proves that filters survive a reload.
 */
import { describe, expect, it } from "vitest";
import { focusedText, openConsole, reopen } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { answers, list } from "./people-list.ts";

describe("the list", () => {
  it("the palette opens the people and the invitation form", async () => {
    const page = await openConsole("/portfolio", { as: people.admin, answers });
    for (const [text, heading] of [
      ["people", "People"],
      ["invite", "Invite a person"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.locator(':focus[placeholder="Search or jump to…"]').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: new RegExp(`^${heading}`) }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  it("filters and order are in the URL and survive a reload", async () => {
    const page = await openConsole(list, { as: people.admin, answers });
    await page.getByLabel("Search people").fill("max");
    await page.waitForURL(/q=max/);
    await page.getByText("Member", { exact: true }).first().click();
    await page.getByRole("button", { name: "Projects", exact: true }).click();
    await page.waitForURL(/sort=projects/);
    await page.getByRole("button", { name: "Projects", exact: true }).click();
    await page.waitForURL(/dir=desc/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: "max",
      role: "member",
      sort: "projects",
      dir: "desc",
    });
    await reopen(page);
    await page.getByText(/^1 of \d$/).waitFor();
    await page.getByRole("link", { name: people.member.name }).click();
    await page.getByRole("heading", { name: people.member.name }).waitFor();
    await expect.poll(() => focusedText(page)).toBe(people.member.name);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: people.member.name }).waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toBe(people.member.name);
    expect(new URL(page.url()).searchParams.get("sort")).toBe("projects");
  });
});
