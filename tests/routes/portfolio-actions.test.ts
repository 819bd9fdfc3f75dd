import { describe, expect, test } from "vitest";
import portfolioActions from "../../supabase/functions/portfolio-actions/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000004-0000-4000-8000-000000100001";
const update = {
  id,
  project_id: id,
  author_id: id,
  health: "at_risk",
  summary: "Late.",
  risks: null,
  next_steps: null,
  created_at: "2026-01-01T00:00:00+00:00",
  version: 1,
  corrected_at: null,
};
const status = { type: "status_update", project_id: id, health: "at_risk", summary: " Late. " };

function send(body: unknown) {
  return call(portfolioActions, "/portfolio-actions", { body });
}

/** The Data API of a caller who may use the route. */
function respondWith(answer: unknown): void {
  answerWith((path) => (path === "/rpc/require_internal_viewer" ? null : answer));
}

describe("a valid request", () => {
  test("passes its normal form to one SQL function and returns the contract's fields of the row", async () => {
    respondWith({ ...update, organization_id: id });
    const answer = await send(status);
    expect([answer.status, answer.json]).toEqual([
      200,
      { type: "status_update", status_update: update },
    ]);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/rest/v1/rpc/require_internal_viewer",
      "/rest/v1/rpc/post_status_update",
    ]);
    expect(await requests[1]?.json()).toEqual({
      project_id: id,
      health: "at_risk",
      summary: "Late.",
    });
  });

  test("to correct a status names it and the version that was seen", async () => {
    const correctedUpdate = { ...update, version: 2, corrected_at: update.created_at };
    respondWith(correctedUpdate);
    const { type: _, project_id, ...words } = status;
    const correction = { status_update_id: id, version: 1, ...words };
    const answer = await send({ type: "status_correction", ...correction });
    expect([answer.status, answer.json]).toEqual([
      200,
      { type: "status_correction", status_update: correctedUpdate },
    ]);
    expect(requests[1]?.url).toMatch(/\/rpc\/correct_status_update$/);
    expect(await requests[1]?.json()).toEqual({ ...correction, summary: "Late." });
  });
});

describe("answers 400 to", () => {
  test("an invalid body, before the database is called for anything but the viewer", async () => {
    respondWith(update);
    for (const body of [{}, { type: "nonsense" }, { ...status, summary: "" }, [], "status"]) {
      expect((await send(body)).code).toBe("malformed_request");
    }
    expect(requests.every(({ url }) => url.endsWith("/require_internal_viewer"))).toBe(true);
  });
});

describe("answers 403 to", () => {
  test("a role that may never use the route, before its input is read", async () => {
    answerWith(() => refusal(403, "OPDEN", "Client contacts cannot use this", "role_not_allowed"));
    expect(await send({ rubbish: true })).toMatchObject({ status: 403, code: "role_not_allowed" });
  });
});

describe("answers 409 to", () => {
  test("a conflict, with the changes in its details", async () => {
    const details = { version: 3, current: { name: "Web" }, changes: [] };
    respondWith(
      Response.json(
        {
          code: "OPSTA",
          message: "Somebody changed this",
          hint: "version_conflict",
          details: JSON.stringify(details),
        },
        { status: 400 },
      ),
    );
    const answer = await send({
      type: "project_update",
      project_id: id,
      version: 2,
      changes: { name: "Site" },
    });
    expect(answer).toMatchObject({
      status: 409,
      code: "version_conflict",
      json: { statusCode: 409, details },
    });
  });
});

describe("answers 500 to", () => {
  test("a row that breaks the contract", async () => {
    respondWith({ ...update, health: "splendid" });
    expect((await send(status)).status).toBe(500);
  });
});
