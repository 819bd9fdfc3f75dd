import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { portfolioActions } from "../../../supabase/functions/_domain/portfolio/action-contract.ts";
import { portfolioHealth } from "../../../supabase/functions/_domain/portfolio/health-contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  exportCsv,
  focusedText,
  inEveryLook,
  inEveryLookOfState,
  openConsole,
  reopen,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { finding as aFinding, findings, health, healthAnswer } from "../fixtures/health.ts";
import { idOf, people } from "../fixtures/people.ts";
import { peopleOptions } from "../fixtures/project-changes.ts";
import { projectPageAnswers } from "../fixtures/project-page.ts";
import { projects } from "../fixtures/projects.ts";
import {
  expectAccessibleFinding,
  expectAccessibleList,
  finding,
  lines,
  overBudget,
} from "./health-page.ts";

const [, , crm, reader] = projects.map(({ id }) => id);
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("Health", () => {
  it("filters are in the URL and survive a reload", async () => {
    const page = await openConsole("/health", { answers: [health] });
    const all = await lines(page).count();
    await page.getByRole("navigation", { name: "Rules" }).getByText("No status yet").click();
    await page.waitForURL(/code=status_missing/);
    await waitUntilLoaded(page);
    await expect.poll(() => lines(page).count()).toBeLessThan(all);
    await page.getByRole("radiogroup", { name: "State" }).getByText("Unverified").click();
    await page.getByLabel("Severity").selectOption("medium");
    await page.getByLabel("Group").selectOption("project");
    await page.getByRole("combobox", { name: "Project" }).fill("reader");
    await page.getByRole("option", { name: /Reader app/ }).click();
    await page.waitForURL(/project=/);
    await waitUntilLoaded(page);
    expect(searchOf(page)).toEqual({
      state: "unverified",
      severity: "medium",
      code: "status_missing",
      project: reader,
      group: "project",
    });
    await expect.poll(() => lines(page).count()).toBe(1);
    await reopen(page);
    await lines(page).first().waitFor();
    await expect.poll(() => lines(page).count()).toBe(1);
    await lines(page).getByText("Unverified").waitFor();
  });

  it("a filter that matches nothing lists what was checked, and can be cleared", async () => {
    const page = await openConsole(`/health?code=project_over_budget&project=${reader}`, {
      answers: [health],
    });
    await page.getByRole("heading", { name: "No findings match these filters" }).waitFor();
    await page.getByText(/of 5 projects and 26 open tasks were checked/).waitFor();
    await screenshot(page, "health-nothing");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await lines(page).first().waitFor();
  });

  it("long words stay within their lines", async () => {
    const word = "Donaudampfschifffahrtsgesellschaft".repeat(6);
    const subject = {
      type: "project",
      id: idOf(4, 1),
      name: word,
      project_id: idOf(4, 1),
    } as const;
    const long = aFinding("project_without_lead", { status: "active" as const }, 0, { subject });
    const answers = [get(portfolioHealth, healthAnswer([long]))];
    for (const address of ["/health", "/health?group=project"]) {
      const page = await openConsole(address, { answers });
      await page.getByText(word).first().waitFor();
      await inEveryLook(page, async (look) => {
        const wide = await lines(page).evaluateAll((all) =>
          all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        );
        expect(wide).toHaveLength(0);
        await expectAccessible(
          page,
          `long words at ${address} ${look}`,
          address === "/health" ? { checkedIn: "the list is accessible" } : {},
        );
      });
    }
  });

  it("an unknown filter shows everything", async () => {
    const refusing = get(portfolioHealth, ({ query }) => {
      if (!query.code) return healthAnswer(findings);
      throw new AppError(400, "unknown_finding_code", "There is no such finding code");
    });
    const page = await openConsole("/health?code=no_such_rule", { answers: [refusing] });
    await page.getByText("There is no such finding code").waitFor();
    await page.getByRole("button", { name: "Show all findings" }).click();
    await lines(page).first().waitFor();
  });

  it("an organization without projects is not reported as healthy, and gets the first step", async () => {
    const { board, ...answer } = healthAnswer([]);
    const nothing = get(portfolioHealth, { ...answer, board: { ...board, project_count: 0 } });
    const page = await openConsole("/health", { answers: [nothing, peopleOptions] });
    await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
    expect(await finding(page).count()).toBe(0);
    await inEveryLookOfState(page, (look) => expectAccessible(page, `health, empty ${look}`));
    await page.getByRole("button", { name: "New project" }).click();
    await page.getByRole("dialog", { name: "New project" }).waitFor();
  });

  it("offers a retry when it cannot be computed", async () => {
    let fails = true;
    const failing = get(portfolioHealth, () => {
      if (fails) throw new AppError(500, "internal_error", "…");
      return healthAnswer(findings);
    });
    const page = await openConsole("/health", { answers: [failing] });
    await page.getByText("The service failed to respond").waitFor();
    fails = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await lines(page).first().waitFor();
  });

  it("200 findings are read page by page, with few lines in the page", async () => {
    const many = get(portfolioHealth, ({ query }) => {
      const from = Number(query.cursor ?? 0);
      const page = Array.from({ length: 50 }, (_, index) => ({
        ...aFinding("project_without_lead", { status: "active" as const }, 0),
        subject: {
          type: "project" as const,
          id: idOf(4, 1000 + from + index),
          name: `Project ${String(from + index).padStart(4, "0")}`,
          project_id: null,
        },
      }));
      return {
        ...healthAnswer(findings, page),
        next_cursor: from < 150 ? String(from + 50) : null,
      };
    });
    const page = await openConsole("/health", { answers: [many] });
    // An export has the pages that nobody has scrolled to.
    const all = (await exportCsv(page, "health findings")).trim().split("\r\n");
    expect(all).toHaveLength(201);
    expect(all[0]).toBe("Severity,About,Finding,Reason,State");
    expect(all.at(-1)).toContain(",Project 0199,");
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return page.getByRole("link", { name: "Project 0199" }).count();
      })
      .toBe(1);
    expect(await lines(page).count()).toBeLessThan(100);
  });
});

