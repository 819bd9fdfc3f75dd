import { countOf } from "../../format/numbers.ts";
import type { TeamPreview } from "./queries.ts";

type Change = TeamPreview["people"][number];

/** "joins, and will see this project": what a change to the team means for one person. */
export function changeInWords(change: Change): string {
  const seesAll = change.role === "admin" || change.role === "lead";
  if (change.was_member === change.is_member) {
    return change.is_member ? "is already a member" : "is no longer a member";
  }
  if (change.is_member) {
    return seesAll ? "joins; sees every project already" : "joins, and will see this project";
  }
  return seesAll
    ? "leaves; still sees every project"
    : "leaves, and will no longer see this project";
}

/** The person who would still lead the project but no longer see it. */
export function leadsUnseen(change: Change): boolean {
  return change.leads_project && !change.sees_project;
}

/** "2 people joined, 1 person left." */
export function doneInWords(added: number, removed: number): string {
  const changes = [
    added > 0 && `${countOf(added, "person", "people")} joined`,
    removed > 0 && `${countOf(removed, "person", "people")} left`,
  ].filter(Boolean);
  return changes.length > 0 ? `${changes.join(", ")}.` : "The team is unchanged.";
}
