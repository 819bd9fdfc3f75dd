/**
 * A task of my work that another person changed first.
 * tasks/tasks-page.test.ts shows the former value and the reason when a change is refused.
 */
import { describe, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { openConsole } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { tasksThatChange } from "./work-page.ts";

describe("a task in my work", () => {
  it("returns with the reason when another person changed it first", async () => {
    const { answers } = tasksThatChange(
      () => new AppError(409, "version_conflict", "Someone changed the task since"),
    );
    const page = await openConsole("/my-work", { as: people.member, answers });
    await page.getByRole("checkbox", { name: "Complete: Review the wireframes" }).click();
    await page
      .getByRole("region", { name: /My tasks/ })
      .getByRole("alert")
      .waitFor();
    await page.getByRole("checkbox", { name: "Complete: Review the wireframes" }).waitFor();
  });
});
