import { describe, expect, test } from "vitest";
import { connectionTestInWords } from "../../../supabase/functions/_domain/words/connection-tests.ts";
import { isoFormat } from "../../../supabase/functions/_domain/words/format.ts";

type Facts = Parameters<typeof connectionTestInWords>[0];
const words = (provider: string, facts: Partial<Facts>, secret_type = "token") =>
  connectionTestInWords(
    {
      provider,
      secret_type,
      result: null,
      http_code: null,
      resource: null,
      list_count: 0,
      has_more_lists: false,
      ...facts,
    },
    isoFormat,
  );

describe("an accepted secret", () => {
  test.each<[string, Partial<Facts>, string, string]>([
    ["clickup", { list_count: 3 }, "token", "ClickUp accepted the token. 3 lists are visible."],
    [
      "linear",
      { list_count: 1, has_more_lists: true },
      "token",
      "Linear accepted the API key. 1 project or team is visible. Others can be assigned by ID.",
    ],
    [
      "harvest",
      { has_more_lists: true },
      "token",
      "Harvest accepted the token. It doesn't show its projects: assign them by ID.",
    ],
    [
      "google_drive",
      {},
      "service_account",
      "Google Drive accepted the service account. It shows no folders yet. Create one there, then test again.",
    ],
    ["hubspot", {}, "token", "HubSpot accepted the token."],
    [
      "microsoft_graph",
      { list_count: 2 },
      "app_registration",
      "Microsoft 365 accepted the app registration. 2 calendars are visible.",
    ],
  ])("%s %j", (provider, facts, secretType, sentence) => {
    expect(words(provider, { result: "accepted", ...facts }, secretType)).toBe(sentence);
  });
});

describe("a refusal names the problem and the next step", () => {
  test.each<[string, Partial<Facts>, string]>([
    [
      "harvest",
      { result: "rejected", http_code: 401, resource: "hours" },
      "Harvest rejected the token (401). Check the account ID, or create a new token at id.getharvest.com/developers and save it.",
    ],
    [
      "hubspot",
      { result: "forbidden", http_code: 403, resource: "deals" },
      "HubSpot accepted the token, but denies access to deals (403). Add the scope crm.objects.deals.read to the private app.",
    ],
    [
      "clickup",
      { result: "forbidden", http_code: 404, resource: "list" },
      "ClickUp accepted the token, but denies access to the list (404). Check the ID of the list for new tasks, or share the list with the token's owner.",
    ],
    [
      "resend",
      { result: "forbidden", http_code: 403, resource: "emails" },
      "Resend accepted the API key, but denies access to emails (403). Check the access of the API key in Resend.",
    ],
    [
      "clickup",
      { result: "forbidden", resource: "settings" },
      "The settings for ClickUp are incomplete. Choose “Change connection” and complete them.",
    ],
    [
      "microsoft_graph",
      { result: "forbidden", resource: "calendars" },
      "Microsoft 365 has no calendar to read, because no employee has an address in your organization's email domain. Add one under People.",
    ],
    [
      "linear",
      { result: "rate_limited", http_code: 400, resource: "teams" },
      "Linear is limiting requests, so the API key was not tested. Test again in a minute.",
    ],
    [
      "fathom",
      { result: "unavailable", http_code: 503, resource: "meetings" },
      "Fathom failed (503), so the API key was not tested. Test again in a minute.",
    ],
    [
      "fathom",
      { result: "unavailable", resource: "meetings" },
      "Fathom didn't respond, so the API key was not tested. Test again in a minute.",
    ],
    [
      "hubspot",
      { result: "rejected", resource: "secret" },
      "No token of HubSpot is stored. Choose “Change connection” and enter one.",
    ],
    ["hubspot", { result: "lost" }, "The test was interrupted. Test again."],
  ])("%s %j", (provider, facts, sentence) => {
    expect(words(provider, facts)).toBe(sentence);
  });

  test("a refused delegation of Google names the scopes", () => {
    const facts = { result: "rejected", resource: "calendars" } as const;
    const sentence = words("google_calendar", facts, "service_account");
    expect(sentence).toContain("Google Calendar rejected the service account. In the Google Admin");
    expect(sentence).toContain("calendar.events, calendar.readonly and calendar.freebusy");
  });
});

test("an open test has no result", () => {
  expect(words("clickup", {})).toBeNull();
});
