import { describe, expect, test } from "vitest";
import settings from "../../supabase/functions/settings/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const currentSettings = {
  forbids_self_approval: true,
  requires_second_factor: "never",
  name: "Northlight",
  currency: "EUR",
  time_zone: "Europe/Berlin",
  week_starts_on: 1,
  working_hours: { "1": { hours: 8 } },
  brand_color: null,
  version: 3,
};
const post = (body: unknown) => call(settings, "/settings", { body });

/** The gate admits the caller; every other call gets this response. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_lead" ? null : answer));
}

describe("a valid request", () => {
  test("returns the settings, with exactly the fields of the contract", async () => {
    respondWith({ ...currentSettings, updated_by: "somebody" });
    const answer = await call(settings, "/settings");
    expect(answer.json).toEqual({ settings: currentSettings });
    expect(requests[1]?.url).toMatch(/\/rpc\/get_organization_settings$/);
  });

  test("passes the normal form of a change to one SQL function", async () => {
    respondWith({ ...currentSettings, updated_by: "somebody" });
    const answer = await post({ name: " North  light ", currency: "usd", version: 2 });
    expect(answer.json).toEqual({ settings: currentSettings });
    expect(requests[1]?.url).toMatch(/\/rpc\/update_organization_settings$/);
    expect(await requests[1]?.json()).toEqual({
      changes: { name: "North light", currency: "USD" },
      version: 2,
    });
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { version: 0 },
    { forbids_self_approval: true },
    { forbids_self_approval: "true", version: 0 },
    { forbids_self_approval: null, version: 0 },
    { forbids_self_approval: true, version: -1 },
    { forbids_self_approval: true, version: 1.5 },
    { forbids_self_approval: true, version: 0, organization_id: "mine" },
    { confirms_currency: true, version: 0 },
    { currency: "euro", version: 0 },
    { week_starts_on: 8, version: 0 },
    { working_hours: { "8": { hours: 1 } }, version: 0 },
    { working_hours: { "1": { hours: 25 } }, version: 0 },
    { working_hours: { "1": { hours: 8, from: "18:00", to: "09:00" } }, version: 0 },
  ])("%j", async (body) => {
    respondWith(null);
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toHaveLength(1);
  });
});

describe("answers 403 to", () => {
  test.each([{ method: "GET" }, { body: "not even JSON" }])(
    "a role other than admin or lead, before the input is read: %j",
    async (options) => {
      answerWith(() => refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
      const answer = await call(settings, "/settings", options);
      expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
      expect(requests).toHaveLength(1);
    },
  );

  test("a lead who changes a setting", async () => {
    respondWith(refusal(400, "OPDEN", "Your role does not allow this", "role_not_allowed"));
    const answer = await post({ forbids_self_approval: true, version: 0 });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });
});

describe("answers 409 to", () => {
  test("a stale version", async () => {
    respondWith(refusal(400, "OPSTA", "Look again", "version_conflict"));
    const answer = await post({ forbids_self_approval: true, version: 1 });
    expect([answer.status, answer.code]).toEqual([409, "version_conflict"]);
  });
});
