/**
 * A removal that is proposed when a vendor is disconnected. integrations.test.ts disconnects a vendor and keeps its
 * data; pgTAP of disconnect_integration proves what is proposed.
 */
import { describe, expect, it } from "vitest";
import { expectAccessible, inEveryLookOfState, openConsole, screenshot } from "../console.ts";
import { hoursOfHarvest, tasksOfClickUp, vendorsWith } from "../fixtures/integrations.ts";
import { idOf, people } from "../fixtures/people.ts";
import { address, bothConnected, integrationService, settings } from "./connected-vendors.ts";

/** A stream whose vendor was disconnected with a proposal to remove its rows. */
const disconnectedStream = {
  state: "paused" as const,
  pause_reason: "disconnected" as const,
  removals: { approval_id: idOf(95, 2), count: 240 },
};

describe("Settings, Integrations", () => {
  it("disconnects and proposes the removal of each kind of data, which waits for its card", async () => {
    const vendorsAfterDisconnect = vendorsWith({
      clickup: { settings, streams: [tasksOfClickUp] },
    }).map((vendor) =>
      vendor.provider === "harvest"
        ? { ...vendor, streams: [{ ...hoursOfHarvest, ...disconnectedStream, scopes: [] }] }
        : vendor,
    );
    const { answers, requests } = integrationService(bothConnected(true), ({ action }) =>
      action === "disconnect" ? { providers: vendorsAfterDisconnect } : {},
    );
    const page = await openConsole(address, { as: people.admin, answers });
    await page.getByRole("button", { name: "Disconnect Harvest" }).click();
    const question = page.getByRole("dialog", { name: "Disconnect Harvest?" });
    await question.getByText("Hours: 240 records").waitFor();
    await question.getByRole("radio", { name: "Propose removal" }).check();
    await question.getByText("executes the card in the inbox", { exact: false }).waitFor();
    await question.getByText("Hours can't be restored after the removal.").waitFor();
    await inEveryLookOfState(page, async (look) => {
      await expectAccessible(page, `propose removal ${look}`);
      const labels = question.locator(".mantine-Button-label");
      const cutLabels = await labels.evaluateAll(
        (all) => all.filter((one) => one.scrollWidth > one.clientWidth).length,
      );
      expect(cutLabels, `labels cut off ${look}`).toBe(0);
      await screenshot(page, `integrations-propose-removal-${look}`);
    });
    await question.getByRole("button", { name: "Disconnect and propose removal" }).click();
    await page
      .getByText("The removal waits for a decision in the inbox.", { exact: false })
      .waitFor();
    const hours = page.getByRole("region", { name: "Harvest hours" });
    await hours.getByText("Removal of 240 records proposed").waitFor();
    expect(await hours.getByText("The sync continues.", { exact: false }).count()).toBe(0);
    const card = hours.getByRole("link", { name: "Review the card" });
    expect(await card.getAttribute("href")).toBe(
      `/inbox/${disconnectedStream.removals.approval_id}`,
    );
    expect(requests).toEqual([
      { action: "disconnect", provider: "harvest", releases_rows: false, proposes_removal: true },
    ]);
  });
});
