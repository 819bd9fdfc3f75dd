/**
 * A refused change of a team.
 * portfolio/bulk.test.ts names a refused change, and project/team.test.ts keeps the selection; pgTAP of
 * change_project_team proves who is refused.
 */
import { it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { openConsole } from "../console.ts";
import { list } from "./people-list.ts";
import { shop, teams } from "./team-service.ts";

it("a refusal changes nobody and is shown, and the selection stays", async () => {
  const refusal = new AppError(409, "person_has_left", "Bela Horvath has left");
  const page = await openConsole(list, { answers: teams(refusal).answers });
  await page.getByRole("checkbox", { name: "Select: Bela Horvath" }).check();
  await page.getByRole("button", { name: "Edit people" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 1 person" });
  await dialog.getByRole("combobox", { name: "Project" }).click();
  await page.getByRole("option", { name: shop?.name ?? "" }).click();
  await dialog.getByRole("button", { name: "Add 1 person" }).click();
  await dialog.getByText("Bela Horvath has left").waitFor();
  await page.getByText("1 person selected").waitFor();
});
