import { describe, expect, test } from "vitest";
import people from "../../supabase/functions/people/index.ts";
import { answerWith, call, deployInProcess, requests } from "./in-process.ts";

deployInProcess();

const personId = "00000005-0000-4000-8000-000000100003";
const project = "00000004-0000-4000-8000-000000100002";
const client = "00000002-0000-4000-8000-000000100001";

const post = (body: unknown) => call(people, "/people", { body });

const person = {
  id: personId,
  name: "Mira",
  email: "mira@demo.test",
  role: "lead",
  is_employee: true,
  is_prompt_owner: false,
  client_id: null,
  version: 4,
  archived_at: null,
  merged_into_id: null,
};
const changeResult = { person, leads: [{ id: project, name: "Shop" }] };

describe("a valid request", () => {
  test("invites an email address and a name in their normal form", async () => {
    const invitation = { person_id: personId, token: "t", expires_at: "2026-12-01T00:00:00+00:00" };
    answerWith(() => ({ invitation_id: client, ...invitation }));
    const answer = await post({
      action: "invite",
      email: "New@Demo.Test",
      name: "  New   Person ",
      role: "member",
    });
    expect(answer.json).toEqual({ action: "invite", invitation: { id: client, ...invitation } });
    expect(requests[0]?.url).toMatch(/\/rpc\/invite_person$/);
    expect(await requests[0]?.json()).toEqual({
      email: "new@demo.test",
      name: "New Person",
      role: "member",
    });
  });

  test("invites a known person to the projects that they join", async () => {
    const invitation = { person_id: personId, token: "t", expires_at: "2026-12-01T00:00:00+00:00" };
    answerWith(() => ({ invitation_id: client, ...invitation }));
    const invitee = { email: "mira@demo.test", name: "Mira", role: "member" };
    const membership = { person_id: personId, project_ids: [project] };
    expect((await post({ action: "invite", ...invitee, ...membership })).status).toBe(200);
    expect(await requests[0]?.json()).toEqual({ ...invitee, ...membership });
  });

  test.each([
    [
      { to: "role", role: "client", client_id: client },
      "change_person_role",
      { version: 3, role: "client", client_id: client },
    ],
    [{ to: "role", role: "lead" }, "change_person_role", { version: 3, role: "lead" }],
    [{ to: "offboarded" }, "offboard_person", { version: 3 }],
    [
      { to: "prompt_owner", is_prompt_owner: true },
      "set_prompt_owner",
      { version: 3, is_prompt_owner: true },
    ],
    [
      { to: "membership", project_id: project, is_member: false },
      "set_project_membership",
      { project_id: project, is_member: false },
    ],
    [{ to: "name", name: "Mira" }, "rename_person", { version: 3, name: "Mira" }],
    [
      { to: "email", email: "mira@demo.test" },
      "set_person_email",
      { version: 3, email: "mira@demo.test" },
    ],
    [{ to: "email", email: null }, "set_person_email", { version: 3 }],
    [{ to: "merged", into_id: client }, "merge_person", { version: 3, into_id: client }],
    [{ to: "unmerged" }, "unmerge_person", { version: 3 }],
  ])("with the change %j calls %s", async (change, name, args) => {
    answerWith(() => changeResult);
    const answer = await post({ action: "change", person_id: personId, version: 3, change });
    expect(answer.json).toEqual({ action: "change", ...changeResult });
    expect(requests[0]?.url).toMatch(new RegExp(`/rpc/${name}$`));
    expect(await requests[0]?.json()).toEqual({ person_id: personId, ...args });
  });

  test("to change a team names the added and removed people", async () => {
    answerWith(() => ({ project_id: project, added: [personId], removed: [] }));
    const team = { project_id: project, add: [personId] };
    const answer = await post({ action: "change_team", ...team });
    expect(answer.json).toEqual({
      action: "change_team",
      project_id: project,
      added: [personId],
      removed: [],
    });
    expect(requests[0]?.url).toMatch(/\/rpc\/change_project_team$/);
    expect(await requests[0]?.json()).toEqual({
      project_id: project,
      added: [personId],
      removed: [],
    });
    answerWith(() => ({ people: [] }));
    const preview = await post({ action: "preview_team", ...team });
    expect(preview.json).toEqual({ action: "preview_team", people: [] });
    expect(requests[1]?.url).toMatch(/\/rpc\/preview_project_team$/);
  });

  test("to accept an invitation returns only the organization that the person joined", async () => {
    const organization = { id: client, name: "Northlight" };
    answerWith(() => ({ viewer: { id: personId, organization }, project_ids: [project] }));
    const answer = await post({ action: "accept_invitation", token: " token " });
    expect(answer.json).toEqual({ action: "accept_invitation", organization });
    expect(await requests[0]?.json()).toEqual({ token: "token" });
  });
});

describe("answers 400 to", () => {
  test.each([
    {},
    { action: "promote" },
    { action: "change", person_id: personId, change: { to: "offboarded" } },
    { action: "change", person_id: personId, version: 1, change: { to: "offboarded", now: true } },
    { action: "preview", person_id: "me", change: { to: "offboarded" } },
    {
      action: "change",
      person_id: personId,
      version: 1,
      change: { to: "name", name: " " },
    },
    { action: "change", person_id: personId, version: 1, change: { to: "email" } },
    { action: "change", person_id: personId, version: 1, change: { to: "merged", into_id: "me" } },
    { action: "invite", email: "nobody", name: "N", role: "member" },
  ])("%j", async (body) => {
    const answer = await post(body);
    expect([answer.status, answer.code]).toEqual([400, "malformed_request"]);
    expect(requests).toEqual([]);
  });
});

describe("answers 409 to", () => {
  test("a stale version, with the changes", async () => {
    const details = { version: 4, current: person, changes: [] };
    answerWith(() =>
      Response.json(
        {
          code: "OPSTA",
          message: "Look again",
          hint: "version_conflict",
          details: JSON.stringify(details),
        },
        { status: 400 },
      ),
    );
    const answer = await post({
      action: "change",
      person_id: personId,
      version: 3,
      change: { to: "offboarded" },
    });
    expect([answer.status, answer.code]).toEqual([409, "version_conflict"]);
    expect(answer.json).toMatchObject({ details });
  });
});
