import { expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { integrations } from "../../../supabase/functions/_domain/integrations/contract.ts";
import { get, post, rows } from "../answers.ts";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { hoursOfHarvest, tasksOfClickUp, testOf, vendorsWith } from "../fixtures/integrations.ts";
import { people } from "../fixtures/people.ts";

const address = "/settings/integrations";
const clickUp = { settings: { list_id: "901", marker_field_id: "m1" }, streams: [tasksOfClickUp] };
const harvest = { settings: { account_id: "7" }, streams: [hoursOfHarvest] };

/** The lists that the last test of ClickUp found. */
const lists = [
  { provider: "clickup", external_id: "901", name: "Website list" },
  { provider: "clickup", external_id: "902", name: "Shop" },
  { provider: "clickup", external_id: "903", name: "Launch" },
  { provider: "clickup", external_id: "904", name: "Launch" },
] as const;

/** A service with these vendors; a connection test replaces them with those that `test` returns. */
function integrationService(
  first: ReturnType<typeof vendorsWith>,
  test: () => ReturnType<typeof vendorsWith> = () => first,
) {
  let providers = first;
  const requests: unknown[] = [];
  return {
    requests,
    set: (next: ReturnType<typeof vendorsWith>) => {
      providers = next;
    },
    answers: [
      get(integrations, () => ({ providers })),
      post(integrations, ({ body }) => {
        requests.push(body);
        if (body.action === "test") providers = test();
        return { action: body.action, receipt: null };
      }),
      rows("vendor_lists", lists),
    ],
  };
}

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

const testedVendor = { ...clickUp, test: testOf({ result: "accepted", list_count: 4 }) };

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
