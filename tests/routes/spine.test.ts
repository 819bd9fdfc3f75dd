import { describe, expect, test } from "vitest";
import spine from "../../supabase/functions/spine/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const personId = "00000005-0000-4000-8000-000000100003";
const emptyAnswer = {
  viewer: { id: personId, name: "Mira", role: "member" },
  as: null,
  organization: { id: personId, name: "Northlight", currency: "EUR", time_zone: "Europe/Berlin" },
  today: "2026-03-02",
  accounts: [],
  projects: [],
  left_out: { projects: 0, open_tasks: 0, people: 0, status_updates: 0, activity: 0 },
};

describe("a valid request", () => {
  test("passes `as` to the database, and does not check it itself", async () => {
    answerWith(() => emptyAnswer);
    expect((await call(spine, `/spine?as=${personId}`)).json).toEqual(emptyAnswer);
    expect(await requests[0]?.json()).toEqual({ as_person_id: personId });
    await call(spine, "/spine");
    expect(await requests[1]?.json()).toEqual({});
  });

  test.each(["", "me", "1", `${personId}x`])(
    "passes a value that is not an id as an id of no person: %s",
    async (as) => {
      answerWith(() => emptyAnswer);
      expect((await call(spine, `/spine?as=${as}`)).status).toBe(200);
      expect(await requests[0]?.json()).toEqual({
        as_person_id: "00000000-0000-0000-0000-000000000000",
      });
    },
  );
});

describe("answers 400 to", () => {
  test.each(["AS=x", `as=${personId}&limit=1`, `as=${"x".repeat(201)}`, "as=a&as=b"])(
    "the query ?%s",
    async (query) => {
      const answer = await call(spine, `/spine?${query}`);
      expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
      expect(requests).toEqual([]);
    },
  );
});

describe("answers 404 to", () => {
  test("an unknown person to view as", async () => {
    answerWith(() =>
      refusal(400, "OPNFD", "There is no such person to view as", "person_not_found"),
    );
    const answer = await call(spine, `/spine?as=${personId}`);
    expect([answer.status, answer.code]).toEqual([404, "person_not_found"]);
  });
});
