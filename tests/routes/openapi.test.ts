import { describe, expect, test } from "vitest";
import openapi from "../../supabase/functions/openapi/index.ts";
import { call, deployInProcess } from "./in-process.ts";

deployInProcess();

describe("200", () => {
  test("an OpenAPI 3.1 document, for every caller", async () => {
    const answer = await call(openapi, "/openapi", { signedIn: false });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.json).toMatchObject({ openapi: "3.1.0", info: { title: "Countersign" } });
  });

  test("under the name that the API gives it", async () => {
    expect((await call(openapi, "/api/openapi.json", { signedIn: false })).status).toBe(200);
  });
});
