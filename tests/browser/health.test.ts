import type { Page } from "playwright-core";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { demoId, northlight, people } from "../support/personas.ts";
import {
  as,
  expectAccessible,
  focused,
  inEveryLook,
  screenshot,
  settled,
  stack,
  visit,
} from "./console.ts";

const sql = postgres(stack.database_url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

const dealer = demoId(4, 1, 9);
const late = `project_past_due.${dealer}`;
const overBudget = `project_over_budget.${dealer}`;
const unverified = `status_missing.${demoId(4, 1, 14)}`;

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

describe("what Health shows", () => {
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
      await visit(page, "/", "Portfolio");
      await page.getByRole("navigation", { name: "Main" }).getByText("Health").click();
      await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
      await settled(page);
      const board = page.getByRole("region", { name: "Board coverage" });
      await board.getByText(`Of ${truth?.projects} projects planned`).waitFor();
      await board.getByText(`${truth?.led} of ${truth?.projects}`).first().waitFor();
      await page.getByText(`Of ${truth?.open} open tasks`).waitFor();
      await board.getByText(/projects have gaps/).click();
      await board.getByRole("link", { name: "Tariff calculator" }).waitFor();
    });
  });

  it("filters live in the address and survive a reload", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/health", "Health");
      const all = await lines(page).count();
      await page.getByRole("navigation", { name: "Rules" }).getByText("No status yet").click();
      await page.waitForURL(/code=status_missing/);
      await settled(page);
      expect(await lines(page).count()).toBeLessThan(all);
      await page.getByText("Unverified", { exact: false }).nth(1).click();
      await page.getByLabel("Severity").selectOption("medium");
      await page.getByLabel("Group").selectOption("project");
      await page.getByRole("combobox", { name: "Project" }).fill("tarif");
      await page.getByRole("option", { name: /Tariff calculator/ }).click();
      await page.waitForURL(/project=/);
      await settled(page);
      expect(searchOf(page)).toEqual({
        state: "unverified",
        severity: "medium",
        code: "status_missing",
        project: demoId(4, 1, 14),
        group: "project",
      });
      expect(await lines(page).count()).toBe(1);
      await page.reload();
      await lines(page).first().waitFor();
      expect(await lines(page).count()).toBe(1);
      await lines(page).getByText("Unverified").waitFor();
    });
  });

  it("a filter that fits nothing says what was checked, and can be cleared", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?code=project_past_due&project=${demoId(4, 1, 14)}`, "Health");
      await page.getByRole("heading", { name: "No finding fits these filters" }).waitFor();
      await page.getByText(/of 1 project and 3 open tasks were checked/).waitFor();
      await screenshot(page, "health-nothing");
      await page.getByRole("button", { name: "Clear the filters" }).click();
      await lines(page).first().waitFor();
    });
  });

  it("a filter that the service does not know leads back to everything", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/health?code=no_such_rule", "Health");
      await page.getByText("That is not the code of a finding").waitFor();
      await page.getByRole("button", { name: "Show all findings" }).click();
      await lines(page).first().waitFor();
    });
  });

  it("an organization without projects is not called well", async () => {
    await as("lead", {}, async (page) => {
      await page.route("**/api/portfolio-health?*", async (route) => {
        const answer = await (await route.fetch()).json();
        const none = { project_count: 0, gaps: [], gaps_left_out: 0 };
        await route.fulfill({
          json: { ...answer, board: { ...answer.board, ...none }, counts: [], findings: [] },
        });
      });
      await visit(page, "/health", "Health");
      await page.getByRole("heading", { name: "Nothing could be checked" }).waitFor();
    });
  });

  it("offers another try when it cannot be computed", async () => {
    await as("lead", {}, async (page) => {
      let fails = true;
      await page.route("**/api/portfolio-health?*", (route) =>
        fails
          ? route.fulfill({ status: 500, json: { code: "internal_error", message: "…" } })
          : route.continue(),
      );
      await page.goto("/health");
      await page.getByText("The service failed to answer").waitFor();
      fails = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await lines(page).first().waitFor();
    });
  });

  it("1,000 findings are read page by page, with few lines in the page", async () => {
    await as("lead", {}, async (page) => {
      await page.route("**/api/portfolio-health?*", async (route) => {
        const url = new URL(route.request().url());
        const from = Number(url.searchParams.get("cursor") ?? 0);
        url.searchParams.delete("cursor");
        const answer = await (await route.fetch({ url: url.href })).json();
        const findings = Array.from({ length: 50 }, (_, place) => ({
          ...answer.findings[0],
          subject: {
            ...answer.findings[0].subject,
            id: demoId(4, 1, from + place),
            name: `Project ${String(from + place).padStart(4, "0")}`,
          },
        }));
        const next_cursor = from < 950 ? String(from + 50) : null;
        await route.fulfill({ json: { ...answer, findings, next_cursor } });
      });
      await visit(page, "/health", "Health");
      await expect
        .poll(async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
          return page.getByRole("link", { name: "Project 0999" }).count();
        })
        .toBe(1);
      expect(await lines(page).count()).toBeLessThan(100);
    });
  });
});

describe("a finding", () => {
  it("opens from its address with facts, evidence and fix, and evidence leads to its place", async () => {
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
      await page.getByText("1 task", { exact: true }).waitFor();
      await page.getByRole("cell", { name: /Go-live/ }).waitFor();
      await page.goBack();
      await finding(page).getByRole("heading", { name: "Past its due date" }).waitFor();
    });
  });

  it("says how much evidence is not listed, and where it is", async () => {
    const [hours] = await sql<{ count: number }[]>`
      select count(*)::int from public.time_entries where project_id = ${dealer}`;
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${overBudget}`, "Health");
      await finding(page).getByText(`Evidence (${hours?.count} rows)`).waitFor();
      await finding(page)
        .getByRole("link", { name: `${(hours?.count ?? 0) - 20} more` })
        .click();
      await page.waitForURL(`**/projects/${dealer}?view=hours`);
    });
  });

  it("that is no longer there says so", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=project_past_due.${demoId(4, 1, 1)}`, "Health");
      await finding(page).getByText("This finding is no longer there").waitFor();
    });
  });

  it("is settled with a reason, found under settled, and reopened", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${late}`, "Health");
      await page.getByRole("button", { name: "Settle with a reason" }).click();
      await page.getByRole("button", { name: "Settle", exact: true }).click();
      await page.getByText("Write why").waitFor();
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
      // The next in the list is open and has the focus.
      await finding(page).getByRole("heading", { name: "Nobody leads it" }).waitFor();
      await expect.poll(() => focused(page)).toBe("Nobody leads it");
      // The list stays as long as its page: what follows moves up.
      const settledLine = lines(page).filter({ hasText: "Past its due date" });
      expect(await settledLine.filter({ hasText: "Dealer portal" }).count()).toBe(0);
      await screenshot(page, "health-settled-notification");

      await visit(page, "/health?state=settled", "Health");
      await lines(page).getByRole("link", { name: "Dealer portal" }).first().click();
      await finding(page)
        .getByText(/Settled by Jonas Albrink/)
        .waitFor();
      await finding(page).getByText("The client moved the launch").waitFor();
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `settled finding ${look}`);
        await screenshot(page, `health-settled-${look}`);
      });
      await reopen(page, late);
      await visit(page, `/health?open=${late}`, "Health");
      await page.getByText(/Reopened by Jonas Albrink/).waitFor();
    });
  });

  it("settling is taken back from the message, and by z", async () => {
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

  it("whose facts change while somebody writes is shown anew, with the reason kept", async () => {
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
        await page.getByText("The facts changed while you wrote.").waitFor();
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
      // What was settled were the other facts: it is open again, and says so.
      await visit(page, `/health?open=${overBudget}`, "Health");
      await finding(page).getByText("but the facts changed since").waitFor();
      await finding(page).getByText("Open", { exact: true }).waitFor();
      await screenshot(page, "health-facts-changed");
    });
  });

  it("that somebody else decided meanwhile is shown anew, with the reason kept", async () => {
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
      await page.getByText("Somebody else decided about this finding").waitFor();
      await finding(page).getByText("Their reason.").waitFor();
      await finding(page).getByText("Your reason was: My reason.").waitFor();
      expect(await page.getByLabel("Reason").count()).toBe(0);
      expect(await focused(page)).toContain("Somebody else decided about this finding");
      await reopen(page, key);
    });
  });
});

