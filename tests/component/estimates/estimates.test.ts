import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import {
  type EstimateCase,
  estimateCases,
  type Outcome,
  outcome,
} from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get, post } from "../answers.ts";
import {
  expectAccessible,
  exportCsv,
  focusedText,
  inEveryLook,
  openConsole,
  screenshot,
  widthsByDepth,
} from "../console.ts";
import { people } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";
import { noCases, now, outcomeAnswer } from "./saved-estimates.ts";

/** The test that shows an estimate, its calibration and saved estimates at once. */
const checkedIn = "fits 390 px without scrolling sideways, with long names";
/** An estimate as it is saved. */
const caseOf = (estimate: Outcome): EstimateCase => ({
  id: "00000007-0000-4000-8000-000000000001",
  query: estimate.query,
  project_id: estimate.project_id,
  project_name: null,
  task_id: null,
  task_title: null,
  category: estimate.category,
  service: estimate.service,
  expected_hours: estimate.expected_hours,
  model_version: estimate.model_version,
  typical_hours: estimate.typical_hours ?? 0,
  range_hours: estimate.range_hours ?? [0, 0],
  created_at: "2026-03-02T08:00:00Z",
  created_by: "Ada Example",
  actual_hours: null,
  finished_on: null,
  is_in_range: null,
  pinball_loss: null,
});

