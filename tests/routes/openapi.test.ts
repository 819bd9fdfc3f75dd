import { describe, expect, test } from "vitest";
import openapi from "../../supabase/functions/openapi/index.ts";
import { call, deployInProcess } from "./in-process.ts";

deployInProcess();

describe("a valid request", () => {
  test("returns an OpenAPI 3.1 document to every caller", async () => {
    const answer = await call(openapi, "/openapi", { signedIn: false });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.json).toMatchObject({ openapi: "3.1.0", info: { title: "Countersign" } });
  });

  test("can also use the path /api/openapi.json", async () => {
    expect((await call(openapi, "/api/openapi.json", { signedIn: false })).status).toBe(200);
  });
});
