import { describe, expect, it } from "vitest";
import { demoOutcome } from "../../../supabase/functions/_domain/demo/outcome.ts";
import { estimateCases, outcome } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { get, post } from "../answers.ts";
import { expectAccessible, openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";

const now = new Date("2026-03-02T08:00:00Z");
const answering = get(outcome, ({ query }) => demoOutcome(now, query));
const noCases = get(estimateCases, { total: 0, cases: [], calibration: [] });

describe("Estimates", () => {
  it("shows a range, a dot for each comparable, and saves the question, not the range", async () => {
    const saved: object[] = [];
    const saving = post(estimateCases, ({ body }) => {
      saved.push(body);
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
    const page = await openConsole("/estimates", { answers: [answering, noCases, saving] });
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
    expect(saved).toEqual([{ query: "Landing page", expected_hours: 10 }]);
    await expectAccessible(page, "a saved estimate");
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
