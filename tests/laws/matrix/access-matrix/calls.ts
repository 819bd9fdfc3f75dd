import { randomUUID } from "node:crypto";
import { people } from "../../../support/personas.ts";

/**
 * The arguments for each function. A persona without access sends a call that would succeed with access; a persona
 * with access sends one that is refused for its content, or that only reads.
 */
export type Calls = Record<string, { denied: object; admitted: object }>;

export const aPerson = { person_id: people.member.personId };
/** A random id; tests/service/approvals-* cover real cards. */
export const aCard = { approval_id: randomUUID() };
export const aJob = { job_id: randomUUID(), attempt: 1 };

/** The same arguments for every persona. */
export function sameForAll(args: object): Calls[string] {
  return { denied: args, admitted: args };
}