describe("by keyboard alone", () => {
  it("a finding is found, read, settled and reopened", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/", "Portfolio");
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await page.getByRole("heading", { level: 1, name: "Health" }).waitFor();
      await settled(page);
      const names = await lines(page).locator("h3").allTextContents();
      for (const [key, place] of [
        ["j", 0],
        ["j", 1],
        ["j", 2],
        ["k", 1],
        ["j", 2],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focused(page)).toBe(names[place]);
      }
      const texts = await lines(page).allTextContents();
      const isSought = (text: string) =>
        text.includes("Past its due date") && text.includes("Dealer portal");
      for (let place = 2; place < texts.findIndex(isSought); place++) {
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
      // Escape leaves the form, not the finding, and what was typed stays.
      await page.keyboard.press("Escape");
      await expect.poll(() => focused(page)).toBe("Settle with a reason");
      await page.keyboard.press("Enter");
      expect(await page.getByLabel("Reason").inputValue()).toBe("jkesz are letters here.");
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => focused(page)).toBe("Nobody leads it");
      await page.keyboard.press("z");
      await page.getByText("Undone.").first().waitFor();
      await page.keyboard.press("Escape");
      await finding(page).waitFor({ state: "detached" });
      expect(await focused(page)).toBe("Patient journey analytics");
      expect(searchOf(page)).toEqual({});
    });
  });

  it("? shows the keys of Health there, and nowhere else", async () => {
    await as("lead", {}, async (page) => {
      await visit(page, "/health", "Health");
      await page.keyboard.press("?");
      const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await help.getByText("Settle or reopen it, with a reason").waitFor();
      await visit(page, "/", "Portfolio");
      await page.keyboard.press("?");
      await help.getByText("Go to Health").waitFor();
      expect(await help.getByText("Settle or reopen it").count()).toBe(0);
    });
  });
});

