import type { z } from "zod";
import type { Whoami } from "../_domain/identity/contract.ts";
import type { PeopleAction, people } from "../_domain/identity/people-contract.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type Action<Name extends PeopleAction["action"]> = Extract<PeopleAction, { action: Name }>;
type AnswerTo<Name extends PeopleAction["action"]> = Omit<
  Extract<z.infer<typeof people.post.response>, { action: Name }>,
  "action"
>;

export async function invite(
  db: Db,
  { email, name, role, client_id, person_id, project_ids }: Action<"invite">,
): Promise<AnswerTo<"invite">["invitation"]> {
  const { invitation_id: id, ...invitation } = (await callFunction(db, "invite_person", {
    email,
    name,
    role,
    client_id: client_id ?? undefined,
    person_id: person_id ?? undefined,
    project_ids,
  })) as { invitation_id: string; person_id: string; token: string; expires_at: string };
  return { id, ...invitation };
}

export async function revokeInvitation(
  db: Db,
  { invitation_id }: Action<"revoke_invitation">,
): Promise<AnswerTo<"revoke_invitation">["invitation"]> {
  return (await callFunction(db, "revoke_invitation", {
    invitation_id,
  })) as AnswerTo<"revoke_invitation">["invitation"];
}

export async function preview(
  db: Db,
  { person_id, change }: Action<"preview">,
): Promise<AnswerTo<"preview">> {
  return (await callFunction(db, "preview_person_change", {
    person_id,
    change,
  })) as AnswerTo<"preview">;
}

export async function change(
  db: Db,
  { person_id, version, change }: Action<"change">,
): Promise<AnswerTo<"change">> {
  return (await applyChange()) as AnswerTo<"change">;

  function applyChange() {
    switch (change.to) {
      case "role":
        return callFunction(db, "change_person_role", {
          person_id,
          version,
          role: change.role,
          client_id: change.client_id ?? undefined,
        });
      case "offboarded":
        return callFunction(db, "offboard_person", { person_id, version });
      case "prompt_owner":
        return callFunction(db, "set_prompt_owner", {
          person_id,
          version,
          is_prompt_owner: change.is_prompt_owner,
        });
      case "membership":
        return callFunction(db, "set_project_membership", {
          person_id,
          project_id: change.project_id,
          is_member: change.is_member,
        });
      case "name":
        return callFunction(db, "rename_person", { person_id, version, name: change.name });
      case "email":
        return callFunction(db, "set_person_email", {
          person_id,
          version,
          email: change.email ?? undefined,
        });
      case "merged":
        return callFunction(db, "merge_person", { person_id, version, into_id: change.into_id });
      case "unmerged":
        return callFunction(db, "unmerge_person", { person_id, version });
    }
  }
}

export async function acceptInvitation(
  db: Db,
  { token }: Action<"accept_invitation">,
): Promise<AnswerTo<"accept_invitation">["organization"]> {
  const { viewer } = (await callFunction(db, "accept_invitation", { token })) as unknown as Whoami;
  return viewer.organization;
}

export async function createPasswordLink(
  db: Db,
  { person_id }: Action<"create_password_link">,
): Promise<AnswerTo<"create_password_link">> {
  return (await callFunction(db, "create_password_link", {
    person_id,
  })) as AnswerTo<"create_password_link">;
}

export async function removeSecondFactor(
  db: Db,
  { person_id }: Action<"remove_second_factor">,
): Promise<AnswerTo<"remove_second_factor">> {
  return (await callFunction(db, "remove_second_factor", {
    person_id,
  })) as AnswerTo<"remove_second_factor">;
}
