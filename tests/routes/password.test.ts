import { describe, expect, test } from "vitest";
import route from "../../supabase/functions/password/index.ts";
import { answerWith, call, configure, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const body = { token: "a-token", password: "a long enough password" };
const post = (input: unknown = body) => call(route, "/password", { body: input, signedIn: false });

describe("a valid request", () => {
  test("from a caller without a sign-in returns the email address to sign in with", async () => {
    answerWith(() => ({ email: "member@demo.test", user_id: "not for the caller" }));
    const answer = await post();
    expect([answer.status, answer.json]).toEqual([200, { email: "member@demo.test" }]);
    expect(requests[0]?.url).toMatch(/\/rpc\/redeem_password_link$/);
    expect(requests[0]?.headers.get("apikey")).toBe("sb_secret_test");
    expect(await requests[0]?.json()).toEqual(body);
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { token: "a-token" },
    { token: " ", password: "a long enough password" },
    { token: "a-token", password: "x".repeat(201) },
    { ...body, user_id: "somebody" },
  ])("%j", async (input) => {
    const answer = await post(input);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toEqual([]);
  });
});

describe("a refusal of the database", () => {
  test.each([
    ["OPINV", 400, "weak_password"],
    ["OPNFD", 404, "link_not_valid"],
  ])("with %s becomes %i %s", async (code, status, hint) => {
    answerWith(() => refusal(400, code, "…", hint));
    const answer = await post();
    expect([answer.status, answer.code]).toEqual([status, hint]);
  });
});

describe("answers 503", () => {
  test("without the secret key", async () => {
    configure({ SUPABASE_SECRET_KEYS: null });
    expect((await post()).status).toBe(503);
  });
});
