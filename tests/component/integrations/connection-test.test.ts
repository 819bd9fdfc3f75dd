import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { hoursOfHarvest, tasksOfClickUp, testOf, vendorsWith } from "../fixtures/integrations.ts";
import { people } from "../fixtures/people.ts";
import { address, clickUp, integrationService, testedVendor } from "./tested-vendors.ts";

const harvest = { settings: { account_id: "7" }, streams: [hoursOfHarvest] };

it("an admin tests a connection by keyboard, and reads the result without reloading", async () => {
  const service = integrationService(vendorsWith({ clickup: clickUp }), () =>
    vendorsWith({ clickup: { ...clickUp, test: testOf() } }),
  );
  const page = await openConsole(address, {
    as: people.admin,
    answers: service.answers,
    isHurried: true,
  });
  const vendor = page.getByRole("region", { name: "ClickUp", exact: true });
  await vendor.getByRole("button", { name: "Test connection to ClickUp" }).press("Enter");
  await vendor.getByRole("status").getByText("Testing the connection…").waitFor();
  expect(service.requests).toEqual([{ action: "test", provider: "clickup" }]);
  service.set(
    vendorsWith({
      clickup: { ...clickUp, test: testOf({ result: "accepted", list_count: 3 }) },
    }),
  );
  await vendor
    .getByRole("status")
    .getByText("ClickUp accepted the token. 3 lists are visible.")
    .waitFor();
});

it("the page shows acceptance and refusals accessibly in every look", async () => {
  const { answers } = integrationService(
    vendorsWith({
      clickup: {
        ...clickUp,
        test: testOf({ result: "accepted", list_count: 1, has_more_lists: true }),
      },
      harvest: {
        ...harvest,
        test: testOf({ result: "rejected", http_code: 401, resource: "hours" }),
      },
    }),
  );
  const page = await openConsole(address, { as: people.admin, answers });
  await page
    .getByText("ClickUp accepted the token. 1 list is visible. Others can be assigned by ID.")
    .waitFor();
  await page
    .getByText("Harvest rejected the token (401). Check the account ID, or create a new token at")
    .waitFor();
  await inEveryLookOfState(page, async (look) => {
    await expectAccessible(page, `connection tests ${look}`);
    await screenshot(page, `integrations-connection-tests-${look}`);
  });
});

it("the page reports that a result is late instead of waiting forever", async () => {
  const requested_at = new Date(Date.now() - 120_000).toISOString();
  const { answers } = integrationService(
    vendorsWith({ clickup: { ...clickUp, test: testOf({ requested_at }) } }),
  );
  const page = await openConsole(address, { as: people.admin, answers });
  await page.getByText("No result yet.", { exact: false }).waitFor();
  const button = page.getByRole("button", { name: "Test connection to ClickUp" });
  expect(await button.isEnabled()).toBe(true);
});

it("the page shows why a test was refused", async () => {
  const { answers } = integrationService(vendorsWith({ harvest }), () => {
    throw new AppError(429, "rate_limited", "Harvest is limiting requests", {
      retry_after_seconds: 40,
    });
  });
  const page = await openConsole(address, { as: people.admin, answers, width: 390 });
  await page.getByRole("button", { name: "Test connection to Harvest" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Not tested" });
  await notice.getByText("Wait a minute, then try again.").waitFor();
});

it("a lead neither tests nor sees a result", async () => {
  const { answers } = integrationService(vendorsWith({ harvest: { ...harvest, settings: null } }));
  const page = await openConsole(address, { answers });
  await page.getByRole("region", { name: "Harvest", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /^Test/ }).count()).toBe(0);
});

it("an admin chooses a list by its name with the keyboard, and assigned lists are not offered", async () => {
  const { answers, requests } = integrationService(vendorsWith({ clickup: testedVendor }));
  const page = await openConsole(address, {
    as: people.admin,
    answers,
  });
  const tasks = page.getByRole("region", { name: "ClickUp tasks" });
  const field = tasks.getByRole("combobox", { name: "ClickUp list" });
  await tasks.getByRole("button", { name: "Assign list" }).press("Enter");
  await tasks.getByText("Choose a list").waitFor();
  await field.press("ArrowDown");
  const options = page.getByRole("option");
  await options.filter({ hasText: "Shop" }).waitFor();
  // Lists with the same name show their IDs.
  expect(await options.allTextContents()).toEqual(["Shop", "Launch (903)", "Launch (904)"]);
  await page.keyboard.press("Escape");
  await field.fill("launch (904");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tasks.getByRole("combobox", { name: "Project" }).press("ArrowDown");
  await options.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tasks.getByRole("button", { name: "Assign list" }).press("Enter");
  await page.getByText("Launch is assigned.", { exact: false }).waitFor();
  expect(requests).toEqual([
    {
      action: "set_scope",
      stream_id: tasksOfClickUp.id,
      external_id: "904",
      name: "Launch",
      project_id: expect.any(String),
    },
  ]);
});
