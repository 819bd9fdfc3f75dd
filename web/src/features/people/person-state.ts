import type { Invitation, PersonRow } from "./queries.ts";

/** Whether a person can sign in. */
export type PersonState = "joined" | "invited" | "expired" | "no_sign_in" | "offboarded" | "merged";

/** `invitation` is the open one, neither accepted nor revoked. */
export function stateOf(
  person: Pick<PersonRow, "archived_at" | "merged_into_id" | "user_id">,
  invitation: Pick<Invitation, "expires_at"> | undefined,
  now = new Date(),
): PersonState {
  if (person.merged_into_id) return "merged";
  if (person.archived_at) return "offboarded";
  if (person.user_id) return "joined";
  if (!invitation) return "no_sign_in";
  return Date.parse(invitation.expires_at) > now.getTime() ? "invited" : "expired";
}
