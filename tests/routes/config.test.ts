import { describe, expect, test } from "vitest";
import { UNKNOWN_PARAMETER } from "../../supabase/functions/_http/request.ts";
import config from "../../supabase/functions/config/index.ts";
import { call, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

describe("a valid request", () => {
  test("returns exactly the three public values to every caller", async () => {
    for (const signedIn of [true, false]) {
      const answer = await call(config, "/config", { signedIn });
      expect(answer.json).toEqual({
        supabase_url: "https://backend.example",
        supabase_anon_key: "sb_publishable_test",
        password_recovery: "admin",
      });
    }
    expect(requests).toEqual([]);
  });

  test("needs no token and ignores an unusable one", async () => {
    const answer = await call(config, "/config", { headers: { authorization: "Bearer rubbish" } });
    expect(answer.status).toBe(200);
  });

  test("returns no secret key", async () => {
    expect((await call(config, "/config")).text).not.toContain("secret");
  });
});

describe("answers 400 to", () => {
  test("an unknown parameter", async () => {
    const answer = await call(config, "/config?debug=1");
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(answer.json).toMatchObject({
      details: [{ field: "debug", in: "query", message: UNKNOWN_PARAMETER }],
    });
  });
});
