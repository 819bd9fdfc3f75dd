/**
 * The figures, links and keys of Health. supabase/tests/health proves the figures and that changed facts reopen a
 * finding; tests/laws/matrix proves who reads Health, and tests/component/health/health.test.ts proves the page.
 */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { owner as sql } from "../support/database.ts";
import { demoId, northlight } from "../support/personas.ts";
import { as, focusedText, screenshot, visit, waitUntilLoaded } from "./console.ts";
import {
  dealer,
  finding,
  lastDecision,
  lateFinding,
  lines,
  reopen,
  settle,
  settleAs,
} from "./health-page.ts";

const overBudget = `project_over_budget.${dealer}`;

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("Health", () => {
  it("is in a lead's rail, and shows the figures of the database", async () => {
    const [truth] = await sql<{ projects: number; led: number; open: number }[]>`
      select
        count(*)::int as projects,
        count(*) filter (where exists (
          select from public.people where id = lead_id and people.archived_at is null))::int as led,
        sum((select count(*) from public.tasks
             where project_id = projects.id and archived_at is null
               and tasks.status in ('open', 'in_progress', 'blocked')))::int as open
      from public.projects
      where organization_id = ${northlight} and archived_at is null
        and status in ('planned', 'active', 'on_hold')`;
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio", "Portfolio");
      await page.getByRole("navigation", { name: "Main" }).getByText("Health").click();
      await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
      await waitUntilLoaded(page);
      const board = page.getByRole("region", { name: "Project basics" });
      await board.getByText(`${truth?.projects} projects planned`).waitFor();
      await board.getByText(`${truth?.led} of ${truth?.projects}`).first().waitFor();
      await page.getByText(`${truth?.open} open tasks`, { exact: true }).waitFor();
      await board.getByText(/projects have gaps/).click();
      await board.getByRole("link", { name: "Tariff calculator" }).waitFor();
    });
  });
});

