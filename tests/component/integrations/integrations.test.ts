import { describe, expect, it } from "vitest";
import { AppError } from "../../../supabase/functions/_domain/app-error.ts";
import { expectAccessible, focusedText, inEveryLook, openConsole, screenshot } from "../console.ts";
import {
  hoursOfHarvest,
  receiptOf,
  tasksOfClickUp,
  vendorsWith,
} from "../fixtures/integrations.ts";
import { people } from "../fixtures/people.ts";
import { address, bothConnected, integrationService, settings } from "./connected-vendors.ts";

describe("Settings, Integrations", () => {
  it("explains the page, shows errors at their fields, and connects a vendor", async () => {
    const connectedVendors = vendorsWith({
      clickup: { settings: { list_id: "901", marker_field_id: "m1" }, streams: [] },
    });
    const { answers, requests } = integrationService(vendorsWith(), (body) => {
      if (body.action === "test") return {};
      const { settings } = body as unknown as { settings: Record<string, string> };
      if (settings["list_id"] !== "901") {
        throw new AppError(400, "invalid_settings", "The settings are not valid", {
          fields: [{ field: "list_id", message: "Enter the number of a list" }],
        });
      }
      return { providers: connectedVendors };
    });
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByText("Connect a tool first.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Connect ClickUp" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect ClickUp" });
    await dialog.getByLabel("List for new tasks").fill("my list");
    await dialog.getByLabel("Marker field").fill("m1");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter the API token").waitFor();
    await dialog.getByLabel(/^API token/).fill("pk_1234567");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter the number of a list.").waitFor();
    await expectAccessible(page, "connect a vendor");
    await screenshot(page, "integrations-connect");
    await dialog.getByLabel("List for new tasks").fill("901");
    await page.keyboard.press("Enter");
    await page.getByText("ClickUp is connected.").waitFor();
    await page.getByText(/Connected by Ada Example/).waitFor();
    expect(requests.slice(-2)).toEqual([
      {
        action: "connect",
        provider: "clickup",
        settings: { list_id: "901", marker_field_id: "m1" },
        secret: "pk_1234567",
      },
      { action: "test", provider: "clickup" },
    ]);
  });

  it("shows freshness, receipts, records and removals accessibly in every look", async () => {
    const { answers } = integrationService(bothConnected(true));
    const page = await openConsole(address, { as: people.admin, answers });
    // The times of a fixture were computed when it was first imported, which can be minutes ago.
    await page
      .getByText(/^Up to date with \w+ as of \d+ minutes ago/)
      .first()
      .waitFor();
    await page.getByText("24 records deleted in Harvest").waitFor();
    await page
      .getByText(/^Last run \d+ minutes ago: Completed$/)
      .first()
      .click();
    await page.getByText("12 records: 3 created, 2 updated, 6 unchanged, 1 failed.").waitFor();
    await page.getByText("ClickUp answered 503").waitFor();
    await inEveryLook(page, async (look) => {
      await expectAccessible(page, `integrations ${look}`);
      await screenshot(page, `integrations-${look}`);
    });
  });

  it("an admin retries a record and keeps the focus, assigns a list and undoes it", async () => {
    const vendorsAfterRetry = vendorsWith({
      clickup: {
        settings,
        streams: [{ ...tasksOfClickUp, dead_letters: { count: 0, rows: [] } }],
      },
      harvest: { settings: { account_id: "7" }, streams: [hoursOfHarvest] },
    });
    const { answers, requests } = integrationService(bothConnected(true), ({ action }) =>
      action === "retry_dead_letter"
        ? { providers: vendorsAfterRetry, receipt: receiptOf(0, { record_count: 1, created: 1 }) }
        : {},
    );
    const page = await openConsole(address, { as: people.admin, answers });
    const tasks = page.getByRole("region", { name: "ClickUp tasks" });
    await tasks.getByRole("button", { name: "Retry Write the launch plan" }).click();
    await page.getByText("Record applied.").waitFor();
    await expect.poll(() => focusedText(page)).toBe("ClickUp tasks");

    // By keyboard, because notices cover a part of the page.
    await tasks.getByRole("button", { name: "Assign list" }).press("Enter");
    await tasks.getByText("Choose a project").waitFor();
    await tasks.getByLabel("ID of the list").fill("902");
    await tasks.getByLabel("Name").fill("Shop");
    await tasks.getByRole("combobox", { name: "Project" }).press("ArrowDown");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await tasks.getByRole("button", { name: "Assign list" }).press("Enter");
    await page.getByText("Shop is assigned.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();

    const card = page.getByRole("link", { name: "Review the card" });
    expect(await card.getAttribute("href")).toBe(`/inbox/${hoursOfHarvest.removals?.approval_id}`);
    const list = { stream_id: tasksOfClickUp.id, external_id: "902", name: "Shop" };
    expect(requests).toEqual([
      { action: "retry_dead_letter", dead_letter_id: tasksOfClickUp.dead_letters.rows[0]?.id },
      { action: "set_scope", ...list, project_id: expect.any(String) },
      { action: "set_scope", ...list, project_id: null },
    ]);
  });

  it("changes settings without the secret, and disconnects after showing the effect", async () => {
    const { answers, requests } = integrationService(bothConnected(true), ({ action }) =>
      action === "disconnect" ? { providers: vendorsWith() } : {},
    );
    const page = await openConsole(address, { as: people.admin, answers, width: 390 });
    await page.getByRole("button", { name: "Change connection to ClickUp" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the connection to ClickUp" });
    expect(await dialog.getByLabel("List for new tasks").inputValue()).toBe("901");
    await dialog.getByLabel("List for new tasks").fill("905");
    await dialog.getByRole("button", { name: "Save connection" }).click();
    await page.getByText("Connection to ClickUp saved.").waitFor();

    await page.getByRole("button", { name: "Disconnect ClickUp" }).click();
    const question = page.getByRole("dialog", { name: "Disconnect ClickUp?" });
    await question.getByText("Tasks: 240 records").waitFor();
    expect(
      await question.getByRole("radio", { name: "Keep the data and edit it here" }).isChecked(),
    ).toBe(true);
    await expectAccessible(page, "disconnect a vendor");
    await screenshot(page, "integrations-disconnect-390");
    await question.getByRole("button", { name: "Disconnect ClickUp" }).click();
    await page.getByText("ClickUp is disconnected.").waitFor();
    expect(requests).toEqual([
      { action: "connect", provider: "clickup", settings: { ...settings, list_id: "905" } },
      { action: "test", provider: "clickup" },
      { action: "disconnect", provider: "clickup", releases_rows: true, proposes_removal: false },
    ]);
  });

  it("shows why a removal can't be proposed, and keeps the dialog", async () => {
    const { answers } = integrationService(bothConnected(true), () => {
      throw new AppError(409, "removal_in_decision", "Someone is deciding the removal of records");
    });
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByRole("button", { name: "Disconnect ClickUp" }).click();
    const question = page.getByRole("dialog", { name: "Disconnect ClickUp?" });
    await question.getByRole("radio", { name: "Propose removal" }).check();
    await question.getByRole("button", { name: /propose removal$/ }).click();
    await question.getByRole("alert").waitFor();
    expect(await question.getByRole("radio", { name: "Propose removal" }).isChecked()).toBe(true);
  });

  it("a lead syncs and retries, but cannot do what only admins may; a member sees no page", async () => {
    const { answers, requests } = integrationService(bothConnected(false));
    const page = await openConsole(address, { answers });
    await page.getByRole("button", { name: "Sync now: ClickUp tasks" }).click();
    await page.getByText("The sync starts within a minute.").waitFor();
    expect(requests).toEqual([{ action: "sync_now", stream_id: tasksOfClickUp.id }]);
    await page.getByRole("button", { name: "Retry Write the launch plan" }).waitFor();
    await page.getByRole("link", { name: "Review the card" }).waitFor();
    for (const name of [/^Unassign/, /^Assign/, /^Disconnect/, /^Test/, /connection/]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    await openConsole(address, { as: people.member });
    await page
      .getByRole("heading", { level: 1, name: "This page is for admins and leads" })
      .waitFor();
  });
});
