import { expect, it } from "vitest";
import { expectAccessible, openConsole, screenshot, widthsByDepth } from "../console.ts";
import { people } from "../fixtures/people.ts";
import { list } from "./people-list.ts";
import { bela, shop, teams, tove } from "./team-service.ts";

it.each(widthsByDepth)(
  "a lead adds selected people to a project after a preview, and undoes it, at %i px",
  async (width) => {
    const { requests, answers } = teams();
    const page = await openConsole(list, { width, answers });
    for (const name of ["Bela Horvath", "Tove Sandberg", people.client.name]) {
      await page.getByRole("checkbox", { name: `Select: ${name}` }).check();
    }
    await page.getByRole("button", { name: "Edit people" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit 3 people" });
    await dialog.getByText("1 person left out:").waitFor();
    await dialog.getByRole("combobox", { name: "Project" }).click();
    await page.getByRole("option", { name: shop?.name ?? "" }).click();
    await dialog.getByText("joins, and will see this project").first().waitFor();
    await expectAccessible(page, `bulk edit of people at ${width}`);
    await screenshot(page, `people-bulk-${width}`);
    await dialog.getByRole("button", { name: "Add 2 people" }).evaluate((button) => {
      (button as HTMLElement).click();
      (button as HTMLElement).click();
    });
    await page.getByText("2 people joined.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    const ids = [bela, tove];
    expect(requests).toEqual([
      ["preview_team", ids, []],
      ["change_team", ids, []],
      ["change_team", [], ids],
    ]);
  },
);