describe("a finding", () => {
  it("opens from its URL with facts, evidence and fix, and evidence leads to its source", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${lateFinding}`, "Health");
      const detail = finding(page);
      await detail.getByRole("heading", { name: "Past its due date" }).waitFor();
      await detail.getByText("Days late").waitFor();
      await detail.getByRole("button", { name: "Edit the project" }).click();
      const form = page.getByRole("dialog", { name: "Edit project" });
      expect(await form.getByLabel("Name").inputValue()).toBe("Dealer portal");
      await page.keyboard.press("Escape");
      await form.waitFor({ state: "detached" });
      const evidence = detail.getByRole("link", { name: "Go-live" });
      await evidence.click();
      await page.getByRole("heading", { level: 1, name: "Dealer portal" }).waitFor();
      await page.getByRole("heading", { level: 2, name: "Go-live" }).waitFor();
      await page.goBack();
      await finding(page).getByRole("heading", { name: "Past its due date" }).waitFor();
    });
  });

  it("is reopened by the button in the message, and by pressing z", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${lateFinding}`, "Health");
      await settle(page, "Looked at.");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").first().waitFor();
      expect(await lastDecision(lateFinding)).toMatchObject({ state: "reopened" });

      await visit(page, `/health?open=${lateFinding}`, "Health");
      await settle(page, "Looked at.");
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await page.keyboard.press("z");
      await page.getByText("Undone.").first().waitFor();
      expect(await lastDecision(lateFinding)).toMatchObject({ state: "reopened" });
    });
  });

  it("is shown again, with the reason kept, when its facts change in the meantime", async () => {
    const [{ budget } = { budget: 0 }] = await sql<{ budget: number }[]>`
      select budget_hours::float8 as budget from public.projects where id = ${dealer}`;
    const setBudget = (hours: number) =>
      sql`update public.projects set budget_hours = ${hours} where id = ${dealer}`;
    await as("lead", {}, async (page) => {
      try {
        await visit(page, `/health?open=${overBudget}`, "Health");
        await page.getByRole("button", { name: "Settle with a reason" }).click();
        await page.getByLabel("Reason").fill("Agreed by phone.");
        await setBudget(budget - 40);
        await page.getByRole("button", { name: "Settle finding" }).click();
        await page.getByText("The facts changed while you were writing.").waitFor();
        await finding(page)
          .getByText(`against a budget of ${budget - 40} hours`)
          .waitFor();
        expect(await page.getByLabel("Reason").inputValue()).toBe("Agreed by phone.");
        expect((await lastDecision(overBudget))?.state).not.toBe("settled");
        await screenshot(page, "health-facts-changed-meanwhile");
        await page.getByRole("button", { name: "Settle finding" }).click();
        await expect.poll(async () => (await lastDecision(overBudget))?.state).toBe("settled");
      } finally {
        await setBudget(budget);
      }
      // The decision was about earlier facts, so the finding is open again and explains it.
      await visit(page, `/health?open=${overBudget}`, "Health");
      await finding(page).getByText("but the facts have changed since").waitFor();
      await finding(page).getByText("Open", { exact: true }).waitFor();
      await screenshot(page, "health-facts-changed");
    });
  });

  it("is shown again, with the reason kept, when another person decides in the meantime", async () => {
    const key = `project_over_budget.${demoId(4, 1, 2)}`;
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${key}`, "Health");
      await page.getByRole("button", { name: "Settle with a reason" }).click();
      await page.getByLabel("Reason").fill("My reason.");
      await settleAs("admin", key, "Their reason.");
      await page.getByRole("button", { name: "Settle finding" }).click();
      await page.getByText("Someone else decided this finding").waitFor();
      await finding(page).getByText("Their reason.").waitFor();
      await finding(page).getByText("Your reason was: My reason.").waitFor();
      expect(await page.getByLabel("Reason").count()).toBe(0);
      expect(await focusedText(page)).toContain("Someone else decided this finding");
      await reopen(page, key);
    });
  });
});

describe("by keyboard alone", () => {
  it("a finding is found, read, settled and reopened", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/portfolio", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
      await waitUntilLoaded(page);
      const names = await lines(page).locator("h3").allTextContents();
      for (const [key, index] of [
        ["j", 0],
        ["j", 1],
        ["j", 2],
        ["k", 1],
        ["j", 2],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focusedText(page)).toBe(names[index]);
      }
      const texts = await lines(page).allTextContents();
      const isSought = (text: string) =>
        text.includes("Past its due date") && text.includes("Dealer portal");
      for (let index = 2; index < texts.findIndex(isSought); index++) {
        await page.keyboard.press("j");
      }
      await page.keyboard.press("Enter");
      await finding(page).getByRole("heading", { name: "Past its due date" }).waitFor();
      await expect.poll(() => focusedText(page)).toBe("Past its due date");
      await page.keyboard.press("e");
      expect(await focusedText(page)).toBe("Migration rehearsal");
      await page.keyboard.press("s");
      await page.getByLabel("Reason").waitFor();
      await page.keyboard.type("jkesz are letters here.");
      // Escape closes the form, not the finding, and the typed text stays.
      await page.keyboard.press("Escape");
      await expect.poll(() => focusedText(page)).toBe("Settle with a reason");
      await page.keyboard.press("Enter");
      expect(await page.getByLabel("Reason").inputValue()).toBe("jkesz are letters here.");
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => focusedText(page)).toBe("No lead");
      await page.keyboard.press("z");
      await page.getByText("Undone.").first().waitFor();
      await page.keyboard.press("Escape");
      await finding(page).getByText("Choose a finding").waitFor();
      expect(await focusedText(page)).toBe("Patient journey analytics");
      expect(searchOf(page)).toEqual({});
    });
  });
});

describe("Health by role", () => {
  it("another organization sees none of it", async () => {
    await as("other_admin", {}, async (page) => {
      await visit(page, `/health?open=${lateFinding}`, "Health");
      await finding(page).getByText("Finding not found").waitFor();
      expect(await page.getByText("Dealer portal").count()).toBe(0);
    });
  });
});