describe("Estimates", () => {
  it("shows a range, a dot for each comparable, and saves the question, not the range", async () => {
    const savedCases: object[] = [];
    const cases: EstimateCase[] = [];
    const listing = get(estimateCases, () => ({ total: cases.length, cases, calibration: [] }));
    const saving = post(estimateCases, ({ body }) => {
      savedCases.push(body);
      cases.push(caseOf(demoOutcome(now, body)));
      return {
        id: "00000007-0000-4000-8000-000000000001",
        query: body.query,
        project_id: null,
        task_id: null,
        model_version: "demo",
        low_hours: 1,
        typical_hours: 2,
        high_hours: 3,
        created_at: "2026-03-02T08:00:00Z",
      };
    });
    const page = await openConsole("/estimates", { answers: [outcomeAnswer, listing, saving] });
    await page.getByText(/Saved estimates appear here/).waitFor();
    await page.getByLabel("Work").fill("Landing page");
    await page.getByLabel("Your own estimate (hours)").fill("10");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^[\d.]+ to [\d.]+ hours$/ }).waitFor();
    const chart = page.getByRole("region", { name: "Range and comparable tasks" });
    expect(await chart.getByRole("link").count()).toBe(12);
    const comparables = (await exportCsv(page, "comparable tasks")).trim().split("\r\n");
    expect(comparables[0]).toBe("Task,Project,Estimate,Hours");
    expect(comparables).toHaveLength(13);
    expect(new URL(page.url()).searchParams.get("query")).toBe("Landing page");
    await page.getByRole("button", { name: "Save estimate" }).click();
    await page.getByText("Estimate saved.").waitFor();
    // The button keeps the focus and saves nothing more.
    const savedButton = page.getByRole("button", { name: "Estimate saved" });
    await savedButton.waitFor();
    await expect.poll(() => focusedText(page)).toBe("Estimate saved");
    await savedButton.press("Enter");
    expect(savedCases).toEqual([{ query: "Landing page", expected_hours: 10 }]);
    await expectAccessible(page, "a saved estimate", { checkedIn });
  });

  it("offers to save the question again once its range has changed", async () => {
    const before = demoOutcome(now, { query: "Landing page" });
    const earlier = caseOf({ ...before, range_hours: [1, 2], typical_hours: 1.5 });
    const listing = get(estimateCases, { total: 1, cases: [earlier], calibration: [] });
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [outcomeAnswer, listing],
    });
    await page.getByText("1 to 2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save estimate" }).waitFor();
    expect(await page.getByRole("button", { name: "Estimate saved" }).count()).toBe(0);
  });

  it("saves the estimate for the task it was opened from, until another project is chosen", async () => {
    const [project, other] = projects;
    const taskId = "00000007-0000-4000-8000-000000000002";
    const savedCases: object[] = [];
    const saving = post(estimateCases, ({ body }) => {
      savedCases.push(body);
      return {
        id: "00000007-0000-4000-8000-000000000001",
        query: body.query,
        project_id: body.project_id ?? null,
        task_id: body.task_id ?? null,
        model_version: "demo",
        low_hours: 1,
        typical_hours: 2,
        high_hours: 3,
        created_at: "2026-03-02T08:00:00Z",
      };
    });
    const page = await openConsole(
      `/estimates?query=Landing+page&project=${project?.id}&estimatedTask=${taskId}`,
      { answers: [outcomeAnswer, noCases, saving] },
    );
    await page.getByText("compared with the hours of the task", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Save estimate" }).click();
    await page.getByText("Estimate saved.").waitFor();
    expect(savedCases).toEqual([
      { query: "Landing page", project_id: project?.id, task_id: taskId },
    ]);
    await page.getByRole("combobox", { name: "Project" }).fill(other?.name ?? "");
    await page.getByRole("option", { name: other?.name ?? "", exact: true }).click();
    await page.getByRole("button", { name: "Estimate hours" }).click();
    await page.getByText("compared with all hours of the project", { exact: false }).waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("project"), searchParams.get("estimatedTask")]).toEqual([
      other?.id,
      null,
    ]);
  });

  it("states what a comparison needs if there is no project", async () => {
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [outcomeAnswer, noCases],
    });
    await page.getByText("Choose the project of the work", { exact: false }).waitFor();
  });

  it("shows the calibration by group before the estimates, which link to their task", async () => {
    const openCase = caseOf(demoOutcome(now, { query: "Landing page" }));
    const [project] = projects;
    const finishedCase: EstimateCase = {
      ...openCase,
      project_id: project?.id ?? null,
      project_name: project?.name ?? null,
      task_id: "00000007-0000-4000-8000-000000000002",
      task_title: "Landing page of the shop",
      range_hours: [4, 12],
      typical_hours: 7,
      actual_hours: 14.5,
      finished_on: "2026-02-20",
      is_in_range: false,
      pinball_loss: 2.1,
    };
    const group = {
      n: 37,
      coverage: 0.865,
      band: [0.676, 0.919] as [number, number],
      is_outside_band: false,
      pinball_loss: 3.74,
    };
    const listing = get(estimateCases, {
      total: 60,
      cases: [{ ...openCase, id: "00000007-0000-4000-8000-000000000003" }, finishedCase],
      calibration: [
        { kind: "all" as const, name: "all", ...group },
        {
          kind: "category" as const,
          name: "Development",
          ...group,
          coverage: 0.5,
          is_outside_band: true,
        },
        { kind: "month" as const, name: "2026-02", ...group },
      ],
    });
    const page = await openConsole("/estimates", { answers: [listing] });
    const calibration = page.getByRole("region", { name: "Calibration" });
    await calibration
      .getByText("For 87% of 37 finished estimates, the actual hours were in the saved range", {
        exact: false,
      })
      .waitFor();
    expect(await calibration.getByRole("row").allTextContents()).toEqual([
      "GroupFinishedIn rangeExpectedPinball loss (h)",
      "All3787%68% to 92%3.7",
      "By category",
      "Development3750% (unexpected)68% to 92%3.7",
      "By month of completion",
      "Feb 20263787%68% to 92%3.7",
    ]);
    const list = page.getByRole("region", { name: "Saved estimates" });
    await list.getByText("The latest 2 of 60 estimates.").waitFor();
    await list.getByText("Not compared: it has no project").waitFor();
    await list.getByText("Outside the range").waitFor();
    await list.getByRole("link", { name: project?.name ?? "", exact: true }).waitFor();
    const order = await page.getByRole("heading", { level: 2 }).allTextContents();
    expect(order).toEqual(["Calibration", "Saved estimates"]);
    expect((await exportCsv(page, "calibration")).split("\r\n")).toEqual([
      "\uFEFFGroup,Finished,In range,Expected,Pinball loss (h)",
      "All,37,87%,68% to 92%,3.74",
      "Development,37,50% (unexpected),68% to 92%,3.74",
      "Feb 2026,37,87%,68% to 92%,3.74",
      "",
    ]);
    const estimates = (await exportCsv(page, "saved estimates")).split("\r\n");
    expect(estimates).toHaveLength(4);
    expect(estimates[2]).toBe(
      `Landing page of the shop,${project?.name},4,12,14.5,Outside the range`,
    );
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `calibration ${look}`, { checkedIn });
      await screenshot(page, `calibration-${look}`);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    const word = calibration.getByRole("cell", { name: "Development" });
    const lines = await word.evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects().length;
    });
    expect(lines, "lines of one word").toBe(1);
    const link = await list
      .getByRole("link", { name: "Landing page of the shop" })
      .getAttribute("href");
    expect(new URL(String(link), page.url()).searchParams.get("task")).toBe(finishedCase.task_id);
  });

  it("states which classes were compared, and why others were not", async () => {
    const demo = demoOutcome(now, { query: "Landing page" });
    const steps: Outcome["steps"] = [
      { step: "client_and_service", n: null, is_used: false },
      { step: "service", n: null, is_used: false },
      { step: "category", n: 1, is_used: false },
      { step: "all", n: 40, is_used: true },
    ];
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [get(outcome, { ...demo, steps, finished_cases: 1999 }), noCases],
    });
    await page.getByText("most similar tasks, of 1,999 finished", { exact: false }).waitFor();
    await page.getByText("All finished work: 40 tasks (used)").waitFor();
    await page.getByText("Same category: 1 task", { exact: true }).waitFor();
    await page
      .getByText("Same service line: not compared, because the estimate has no service line")
      .waitFor();
    expect(await page.getByText("not given").count()).toBe(0);
  });

  it.each(widthsByDepth)(
    "no dot of a comparable covers another at %s px, however many took the same hours",
    async (width) => {
      const demo = demoOutcome(now, { query: "Landing page" });
      const comparables = Array.from({ length: 100 }, (_, n) => ({
        ...demo.comparables[n % 12],
        task_id: randomUUID(),
        scaled_hours: n < 30 ? 8 : 2 + n / 5,
      })) as typeof demo.comparables;
      const page = await openConsole("/estimates?query=Landing+page", {
        width,
        answers: [get(outcome, { ...demo, comparables }), noCases],
      });
      const dots = page
        .getByRole("region", { name: "Range and comparable tasks" })
        .getByRole("link");
      expect(await dots.count()).toBe(100);
      const coveredCount = await dots.evaluateAll((links) => {
        links[0]?.scrollIntoView({ block: "center" });
        return links.filter((link) => {
          const { x, y, width, height } = link.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) !== link;
        }).length;
      });
      expect(coveredCount).toBe(0);
    },
  );

  it("fits 390 px without scrolling sideways, with long names", async () => {
    const long = "Landingpagewithacontactformandnewslettersubscription ".repeat(2).trim();
    const demo = demoOutcome(now, { query: "Landing page" });
    const comparables = demo.comparables.map((one) => ({
      ...one,
      title: long,
      project_name: long,
    }));
    const listing = get(estimateCases, {
      total: 1,
      cases: [{ ...caseOf(demo), query: long, range_hours: [12.25, 1234.75] }],
      calibration: (["all", "category"] as const).map((kind) => ({
        kind,
        name: long,
        n: 120,
        coverage: 0.65,
        band: [0.72, 0.87] as [number, number],
        is_outside_band: true,
        pinball_loss: 12.25,
      })),
    });
    const page = await openConsole("/estimates?query=Landing+page", {
      width: 390,
      answers: [get(outcome, { ...demo, comparables }), listing],
    });
    for (const name of ["Comparable tasks", "Saved estimates", "Calibration"]) {
      const table = page.getByRole("table", { name });
      await table.waitFor();
      const box = await table.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999), name).toBeLessThanOrEqual(390);
    }
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `estimates ${look}`);
      await screenshot(page, `estimates-${look}`);
    });
  });

  it("a member sees the reason for a missing number, and no saved estimates", async () => {
    const few = get(outcome, ({ query }) =>
      demoOutcome(now, { ...query, client_id: "00000007-0000-4000-8000-000000000001" }),
    );
    const page = await openConsole("/estimates?query=Landing", {
      as: people.member,
      width: 390,
      answers: [few],
    });
    await page.getByRole("heading", { name: "Not enough finished work" }).waitFor();
    await page.getByText("An estimate needs 9", { exact: false }).waitFor();
    expect(await page.getByRole("heading", { name: "Saved estimates" }).count()).toBe(0);
  });
});
