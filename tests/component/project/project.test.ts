import { describe, expect, it } from "vitest";
import { hoursHeader } from "../../support/own-exports.ts";
import { rows } from "../answers.ts";
import {
  expectAccessible,
  focusedText,
  inEveryLookOfState,
  openConsole,
  reopen,
  screenshot,
  waitUntilLoaded,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import {
  projectPageAnswers,
  shop,
  shopAnswers,
  tasks,
  timeline,
} from "../fixtures/project-page.ts";
import { headerOf, savedCsv } from "../saved-csv.ts";
import { address, expectAccessibleView, paramsOf, table } from "./project-views.ts";

describe("a project's page", () => {
  it.each(["timeline", "hours"])("%s is accessible in every look", expectAccessibleView);

  it("shows the latest status beside the details, and not a second time beside the timeline", async () => {
    const page = await openConsole(address, shopAnswers());
    expect(await page.getByText("Payment runs in the test system.").count()).toBe(1);
    expect(await page.getByRole("region", { name: "Latest status" }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tab", { name: "Details" }).click();
    await page
      .getByRole("region", { name: "Latest status" })
      .getByText("Payment runs in the test system.")
      .waitFor();
  });

  it("explains its content and gives the first step when nothing has happened", async () => {
    const page = await openConsole(address, {
      answers: [rows("project_summaries", [{ ...shop, actual_hours: 0 }]), ...projectPageAnswers],
    });
    await page.getByRole("heading", { name: "No activity yet" }).waitFor();
    await page.getByText("Post the first status").waitFor();
    await screenshot(page, "project-empty");
    await page.getByRole("tab", { name: /^Hours/ }).click();
    await page.getByText("No hours yet: log the first ones").waitFor();
    expect(await page.locator(".recharts-surface").count()).toBe(0);
  });
});

describe("a project's tasks", () => {
  it("are marked as late only while their work is open", async () => {
    const page = await openConsole(`${address}?view=tasks`, shopAnswers());
    const row = (title = "") => table(page).getByRole("row", { name: title });
    await row(tasks.late.title)
      .getByText(/^Late by /)
      .waitFor();
    for (const { title } of [tasks.early, tasks.done]) {
      expect(
        await row(title)
          .getByText(/^Late by /)
          .count(),
      ).toBe(0);
    }
  });

  it("open from “Due next” and from the timeline, over the page", async () => {
    const page = await openConsole(address, shopAnswers());
    const panel = (name = "") => page.getByRole("dialog", { name });
    await page
      .getByRole("region", { name: "Due next" })
      .getByRole("link", { name: tasks.late.title ?? "" })
      .click();
    await panel(tasks.late.title ?? "").waitFor();
    expect(paramsOf(page)).toEqual({ task: tasks.late.id });
    await page.keyboard.press("Escape");
    await panel(tasks.late.title ?? "").waitFor({ state: "detached" });
    await expect.poll(() => focusedText(page)).toBe(tasks.late.title);
    await page
      .locator("[data-kind=tasks_completed]")
      .getByRole("link", { name: tasks.done.title ?? "" })
      .click();
    await panel(tasks.done.title ?? "").waitFor();
    expect(paramsOf(page)).toEqual({ task: tasks.done.id });
  });
});

describe("a project's timeline", () => {
  it("shows only the chosen kinds, and the URL keeps them", async () => {
    const page = await openConsole(address, shopAnswers());
    const items = page.locator("[data-kind]");
    expect(await items.count()).toBe(timeline.length);
    await page.getByText("Status", { exact: true }).nth(1).click();
    await page.waitForURL(/kinds=status_update/);
    await expect.poll(() => items.count()).toBe(1);
    expect(await items.getAttribute("data-kind")).toBe("status_update");
    await reopen(page);
    await expect.poll(() => items.count()).toBe(1);
    expect(await page.getByRole("checkbox", { name: "Status" }).isChecked()).toBe(true);
    await page.getByText("Started", { exact: true }).click();
    await page.getByText("Status", { exact: true }).nth(1).click();
    await page.getByText("No activity of this kind.").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await expect.poll(() => items.count()).toBe(timeline.length);
  });

  it("shows a member no changes to the project", async () => {
    const page = await openConsole(address, { as: people.member, ...shopAnswers() });
    expect(await page.getByRole("checkbox", { name: "Status" }).count()).toBe(1);
    expect(await page.getByRole("checkbox", { name: "Changes" }).count()).toBe(0);
  });

  it("leads from the hours of a day to exactly the entries of that day", async () => {
    const page = await openConsole(address, shopAnswers());
    await page.locator("[data-kind=hours]").getByRole("link", { name: "4.5 h" }).click();
    const entries = page.getByRole("table", { name: "Hours", exact: true }).locator("tbody tr");
    await page.getByText("Only 18 Nov 2026.").waitFor();
    await expect.poll(() => entries.count()).toBe(2);
    expect(paramsOf(page)).toEqual({ view: "hours", day: "2026-11-18" });
    await page.getByRole("button", { name: "Show all days" }).click();
    await expect.poll(() => entries.count()).toBe(3);
  });
});

describe("a project's burn", () => {
  it("is drawn with a tooltip that never widens the page, a table has the same hours by month with their running total, and an export has the keys by which an import recognizes them", async () => {
    const page = await openConsole(`${address}?view=hours`, shopAnswers());
    await page.locator(".recharts-area-curve").waitFor();
    // Screen readers read the table while the chart is shown.
    const months = page.getByRole("table", { name: "Hours by month" }).locator("tbody tr");
    expect(await months.evaluateAll((all) => all.map((row) => row.textContent))).toEqual([
      "Nov 2026122.05422.868%",
      "Oct 20260300.7549%",
      "Sept 2026180.5300.7549%",
      "Aug 2026120.25120.2519%",
    ]);
    await page.getByText(/^422\.8 of 620 h used, 68%/).waitFor();
    expect(headerOf(await savedCsv(page, "Export hours"))).toBe(hoursHeader);
    const plot = await page.locator(".recharts-surface").first().boundingBox();
    if (!plot) throw new Error("No chart");
    await page.mouse.move(plot.x + plot.width * 0.9, plot.y + plot.height / 2);
    await page.locator(".mantine-ChartTooltip-tooltip").first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await waitUntilLoaded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.mouse.move(0, 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Show as table" }).click();
    expect(await page.locator(".recharts-surface").count()).toBe(0);
    expect((await months.first().boundingBox())?.width).toBeGreaterThan(100);
    await waitUntilLoaded(page);
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `burn table ${look}`);
      await screenshot(page, `project-burn-table-${look}`);
    });
  });
});
