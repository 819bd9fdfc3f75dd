/**
 * A list that an admin names by its ID.
 * connection-test.test.ts assigns a list by its name, and integrations.test.ts one by its ID.
 */
import { expect, it } from "vitest";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { vendorsWith } from "../fixtures/integrations.ts";
import { people } from "../fixtures/people.ts";
import { address, integrationService, testedVendor } from "./tested-vendors.ts";

it("an ID can be entered instead of choosing, accessibly in every look", async () => {
  const { answers, requests } = integrationService(vendorsWith({ clickup: testedVendor }));
  const page = await openConsole(address, {
    as: people.admin,
    answers,
  });
  const tasks = page.getByRole("region", { name: "ClickUp tasks" });
  await tasks.getByRole("combobox", { name: "ClickUp list" }).waitFor();
  await inEveryLookOfState(page, async (look) => {
    await expectAccessible(page, `choose a list ${look}`);
    await screenshot(page, `integrations-choose-list-${look}`);
  });
  await tasks.getByRole("button", { name: "Enter an ID instead" }).press("Enter");
  await tasks.getByLabel("ID of the list").fill("999");
  await tasks.getByLabel("Name").fill("Archive");
  await tasks.getByRole("combobox", { name: "Project" }).press("ArrowDown");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tasks.getByRole("button", { name: "Assign list" }).press("Enter");
  await page.getByText("Archive is assigned.", { exact: false }).waitFor();
  expect(requests).toMatchObject([{ external_id: "999", name: "Archive" }]);
  await tasks.getByRole("button", { name: "Choose a list" }).press("Enter");
  await tasks.getByRole("combobox", { name: "ClickUp list" }).waitFor();
});
