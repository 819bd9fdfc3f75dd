import { describe, expect, test } from "vitest";
import servicePrompt from "../../supabase/functions/service-prompt/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const versionRowId = "00000031-0000-4000-8000-000000100001";
const post = (body: unknown) => call(servicePrompt, "/service-prompt", { body });

const version = {
  version_row_id: versionRowId,
  number: 1,
  base: " Be kind.\r\n",
  rules: ["Never guess."],
  origin: "set",
  note: null,
  restores: null,
  approval_id: null,
  created_by: { id: versionRowId, name: "Nora" },
  created_at: "2026-11-01T10:00:00+00:00",
  is_live: true,
  is_staged: false,
};
const state = { live: version, staged: null, text: " Be kind.\r\n", is_prompt_owner: true };

/** The response of the gate, then that of the action's function. */
const answerAfterGate = (answer: unknown) =>
  answerWith((path) => (path === "/rpc/require_lead" ? null : answer));

describe("a valid request", () => {
  test.each([
    [{ action: "get_prompt" }, "get_prompt", {}],
    [{ action: "stage_prompt", base: " a\r\n\t" }, "stage_prompt", { base: " a\r\n\t" }],
    [
      {
        action: "set_base_prompt",
        base: "\u00e9 e\u0301 🌱 ",
        expected_version_row_id: versionRowId,
      },
      "set_base_prompt",
      { base: "\u00e9 e\u0301 🌱 ", expected_version_row_id: versionRowId },
    ],
    [
      { action: "rollback_prompt", version_row_id: versionRowId },
      "rollback_prompt",
      { version_row_id: versionRowId },
    ],
  ])("with %j calls %s with its text unchanged", async (body, name, args) => {
    answerAfterGate(state);
    const answer = await post(body);
    expect([answer.status, answer.json]).toEqual([200, { action: body.action, ...state }]);
    expect(requests[1]?.url).toMatch(new RegExp(`/rpc/${name}$`));
    expect(await requests[1]?.json()).toEqual(args);
  });

  test("returns a page of versions", async () => {
    answerAfterGate({ versions: [version], next_before: 1 });
    const answer = await post({ action: "prompt_versions", before: 7, limit: 1 });
    expect(answer.json).toEqual({ action: "prompt_versions", versions: [version], next_before: 1 });
    expect(await requests[1]?.json()).toEqual({ before_number: 7, page_size: 1 });
  });

  test.each([
    ["100,000 letters", "x".repeat(100_000)],
    ["100,000 emoji", "🌱".repeat(100_000)],
  ])("may contain %s", async (_, base) => {
    answerAfterGate(state);
    expect((await post({ action: "stage_prompt", base })).status).toBe(200);
    expect(await requests[1]?.json()).toEqual({ base });
  });
});

describe("answers 400 to", () => {
  test.each([
    ["no action", {}],
    ["an action that does not exist", { action: "promote" }],
    ["no text", { action: "set_base_prompt" }],
    ["white space", { action: "set_base_prompt", base: " \r\n\u00a0" }],
    ["a NUL", { action: "stage_prompt", base: "a\0b" }],
    ["half an emoji", { action: "stage_prompt", base: "a\ud83c" }],
    ["a list", { action: "stage_prompt", base: ["a"] }],
    ["too many letters", { action: "stage_prompt", base: "x".repeat(100_001) }],
    ["an invalid version", { action: "rollback_prompt", version_row_id: "1" }],
    ["a field of another action", { action: "get_prompt", base: "a" }],
    ["half a version", { action: "prompt_versions", before: 1.5 }],
    ["a page that is too long", { action: "prompt_versions", limit: 51 }],
  ])("%s", async (_, body) => {
    answerAfterGate(state);
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/rest/v1/rpc/require_lead"]);
  });
});

describe("answers 403 to", () => {
  test("a role that may never use the route, before the request is read", async () => {
    answerWith(() =>
      refusal(403, "OPDEN", "Only an admin or a lead can do this", "role_not_allowed"),
    );
    const answer = await post({ action: "nonsense" });
    expect([answer.status, answer.code]).toEqual([403, "role_not_allowed"]);
  });

  test("a lead who does not own the prompt", async () => {
    answerAfterGate(refusal(403, "OPDEN", "Only a prompt owner", "prompt_owner_only"));
    const answer = await post({ action: "set_base_prompt", base: "Mine" });
    expect([answer.status, answer.code]).toEqual([403, "prompt_owner_only"]);
  });
});

describe("answers 409 to", () => {
  test("a stale version, with the live one", async () => {
    const details = { live_version_row_id: versionRowId, live: { number: 2 } };
    answerAfterGate(
      Response.json(
        {
          code: "OPSTA",
          message: "Another prompt went live",
          hint: "version_conflict",
          details: JSON.stringify(details),
        },
        { status: 400 },
      ),
    );
    const answer = await post({
      action: "stage_prompt",
      base: "a",
      expected_version_row_id: versionRowId,
    });
    expect([answer.status, answer.code]).toEqual([409, "version_conflict"]);
    expect(answer.json).toMatchObject({ details });
  });
});

describe("answers 413 to", () => {
  test("a body larger than any prompt, without reading it to its end", async () => {
    answerAfterGate(state);
    const answer = await post({ action: "stage_prompt", base: "x".repeat(1_300_000) });
    expect([answer.status, answer.code]).toEqual([413, "too_large"]);
  });
});
