import { expect, it } from "vitest";
import { providerName } from "../../../supabase/functions/_domain/words/providers.ts";

it("vendors are written as people write them, and one that is not listed is capitalized", () => {
  expect(
    ["clickup", "hubspot", "google_calendar", "harvest", "new_vendor"].map(providerName),
  ).toEqual(["ClickUp", "HubSpot", "Google Calendar", "Harvest", "New Vendor"]);
});
