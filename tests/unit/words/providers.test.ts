import { expect, it } from "vitest";
import { providerName } from "../../../supabase/functions/_domain/words/providers.ts";

it("writes vendors as people do, and capitalizes one that is not listed", () => {
  expect(
    ["clickup", "hubspot", "google_calendar", "harvest", "new_vendor"].map(providerName),
  ).toEqual(["ClickUp", "HubSpot", "Google Calendar", "Harvest", "New Vendor"]);
});
