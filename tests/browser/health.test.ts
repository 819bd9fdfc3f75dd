import type { Page } from "playwright-core";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { demoId, northlight, people } from "../support/personas.ts";
import { as, expectAccessible, focused, screenshot, settled, stack, visit } from "./console.ts";

const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

const dealer = demoId(4, 1, 9);
const late = `project_past_due.${dealer}`;
const overBudget = `project_over_budget.${dealer}`;

const finding = (page: Page) => page.getByRole("complementary", { name: "Finding" });
const lines = (page: Page) => page.getByRole("region", { name: "Findings" }).getByRole("article");
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The last decision about a finding, read as the owner. */
async function lastDecision(key: string) {
  const [code = "", subject = ""] = key.split(".");
  const [row] = await sql<{ version: number; state: string; reason: string; decided_by: string }[]>`
    select version, state, reason, decided_by from public.reconciliation_resolutions
    where organization_id = ${northlight} and finding_code = ${code} and subject_id = ${subject}
    order by version desc limit 1`;
  return row;
}

async function settle(page: Page, reason: string) {
  await page.getByRole("button", { name: "Settle with a reason" }).click();
  await page.getByLabel("Reason").fill(reason);
  await page.getByRole("button", { name: "Settle", exact: true }).click();
}

async function reopen(page: Page, key: string) {
  await visit(page, `/health?state=settled&open=${key}`, "Health");
  await page.getByRole("button", { name: "Reopen" }).click();
  await page.getByLabel("Reason").fill("It has to be looked at again.");
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect.poll(async () => (await lastDecision(key))?.state).toBe("reopened");
}

describe("Health shows", () => {
  it("a lead finds it in the rail, with the figures of the database", async () => {
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
      await settled(page);
      const board = page.getByRole("region", { name: "Board coverage" });
      await board.getByText(`${truth?.projects} projects planned`).waitFor();
      await board.getByText(`${truth?.led} of ${truth?.projects}`).first().waitFor();
      await page.getByText(`${truth?.open} open tasks, by`).waitFor();
      await board.getByText(/projects have gaps/).click();
      await board.getByRole("link", { name: "Tariff calculator" }).waitFor();
    });
  });
});

