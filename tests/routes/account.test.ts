import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/account/index.ts";
import { answerWith, call, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

const account = {
  id: "00000005-0000-4000-8000-000000100003",
  name: "Max",
  email: "member@demo.test",
  version: 2,
  picture_hash: null,
  has_second_factor: false,
  requires_second_factor: false,
  delegation: null,
  notices: [],
};
const post = (body: unknown) => call(route, "/account", { body });

describe("a valid request", () => {
  test("returns the caller's account, with exactly the fields of the contract", async () => {
    answerWith(() => ({ account: { ...account, user_id: "not for the screen" } }));
    expect((await call(route, "/account")).json).toEqual({ account });
  });

  test.each([
    [{ action: "rename", name: " Max ", version: 1 }, "rename_self", { name: "Max", version: 1 }],
    [{ action: "set_picture", content: "AAAA" }, "set_picture", { content: "AAAA" }],
    [{ action: "set_picture", content: null }, "set_picture", { content: null }],
    [
      { action: "read_notices", until: "2026-11-22T10:00:00Z" },
      "read_account_notices",
      { until: "2026-11-22T10:00:00Z" },
    ],
  ])("with %j calls %s", async (body, name, args) => {
    answerWith(() => ({ account }));
    expect((await post(body)).json).toEqual({ account });
    expect(requests[0]?.url).toMatch(new RegExp(`/rpc/${name}$`));
    expect(await requests[0]?.json()).toEqual(args);
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { action: "rename", name: " ", version: 1 },
    { action: "rename", name: "Max" },
    { action: "set_picture" },
    { action: "set_picture", content: "A".repeat(1_398_105) },
    { action: "read_notices", until: "yesterday" },
    { action: "change_password", password: "another long password" },
    { action: "rename", name: "Max", version: 1, person_id: account.id },
  ])("the action $action", async (body) => {
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toEqual([]);
  });
});

describe("answers 401 to", () => {
  test("a request without a session", async () => {
    expect((await call(route, "/account", { signedIn: false })).status).toBe(401);
  });
});
