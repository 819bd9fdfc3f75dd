/** Pushes of vendors, as the background functions receive them. */
import { describe, expect, test } from "vitest";
import calendarSync from "../../supabase/functions/calendar-sync/index.ts";
import crmSync from "../../supabase/functions/crm-sync/index.ts";
import fileSync from "../../supabase/functions/file-sync/index.ts";
import taskSync from "../../supabase/functions/task-sync/index.ts";
import {
  answerWith,
  configure,
  deployInProcess,
  type Route,
  requests,
  tokenWith,
} from "./in-process.ts";

deployInProcess();

const google = {
  "x-goog-channel-id": "channel",
  "x-goog-channel-token": "token",
  "x-goog-resource-state": "exists",
  "x-goog-message-number": "2",
};
const clickUp = { "x-signature": "a".repeat(64) };
const delivery = '{"webhook_id":"hook"}';

async function push(route: Route, headers: Record<string, string>, body = "") {
  const answer = await route.fetch(
    new Request("https://service.example/sync", { method: "POST", headers, body }),
  );
  const { message, code, state } = (await answer.json()) as Record<string, string>;
  return { status: answer.status, code, message, state };
}

describe("a valid push", () => {
  test.each<[string, Route, Record<string, string>, string, object]>([
    ["calendar-sync", calendarSync, google, "", { channel_id: "channel", token: "token" }],
    ["file-sync", fileSync, google, "", { channel_id: "channel", token: "token" }],
    ["task-sync", taskSync, clickUp, delivery, { channel_id: "hook", body: delivery }],
  ])("to %s goes to the database and does no work", async (slug, route, headers, body, args) => {
    answerWith(() => ({ state: "accepted" }));
    expect(await push(route, headers, body)).toMatchObject({ status: 200, state: "accepted" });
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/rest/v1/rpc/receive_sync_push",
    ]);
    expect(await requests[0]?.json()).toMatchObject({ function_slug: slug, ...args });
  });
});

describe("answers the same 401 to", () => {
  test.each<[string, Route, Record<string, string>, string]>([
    ["an unknown channel, a wrong token or a wrong signature", calendarSync, google, ""],
    ["no token", calendarSync, { "x-goog-channel-id": "channel" }, ""],
    ["no state", fileSync, { "x-goog-channel-id": "channel", "x-goog-channel-token": "t" }, ""],
    ["a wrong signature", taskSync, clickUp, delivery],
    ["a body that is not a delivery", taskSync, clickUp, "no JSON"],
  ])("%s", async (_, route, headers, body) => {
    answerWith(() => ({ state: "refused" }));
    expect(await push(route, headers, body)).toEqual({
      status: 401,
      code: "invalid_push",
      message: "No open channel has this id and token",
      state: undefined,
    });
  });

  test("a push to a function whose vendors push nothing", async () => {
    expect(await push(crmSync, google)).toMatchObject({ status: 401, code: "not_signed_in" });
    expect(requests).toEqual([]);
  });
});

test("answers 403 to a person's token beside the headers of a push", async () => {
  const authorization = `Bearer ${await tokenWith()}`;
  expect((await push(calendarSync, { ...google, authorization })).status).toBe(403);
  expect(requests).toEqual([]);
});

test("answers 413 to a large body and 503 when the database fails", async () => {
  expect((await push(taskSync, clickUp, "a".repeat(262_145))).status).toBe(413);
  expect(requests).toEqual([]);
  answerWith(() => new Error("unreachable"));
  expect((await push(calendarSync, google)).status).toBe(503);
  configure({ SUPABASE_SECRET_KEYS: null });
  expect((await push(calendarSync, google)).status).toBe(503);
});
