import { expect, it } from "vitest";
import { integrations } from "../../../supabase/functions/_domain/integrations/contract.ts";
import { get, post, rows } from "../answers.ts";
import { expectAccessible, openConsole, screenshot } from "../console.ts";
import { receiptOf, tasksOfClickUp, vendorsWith } from "../fixtures/integrations.ts";
import { idOf, people } from "../fixtures/people.ts";

const record = {
  id: idOf(95, 1),
  name: "Lindmoor Outdoor",
  domain: "lindmoor.test",
  amount: null,
  currency: null,
  company_name: null,
  merged_into: null,
  client_id: idOf(2, 1),
};
const streamOf = (stream: string, number: number, review: object[]) => ({
  ...tasksOfClickUp,
  id: idOf(97, number),
  stream,
  requires_scope: false,
  accepts_scopes: false,
  scopes: [],
  runs: [receiptOf(0, { record_count: 5, created: 5 })],
  dead_letters: { count: 0, rows: [] },
  removals: null,
  review: { count: review.length, rows: review as (typeof record)[] },
});
function hubSpot(companies: object[]) {
  const streams = [
    streamOf("companies", 11, companies),
    streamOf("deals", 12, [
      { ...record, id: idOf(95, 2), name: "Next phase", amount: "1200", currency: "EUR" },
      { ...record, id: idOf(95, 3), name: "Support", amount: "900", currency: null },
    ]),
  ];
  return vendorsWith({ harvest: { settings: {}, streams } })
    .filter(({ provider }) => provider === "harvest")
    .map((vendor) => ({ ...vendor, provider: "hubspot", reads: ["companies", "deals"] }));
}

it("a lead links a company to the suggested client, creates a project from a deal, and reverts a decision", async () => {
  const requests: unknown[] = [];
  let companies = [record];
  const page = await openConsole("/settings/integrations", {
    as: people.lead,
    answers: [
      get(integrations, () => ({ providers: hubSpot(companies) })),
      post(integrations, ({ body }) => {
        requests.push(body);
        if (body.action === "link_record") companies = [];
        if (body.action === "reopen_record") companies = [record];
        return { action: body.action, receipt: null };
      }),
      rows("clients", [{ id: idOf(2, 1), name: "Lindmoor Outdoor" }]),
      rows("accounts", [{ id: idOf(3, 1), name: "Online shop", client_id: idOf(2, 1) }]),
      rows("project_summaries", []),
    ],
  });
  const region = page.getByRole("region", { name: "HubSpot companies" });
  await region.getByText("1 company to review").waitFor();
  await region
    .getByText("This company matches no client by name and website", { exact: false })
    .waitFor();
  expect(await region.getByText("Nothing is read until a", { exact: false }).count()).toBe(0);
  await expectAccessible(page, "records of a CRM to review");
  await screenshot(page, "integrations-crm-review");

  await region.getByRole("button", { name: "Link client: Lindmoor Outdoor" }).click();
  const dialog = page.getByRole("dialog", { name: "Link client: Lindmoor Outdoor" });
  await expect
    .poll(() => dialog.getByRole("combobox", { name: "Client" }).inputValue())
    .toBe("Lindmoor Outdoor");
  await dialog.getByRole("button", { name: "Link client" }).click();
  await page.getByText("Record linked.").waitFor();
  expect(requests.at(-1)).toEqual({
    action: "link_record",
    record_id: record.id,
    target_id: record.client_id,
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await region.getByText("1 company to review").waitFor();
  expect(requests.at(-1)).toEqual({ action: "reopen_record", record_id: record.id });

  const deals = page.getByRole("region", { name: "HubSpot deals" });
  await deals.getByText("€1,200.00", { exact: false }).waitFor();
  await deals.getByText("900, currency unknown", { exact: false }).waitFor();
  await deals.getByRole("button", { name: "Create project: Next phase" }).click();
  const create = page.getByRole("dialog", { name: "Create project: Next phase" });
  await create.getByRole("combobox", { name: "Account" }).click();
  await page.getByRole("option", { name: "Lindmoor Outdoor: Online shop" }).click();
  await create.getByRole("button", { name: "Create project" }).click();
  await page.getByText("Planned project created and linked.").waitFor();
  expect(requests.at(-1)).toMatchObject({ action: "create_from_record", account_id: idOf(3, 1) });
});
