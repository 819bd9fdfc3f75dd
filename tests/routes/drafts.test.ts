import { beforeEach, describe, expect, test } from "vitest";
import authoringProfiles from "../../supabase/functions/authoring-profiles/index.ts";
import deliverableDrafts from "../../supabase/functions/deliverable-drafts/index.ts";
import draftFile from "../../supabase/functions/draft-file/index.ts";
import updatesDraft from "../../supabase/functions/updates-draft/index.ts";
import { answerWith, call, deployInProcess, refusal, requests } from "./in-process.ts";

deployInProcess();

const id = "00000000-0000-4000-8000-000000000001";
const project = { id, name: "Shop", client: "Harbour", agency: "North" };
const pack = {
  id,
  project_id: id,
  from_on: "2026-03-02",
  to_on: "2026-03-08",
  is_restricted: false,
  created_at: "2026-03-08T10:00:00Z",
  created_by: null,
  items: [
    {
      number: 1,
      group: "done",
      kind: "row",
      query: "tasks_done",
      title: "Page",
      text: "The page was finished on 4 March 2026.",
    },
  ],
};

const answers = (built: unknown) => (path: string) => {
  if (path === "/rpc/require_lead") return null;
  if (path === "/rpc/build_evidence_pack") return built;
  return refusal(409, "OPSTA", "Stop here", "stop_here");
};

describe("POST updates/draft", () => {
  beforeEach(() => answerWith(answers({ pack, project, profile: null })));

  test("proposes a weekly update from the pack, under both addresses", async () => {
    for (const address of ["/updates/draft", "/updates-draft"]) {
      const body = { project_id: id, from_on: "2026-03-02", to_on: "2026-03-08" };
      const { code } = await call(updatesDraft, address, { method: "POST", body });
      expect(code).toBe("stop_here");
      expect(await requests.at(-2)?.json()).toEqual(body);
      expect(await requests.at(-1)?.json()).toEqual({
        pack_id: id,
        kind: "weekly_update",
        payload: {
          week_of: "2026-03-02",
          headline: "Update for 2 March 2026 to 8 March 2026",
          body: "Done:\n- The page was finished on 4 March 2026 [1].",
        },
        item_numbers: [1],
      });
    }
  });

  test("uses the profile of readouts for a client update", async () => {
    answerWith(
      answers(refusal(404, "OPNFD", "There is no such authoring profile", "profile_not_found")),
    );
    const body = { project_id: id, kind: "client" };
    const { status } = await call(updatesDraft, "/updates/draft", { method: "POST", body });
    expect(status).toBe(404);
    expect(await requests.at(-1)?.json()).toEqual({
      project_id: id,
      profile_key: "client-readout",
    });
  });

  test.each([
    {},
    { project_id: "x" },
    { project_id: id, kind: "daily" },
    { project_id: id, from_on: "x" },
  ])("answers 400 to %j", async (body) => {
    const { status, code } = await call(updatesDraft, "/updates/draft", { method: "POST", body });
    expect([status, code]).toEqual([400, "malformed_request"]);
  });
});

describe("POST deliverable-drafts", () => {
  test("answers 400 to a profile that is named twice", async () => {
    answerWith(answers(null));
    const body = { project_id: id, authoring_profile_id: id, profile_key: "client-readout" };
    const { status, code } = await call(deliverableDrafts, "/deliverable-drafts", {
      method: "POST",
      body,
    });
    expect([status, code]).toEqual([400, "malformed_request"]);
  });

  test("answers 404 to an unknown profile", async () => {
    answerWith(
      answers(refusal(404, "OPNFD", "There is no such authoring profile", "profile_not_found")),
    );
    const body = { project_id: id, profile_key: "nothing" };
    const { status, code } = await call(deliverableDrafts, "/deliverable-drafts", {
      method: "POST",
      body,
    });
    expect([status, code]).toEqual([404, "profile_not_found"]);
  });
});

const approvedDraft = (body: string) => (path: string) =>
  path === "/rpc/require_lead"
    ? null
    : {
        title: "Scope",
        project: "Shop",
        client: "Harbour",
        agency: "North",
        version: 2,
        approved_by: null,
        approved_on: "2026-03-08",
        file_name: "Shop scope v2",
        format: "pdf",
        sections: [{ heading: "In scope", body }],
        revisions: null,
      };

test("GET draft-file returns the approved version as a file", async () => {
  answerWith(approvedDraft("All pages."));
  const { status, headers } = await call(draftFile, `/draft-file?approval_id=${id}`);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''Shop%20scope%20v2.pdf",
  );
});

test("GET draft-file refuses letters that a PDF can't print, and returns them as DOCX", async () => {
  answerWith(approvedDraft("漢字"));
  const address = `/draft-file?approval_id=${id}`;
  const answer = await call(draftFile, address);
  expect([answer.status, answer.code]).toEqual([409, "letters_not_in_font"]);
  expect((await call(draftFile, `${address}&format=docx`)).status).toBe(200);
});

test("POST authoring-profiles names the version that it changes", async () => {
  answerWith((path) =>
    path === "/rpc/require_lead" ? null : refusal(409, "OPSTA", "Changed", "version_conflict"),
  );
  const body = { id, version: 1, changes: { name: "Readout" } };
  const { status } = await call(authoringProfiles, "/authoring-profiles", { method: "POST", body });
  expect(status).toBe(409);
  expect(await requests.at(-1)?.json()).toEqual({
    profile_id: id,
    version: 1,
    changes: { name: "Readout" },
  });
});
