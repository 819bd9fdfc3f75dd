import { describe, expect, test } from "vitest";
import whoami from "../../supabase/functions/whoami/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const viewer = {
  id: "00000005-0000-4000-8000-000000100001",
  user_id: "00000006-0000-4000-8000-000000100001",
  email: "admin@demo.test",
  name: "Nora Feldhaus",
  role: "admin",
  is_prompt_owner: true,
  picture_hash: null,
  organization: { id: "00000001-0000-4000-8000-000000100001", name: "Northlight", currency: "EUR" },
};

describe("a valid request", () => {
  test("returns the database's answer to the caller's own token and the publishable key", async () => {
    answerWith(() => ({ viewer, project_ids: [], unread_account_notices: 0, timer: null }));
    const answer = await call(whoami, "/whoami", {
      headers: { "x-request-id": "trace-me-please" },
    });
    expect([answer.status, answer.json]).toEqual([
      200,
      { viewer, project_ids: [], unread_account_notices: 0, timer: null },
    ]);
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request?.url).toBe("https://backend.example/rest/v1/rpc/get_viewer");
    expect(request?.headers.get("apikey")).toBe("sb_publishable_test");
    expect(request?.headers.get("authorization")).toMatch(/^Bearer ey/);
    expect(request?.headers.get("x-request-id")).toBe("trace-me-please");
  });

  test("returns only the fields of the contract, whatever the database adds", async () => {
    answerWith(() => ({
      viewer: { ...viewer, salary: 1, organization: { ...viewer.organization, plan: "x" } },
      project_ids: [],
      unread_account_notices: 0,
      timer: null,
      secret: 1,
    }));
    expect((await call(whoami, "/whoami")).json).toEqual({
      viewer,
      project_ids: [],
      unread_account_notices: 0,
      timer: null,
    });
  });
});

describe("answers 400 to", () => {
  test("an unknown parameter", async () => {
    const answer = await call(whoami, "/whoami?as=somebody");
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toEqual([]);
  });
});

describe("a refusal of the database", () => {
  const refusals: [string, number, string, string | null, number, string][] = [
    ["OPAUT", 400, "Sign in first", null, 401, "not_signed_in"],
    ["OPDEN", 400, "You belong to no organization yet", "no_membership", 403, "no_membership"],
    ["OPDEN", 400, "No", null, 403, "not_allowed"],
    ["OPNFD", 400, "There is none", null, 404, "not_found"],
    ["OPSTA", 400, "Too late", "already_decided", 409, "already_decided"],
    ["OPINV", 400, "Malformed", null, 400, "invalid"],
    ["OPBIG", 400, "Too large", "too_many_rows", 413, "too_many_rows"],
    ["OPLIM", 400, "Too often", null, 429, "rate_limited"],
    ["PGRST301", 401, "JWT", null, 401, "invalid_token"],
    ["PGRST303", 401, "JWT expired", null, 401, "invalid_token"],
    ["42501", 403, "permission denied for table people", null, 403, "not_allowed"],
    ["22021", 400, 'invalid byte sequence for encoding "UTF8": 0x00', null, 400, "invalid"],
    ["22P05", 400, "unsupported Unicode escape sequence", null, 400, "invalid"],
    ["22P02", 400, 'invalid input syntax for type uuid: "x"', null, 400, "invalid"],
    ["23503", 409, "violates foreign key people_client_fkey", null, 404, "not_found"],
    ["23505", 409, "duplicate key people_email_key", null, 409, "already_exists"],
    ["23514", 400, "violates check constraint", null, 400, "invalid"],
    ["40001", 500, "could not serialize", null, 409, "try_again"],
    ["40P01", 500, "deadlock detected", null, 409, "try_again"],
    ["57014", 500, "canceling statement", null, 503, "timeout"],
    ["08006", 503, "connection lost", null, 503, "database_unavailable"],
    ["57P01", 500, "terminating connection", null, 503, "database_unavailable"],
    ["PGRST001", 503, "Database client error", null, 503, "database_unavailable"],
  ];

  test.each(refusals)(
    "%s (%i, %s, %s) becomes %i %s",
    async (sqlstate, databaseStatus, message, hint, status, code) => {
      answerWith(() => refusal(databaseStatus, sqlstate, message, hint));
      const answer = await call(whoami, "/whoami");
      expect([answer.status, answer.code]).toEqual([status, code]);
      // Our own messages are for people; PostgreSQL's name tables and columns, and stay inside.
      if (!sqlstate.startsWith("OP")) expect(answer.text).not.toContain(message);
      else expect(answer.json).toMatchObject({ message });
    },
  );
});

describe("answers 500 to", () => {
  test.each([
    [
      "an error that is not meant for a caller",
      () => refusal(500, "XX000", "cache lookup failed for relation 16384"),
    ],
    [
      "a missing function",
      () => refusal(404, "PGRST202", "Could not find the function public.get_viewer"),
    ],
    ["an answer that breaks the contract", () => ({ viewer: null, project_ids: "all" })],
    ["an answer that is not JSON", () => new Response("<html>", { status: 502 })],
  ])("%s, and reveals only the request id", async (_what, answers) => {
    answerWith(answers);
    const answer = await call(whoami, "/whoami", {
      headers: { "x-request-id": "trace-me-please" },
    });
    expect([answer.status, answer.json]).toEqual([
      500,
      {
        statusCode: 500,
        code: "internal_error",
        message: "Something went wrong on our side",
        details: { request_id: "trace-me-please" },
      },
    ]);
  });
});

describe("answers 503", () => {
  test("when the database cannot be reached", async () => {
    answerWith(() => new Error("ECONNREFUSED"));
    const answer = await call(whoami, "/whoami");
    expect([answer.status, answer.code]).toEqual([503, "database_unavailable"]);
  });
});
