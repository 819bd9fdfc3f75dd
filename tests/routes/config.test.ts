import { describe, expect, test } from "vitest";
import { UNKNOWN_PARAMETER } from "../../supabase/functions/_http/request.ts";
import config from "../../supabase/functions/config/index.ts";
import { asked, call, deployInProcess } from "./in-process.ts";

deployInProcess();

describe("200", () => {
  test("exactly the three public values, for every caller", async () => {
    for (const signedIn of [true, false]) {
      const answer = await call(config, "/config", { signedIn });
      expect(answer.json).toEqual({
        supabase_url: "https://backend.example",
        supabase_anon_key: "sb_publishable_test",
        password_recovery: "admin",
      });
    }
    expect(asked).toEqual([]);
  });

  test("an unusable token changes nothing: the route is public", async () => {
    const answer = await call(config, "/config", { headers: { authorization: "Bearer rubbish" } });
    expect(answer.status).toBe(200);
  });

  test("it does not contain the secret key", async () => {
    expect((await call(config, "/config")).text).not.toContain("secret");
  });
});

describe("400", () => {
  test("a parameter it does not know", async () => {
    const answer = await call(config, "/config?debug=1");
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(answer.json).toMatchObject({
      details: [{ field: "debug", in: "query", message: UNKNOWN_PARAMETER }],
    });
  });
});