describe("who Health is for", () => {
  it("a member has no Health, and its address is a dead end", async () => {
    await as("member", {}, async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await visit(page, "/", "Portfolio");
      expect(await page.getByRole("link", { name: "Health" }).count()).toBe(0);
      await page.keyboard.press("g");
      await page.keyboard.press("h");
      await visit(page, `/health?open=${late}`, "This page is for admins and leads");
      expect(asked.filter((path) => path.includes("portfolio-health"))).toEqual([]);
    });
  });

  it("another organization sees none of it", async () => {
    await as("other_admin", {}, async (page) => {
      await visit(page, `/health?open=${late}`, "Health");
      await finding(page).getByText("This finding is no longer there").waitFor();
      expect(await page.getByText("Dealer portal").count()).toBe(0);
    });
  });
});

describe("in every look", () => {
  it.each([
    ["list", "/health"],
    ["by-project", "/health?group=project"],
  ])("the %s is accessible", async (name, address) => {
    await as("lead", {}, async (page) => {
      await visit(page, address, "Health");
      await inEveryLook(page, async (look) => {
        await expectAccessible(page, `health ${name} ${look}`);
        await screenshot(page, `health-${name}-${look}`);
      });
    });
  });

  it.each([
    ["finding", overBudget],
    ["unverified", unverified],
  ])("the %s is accessible, beside the list and over it", async (name, key) => {
    await as("lead", {}, async (page) => {
      await visit(page, `/health?open=${key}`, "Health");
      await page.getByRole("button", { name: "Settle with a reason" }).waitFor();
      await inEveryLook(page, async (look) => {
        await page.getByRole("button", { name: "Settle with a reason" }).click();
        await page.getByLabel("Reason").waitFor();
        await settled(page);
        await expectAccessible(page, `health ${name} form ${look}`);
        await screenshot(page, `health-${name}-form-${look}`);
        await page.getByRole("button", { name: "Cancel" }).click();
        await expectAccessible(page, `health ${name} ${look}`);
        await screenshot(page, `health-${name}-${look}`);
      });
    });
  });

  it("a phone opens a finding over the list, and closing it returns to its line", async () => {
    await as("lead", { width: 390 }, async (page) => {
      await visit(page, "/health", "Health");
      const line = lines(page).locator("a").first();
      await line.click();
      const dialog = page.getByRole("dialog", { name: "Finding" });
      await dialog.getByRole("heading", { level: 2, name: "Over budget" }).waitFor();
      await page.getByRole("button", { name: "Close the finding" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(
        await line.getAttribute("id"),
      );
    });
  });
});
