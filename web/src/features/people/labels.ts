import type { PersonState } from "./person-state.ts";
import type { PersonRole } from "./queries.ts";

export const roleLabels: Record<PersonRole, string> = {
  admin: "Admin",
  lead: "Lead",
  member: "Member",
  client: "Client contact",
};

/** The role in the middle of a sentence: "is now …". */
export const roleNouns: Record<PersonRole, string> = {
  admin: "an admin",
  lead: "a lead",
  member: "a member",
  client: "a client contact",
};

export const roleMeanings: Record<PersonRole, string> = {
  admin: "Sees everything, approves and rejects cards, invites and manages people.",
  lead: "Sees everything, approves and rejects cards, runs projects and their teams.",
  member: "Sees the projects they are a member of, and nothing else.",
  client: "Sees only what is released to their client, in the client portal.",
};

export const stateLabels: Record<PersonState, string> = {
  joined: "Joined",
  invited: "Invited",
  expired: "Invitation expired",
  no_sign_in: "No sign-in",
  offboarded: "Offboarded",
  merged: "Merged",
};