describe("a finding", () => {
  it("states how much evidence is not listed, and links to it", async () => {
    const page = await openConsole(`/health?open=${overBudget}`, {
      answers: [health, ...projectPageAnswers],
    });
    await finding(page)
      .getByText("138.75 hours have been spent against a budget of 120 hours, which is 18.75 over.")
      .waitFor();
    await finding(page).getByText("4 h by Max Example on 2 Nov 2026").first().waitFor();
    await finding(page).getByText("Evidence (27 records)").waitFor();
    const otherRows = finding(page).getByRole("link", { name: "7 more" });
    expect(await otherRows.getAttribute("href")).toBe(`/projects/${crm}?view=hours`);
  });

  it("is not settled on facts that changed meanwhile: the reason stays, and the next attempt uses the new facts", async () => {
    const now = aFinding("project_over_budget", { budget_hours: 120, actual_hours: 138.75 }, 2);
    const requests: unknown[] = [];
    const page = await openConsole(`/health?open=${overBudget}`, {
      answers: [
        get(portfolioHealth, () => healthAnswer([now])),
        post(portfolioActions, ({ body }) => {
          if (body.type !== "reconciliation_resolution")
            throw new Error(`Not a decision about a finding: ${body.type}`);
          requests.push([body.facts_hash, body.reason]);
          const { type, facts_hash, finding_code, subject_id, state, reason } = body;
          if (facts_hash !== now.facts_hash) {
            const { facts } = now;
            const details = { facts_hash: now.facts_hash, facts };
            throw new AppError(409, "finding_changed", "The facts have changed", details);
          }
          const decision = { version: 1, state, reason, created_at: "2026-11-22T09:00:00+00:00" };
          const decided_by = { id: people.lead.id, name: people.lead.name };
          // The facts change again: the decision was about earlier ones.
          now.resolution = { ...decision, decided_by, facts_changed: true };
          const about = { finding_code, subject_id, facts_hash, subject_type: "project" };
          return {
            type,
            resolution: { ...decision, ...about, id: idOf(16, 1), decided_by: decided_by.id },
          };
        }),
        ...projectPageAnswers,
      ],
    });
    await page.getByRole("button", { name: "Settle with a reason" }).click();
    await page.getByLabel("Reason").fill("Agreed by phone.");
    Object.assign(now, {
      facts: { budget_hours: 100, actual_hours: 138.75 },
      facts_hash: "b".repeat(64),
    });
    await page.getByRole("button", { name: "Settle finding" }).click();
    await expect
      .poll(() => focusedText(page))
      .toContain("The facts changed while you were writing.");
    await finding(page)
      .getByText("138.75 hours have been spent against a budget of 100 hours")
      .waitFor();
    expect(await page.getByLabel("Reason").inputValue()).toBe("Agreed by phone.");
    await page.getByRole("button", { name: "Settle finding" }).click();
    await finding(page).getByText("Choose a finding").waitFor();
    await lines(page).locator("a").first().click();
    await finding(page).getByText("but the facts have changed since").waitFor();
    await finding(page).getByText("Agreed by phone.").waitFor();
    await finding(page).getByText("Open", { exact: true }).waitFor();
    expect(requests).toEqual([
      ["a".repeat(64), "Agreed by phone."],
      ["b".repeat(64), "Agreed by phone."],
    ]);
  });

  it("explains that a finding no longer exists", async () => {
    const page = await openConsole(`/health?open=project_past_due.${crm}`, { answers: [health] });
    await finding(page).getByText("Finding not found").waitFor();
  });
});

describe("a finding that no form settles", () => {
  // tests/unit/console/findings.test.ts proves the other labels and their addresses.
  it("offers the page where it can be settled", async () => {
    const subject = {
      type: "approval",
      id: idOf(10, 1),
      name: "Send it",
      project_id: null,
    } as const;
    const openFinding = aFinding("import_failed", { file_name: "hours.csv", error: null }, 2, {
      subject,
      fix: null,
    });
    const page = await openConsole(`/health?open=${openFinding.code}.${subject.id}`, {
      answers: [get(portfolioHealth, healthAnswer([openFinding]))],
    });
    const link = finding(page).getByRole("link", { name: "Open the card" });
    expect(await link.getAttribute("href")).toBe(`/inbox/${subject.id}`);
  });
});

describe("the column of the open finding", () => {
  it("is reserved before a finding opens, so that nothing moves", async () => {
    const page = await openConsole("/health", { answers: [health] });
    await finding(page).getByText("Choose a finding").waitFor();
    const line = lines(page).first();
    const before = await line.boundingBox();
    await line.locator("a").first().click();
    await finding(page).getByRole("heading", { level: 2 }).waitFor();
    expect((await line.boundingBox())?.width).toBe(before?.width);
    await page.keyboard.press("Escape");
    await finding(page).getByText("Choose a finding").waitFor();
  });
});

describe("Health by role", () => {
  // Health has no answer here: a request would fail the test.
  it("a member has no link to Health, and its URL shows who may open the page", async () => {
    const page = await openConsole("/portfolio", { as: people.member });
    expect(await page.getByRole("link", { name: "Health" }).count()).toBe(0);
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await openConsole(`/health?open=${overBudget}`, { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
  });
});

describe("in every look", () => {
  it("the list is accessible", () => expectAccessibleList("list", "/health"));

  it("a finding is accessible, beside the list and over it", () =>
    expectAccessibleFinding("finding", overBudget ?? ""));
});
