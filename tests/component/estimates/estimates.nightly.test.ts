/**
 * An estimate that is not saved. tasks/tasks-page.test.ts shows why a change was refused; pgTAP of create_estimate_case
 * proves that an estimate is saved once.
 */
import { describe, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { estimateCases } from "../../../supabase/functions/_domain/estimates/contract.ts";
import { post } from "../answers.ts";
import { openConsole } from "../console.ts";
import { noCases, outcomeAnswer } from "./saved-estimates.ts";

describe("Estimates", () => {
  it("reports why an estimate was not saved", async () => {
    const refusing = post(estimateCases, () => {
      throw new AppError(409, "estimate_already_saved", "This estimate is already saved");
    });
    const page = await openConsole("/estimates?query=Landing+page", {
      answers: [outcomeAnswer, noCases, refusing],
    });
    await page.getByRole("button", { name: "Save estimate" }).click();
    await page.getByRole("alert").getByText("This estimate is already saved").waitFor();
  });
});