describe("a finding", () => {
  it("opens from its address with facts, evidence and fix, and evidence leads to its source", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${late}`, "Health");
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

  it("is settled with a reason, found under settled, and reopened", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${late}`, "Health");
      await page.getByRole("button", { name: "Settle with a reason" }).click();
      await page.getByRole("button", { name: "Settle", exact: true }).click();
      await page.getByText("Enter a reason").waitFor();
      await page.getByLabel("Reason").fill("The client moved the launch; a new date comes Monday.");
      await screenshot(page, "health-settling");
      await page.getByRole("button", { name: "Settle", exact: true }).click();

      await page
        .getByText(/^Settled: /)
        .last()
        .waitFor();
      expect(await lastDecision(late)).toMatchObject({
        state: "settled",
        reason: "The client moved the launch; a new date comes Monday.",
        decided_by: people.lead.personId,
      });
      // The next finding in the list is open and has the focus.
      await finding(page).getByRole("heading", { name: "No lead" }).waitFor();
      await expect.poll(() => focused(page)).toBe("No lead");
      // The list stays as long as its page: the following findings move up.
      const settledLine = lines(page).filter({ hasText: "Past its due date" });
      expect(await settledLine.filter({ hasText: "Dealer portal" }).count()).toBe(0);
      await screenshot(page, "health-settled-notification");

      await visit(page, "/health?state=settled", "Health");
      await lines(page).getByRole("link", { name: "Dealer portal" }).first().click();
      await finding(page)
        .getByText(/Settled by Jonas Albrink/)
        .waitFor();
      await finding(page).getByText("The client moved the launch").waitFor();
      await expectAccessible(page, "settled finding");
      await screenshot(page, "health-settled");
      await reopen(page, late);
      await visit(page, `/health?open=${late}`, "Health");
      await page.getByText(/Reopened by Jonas Albrink/).waitFor();
    });
  });

  it("is reopened from the message, and with z", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${late}`, "Health");
      await settle(page, "Looked at.");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").first().waitFor();
      expect(await lastDecision(late)).toMatchObject({ state: "reopened" });

      await visit(page, `/health?open=${late}`, "Health");
      await settle(page, "Looked at.");
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await page.keyboard.press("z");
      await page.getByText("Undone.").first().waitFor();
      expect(await lastDecision(late)).toMatchObject({ state: "reopened" });
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
        await page.getByRole("button", { name: "Settle", exact: true }).click();
        await page.getByText("The facts changed while you were writing.").waitFor();
        await finding(page)
          .getByText(`of ${budget - 40} hours are spent`)
          .waitFor();
        expect(await page.getByLabel("Reason").inputValue()).toBe("Agreed by phone.");
        expect((await lastDecision(overBudget))?.state).not.toBe("settled");
        await screenshot(page, "health-facts-changed-meanwhile");
        await page.getByRole("button", { name: "Settle", exact: true }).click();
        await expect.poll(async () => (await lastDecision(overBudget))?.state).toBe("settled");
      } finally {
        await setBudget(budget);
      }
      // The decision was about earlier facts, so the finding is open again and explains it.
      await visit(page, `/health?open=${overBudget}`, "Health");
      await finding(page).getByText("but the facts changed since").waitFor();
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
      await as("admin", {}, async (other) => {
        await visit(other, `/health?open=${key}`, "Health");
        await settle(other, "Their reason.");
        await expect.poll(async () => (await lastDecision(key))?.reason).toBe("Their reason.");
      });
      await page.getByRole("button", { name: "Settle", exact: true }).click();
      await page.getByText("Someone else decided this finding").waitFor();
      await finding(page).getByText("Their reason.").waitFor();
      await finding(page).getByText("Your reason was: My reason.").waitFor();
      expect(await page.getByLabel("Reason").count()).toBe(0);
      expect(await focused(page)).toContain("Someone else decided this finding");
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
      await settled(page);
      const names = await lines(page).locator("h3").allTextContents();
      for (const [key, index] of [
        ["j", 0],
        ["j", 1],
        ["j", 2],
        ["k", 1],
        ["j", 2],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focused(page)).toBe(names[index]);
      }
      const texts = await lines(page).allTextContents();
      const isSought = (text: string) =>
        text.includes("Past its due date") && text.includes("Dealer portal");
      for (let index = 2; index < texts.findIndex(isSought); index++) {
        await page.keyboard.press("j");
      }
      await page.keyboard.press("Enter");
      await finding(page).getByRole("heading", { name: "Past its due date" }).waitFor();
      await expect.poll(() => focused(page)).toBe("Past its due date");
      await page.keyboard.press("e");
      expect(await focused(page)).toBe("Migration rehearsal");
      await page.keyboard.press("s");
      await page.getByLabel("Reason").waitFor();
      await page.keyboard.type("jkesz are letters here.");
      // Escape closes the form, not the finding, and the typed text stays.
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).toBe("Settle with a reason");
      await page.keyboard.press("Enter");
      expect(await page.getByLabel("Reason").inputValue()).toBe("jkesz are letters here.");
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => focused(page)).toBe("No lead");
      await page.keyboard.press("z");
      await page.getByText("Undone.").first().waitFor();
      await page.keyboard.press("Escape");
      await finding(page).getByText("Choose a finding").waitFor();
      expect(await focused(page)).toBe("Patient journey analytics");
      expect(searchOf(page)).toEqual({});
    });
  });
});

describe("Health by role", () => {
  it("another organization sees none of it", async () => {
    await as("other_admin", {}, async (page) => {
      await visit(page, `/health?open=${late}`, "Health");
      await finding(page).getByText("Finding not found").waitFor();
      expect(await page.getByText("Dealer portal").count()).toBe(0);
    });
  });
});
