import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import {
  type EstimateCase,
  estimateCases,
  type Outcome,
  outcome,
} from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get, post } from "../answers.ts";
import { expectAccessible, focused, inEveryLook, openConsole, screenshot } from "../console.ts";
import { people } from "../fixtures/people.ts";

const now = new Date("2026-03-02T08:00:00Z");
const answering = get(outcome, ({ query }) => demoOutcome(now, query));
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
const noCases = get(estimateCases, { total: 0, cases: [], calibration: [] });

describe("Estimates", () => {
  it("shows a range, a dot for each comparable, and saves the question, not the range", async () => {
    const saved: object[] = [];
    const cases: EstimateCase[] = [];
    const listing = get(estimateCases, () => ({ total: cases.length, cases, calibration: [] }));
    const saving = post(estimateCases, ({ body }) => {
      saved.push(body);
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
    const page = await openConsole("/estimates", { answers: [answering, listing, saving] });
    await page.getByText(/Saved estimates appear here/).waitFor();
    await page.getByLabel("Work").fill("Landing page");
    await page.getByLabel("Expected hours").fill("10");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^[\d.]+ to [\d.]+ hours$/ }).waitFor();
    const chart = page.getByRole("region", { name: "Range and comparable tasks" });
    expect(await chart.getByRole("link").count()).toBe(12);
    expect(new URL(page.url()).searchParams.get("query")).toBe("Landing page");
    await page.getByRole("button", { name: "Save estimate" }).click();
    await page.getByText("Estimate saved.").waitFor();
    // The button keeps the focus and saves nothing more.
    const done = page.getByRole("button", { name: "Estimate saved" });
    await done.waitFor();
    await expect.poll(() => focused(page)).toBe("Estimate saved");
    await done.press("Enter");
    expect(saved).toEqual([{ query: "Landing page", expected_hours: 10 }]);
    await expectAccessible(page, "a saved estimate");
  });

  it("offers to save again once the range has changed, or another question is asked", async () => {
    const before = demoOutcome(now, { query: "Landing page" });
    const earlier = caseOf({ ...before, range_hours: [1, 2], typical_hours: 1.5 });
    const listing = get(estimateCases, { total: 1, cases: [earlier], calibration: [] });
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [answering, listing],
    });
    await page.getByText("1 to 2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save estimate" }).waitFor();
    expect(await page.getByRole("button", { name: "Estimate saved" }).count()).toBe(0);
  });

  it("states which classes were compared, and why others were not", async () => {
    const shown = demoOutcome(now, { query: "Landing page" });
    const steps: Outcome["steps"] = [
      { step: "client_and_service", n: null, is_used: false },
      { step: "service", n: null, is_used: false },
      { step: "category", n: 1, is_used: false },
      { step: "all", n: 40, is_used: true },
    ];
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [get(outcome, { ...shown, steps }), noCases],
    });
    await page.getByText("All finished work: 40 cases (used)").waitFor();
    await page.getByText("Same category: 1 case", { exact: true }).waitFor();
    await page
      .getByText("Same service: not compared, because the estimate has no service")
      .waitFor();
    expect(await page.getByText("not given").count()).toBe(0);
  });

  it("reports why an estimate was not saved", async () => {
    const refusing = post(estimateCases, () => {
      throw new AppError(409, "estimate_already_saved", "This estimate is already saved");
    });
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [answering, noCases, refusing],
    });
    await page.getByRole("button", { name: "Save estimate" }).click();
    await page.getByRole("alert").getByText("This estimate is already saved").waitFor();
  });

  it("fits 390 px without scrolling sideways, with long names", async () => {
    const long = "Landingpagewithacontactformandnewslettersubscription ".repeat(2).trim();
    const shown = demoOutcome(now, { query: "Landing page" });
    const comparables = shown.comparables.map((one) => ({
      ...one,
      title: long,
      project_name: long,
    }));
    const listing = get(estimateCases, {
      total: 1,
      cases: [{ ...caseOf(shown), query: long, range_hours: [12.25, 1234.75] }],
      calibration: [
        {
          kind: "category" as const,
          name: long,
          n: 120,
          coverage: 0.65,
          band: [0.72, 0.87] as [number, number],
          is_outside_band: true,
          pinball_loss: 12.25,
        },
      ],
    });
    const page = await openConsole("/estimates?query=Landing+page", {
      width: 390,
      answers: [get(outcome, { ...shown, comparables }), listing],
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
