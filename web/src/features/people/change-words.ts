import type { PersonChange } from "../../api/routes.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { roleLabels, roleNouns } from "./labels.ts";
import type { AuditEvent, PersonRole } from "./queries.ts";

type Facts = Record<string, unknown>;

function factsOf(value: unknown): Facts {
  return value && typeof value === "object" && !Array.isArray(value) ? (value as Facts) : {};
}

function roleIn(value: unknown): PersonRole | null {
  return typeof value === "string" && value in roleLabels ? (value as PersonRole) : null;
}

/** An event about a person, in words that follow the actor's name: "changed their role from Lead to Member". */
export function eventInWords(
  event: Pick<AuditEvent, "action" | "before" | "after">,
  projectName?: string,
): string {
  const [before, after] = [factsOf(event.before), factsOf(event.after)];
  const role = roleIn(after["role"]);
  switch (event.action) {
    case "person.invited":
      return role ? `invited them as ${roleNouns[role]}` : "invited them";
    case "invitation.accepted":
      return `accepted the invitation${joinedInWords(after)}`;
    case "invitation.revoked":
      return "revoked the invitation";
    case "person.role_changed":
      return `${roleChangeInWords(before, after)}${endedInWords(before)}`;
    case "person.offboarded":
      return `offboarded them${endedInWords(before)}`;
    case "person.membership_changed": {
      const project = projectName ?? "a project";
      return after["is_member"] === true
        ? `added them to ${project}`
        : `removed them from ${project}`;
    }
    case "person.renamed":
      return `renamed them from ${before["name"]} to ${after["name"]}`;
    case "person.email_changed":
      return after["email"] ? `gave them the email ${after["email"]}` : "removed their email";
    case "person.password_link_created":
      return "created a password link for them";
    case "person.password_link_used":
      return "set a new password with a password link";
    case "person.second_factor_removed":
      return "removed their second factor";
    case "person.delegated":
      return `delegated their cards to ${nameIn(factsOf(after["delegate"])["name"])}, ${formatDay(String(after["first_on"]))} to ${formatDay(String(after["last_on"]))}`;
    case "person.delegation_ended":
      return "ended their absence";
    case "person.merged":
      return `merged them into ${survivorIn(after)}`;
    case "person.unmerged":
      return `undid the merge into ${survivorIn(before)}`;
    case "person.absorbed":
      return `merged ${nameIn(factsOf(after["absorbed"])["name"])} into them`;
    case "person.separated":
      return `undid the merge of ${nameIn(factsOf(after["separated"])["name"])}`;
    case "person.memberships_imported": {
      const projects = Array.isArray(after["project_ids"]) ? after["project_ids"].length : 0;
      const count = countOf(projects, "project");
      return after["is_member"] === true
        ? `added them to ${count} through an import`
        : `removed them from ${count} by undoing an import`;
    }
    case "person.prompt_ownership_changed":
      return after["is_prompt_owner"] === true
        ? "made them a prompt owner"
        : "removed their prompt ownership";
    default:
      return event.action.replace(/[._]+/g, " ");
  }
}

function roleChangeInWords(before: Facts, after: Facts): string {
  const [from, to] = [roleIn(before["role"]), roleIn(after["role"])];
  // The record contains only differences: a contact who only moves to another client keeps the role.
  if (!to && after["client_id"]) return "moved them to another client";
  if (!from || !to) return "changed their role";
  return `changed their role from ${roleLabels[from]} to ${roleLabels[to]}`;
}

function nameIn(value: unknown): string {
  return typeof value === "string" ? value : "another entry";
}

const survivorIn = (facts: Facts) => nameIn(factsOf(factsOf(facts["merge"])["survivor"])["name"]);

function joinedInWords(after: Facts): string {
  const additions = Array.isArray(after["member_of"]) ? after["member_of"].length : 0;
  return additions > 0 ? ` and joined ${countOf(additions, "project")}` : "";
}

function endedInWords(before: Facts): string {
  const removals = Array.isArray(before["member_of"]) ? before["member_of"].length : 0;
  return removals > 0 ? ` and ended ${countOf(removals, "membership")}` : "";
}

/** One of the changes that a refused version_conflict names. */
export interface ForeignChange {
  version: number;
  at: string;
  by: { id: string; name: string } | null;
  fields: Record<string, { from: unknown; to: unknown }>;
}

/** The changes in the details of a version_conflict; none when it names none. */
export function foreignChangesIn(details: unknown): ForeignChange[] {
  const { changes } = factsOf(details);
  return Array.isArray(changes) ? (changes as ForeignChange[]) : [];
}

/** Fields that changed in the meantime, such as "role from Member to Lead". */
export function fieldsInWords(fields: ForeignChange["fields"]): string {
  const words = Object.entries(fields).flatMap(([field, { from, to }]): string[] => {
    switch (field) {
      case "role": {
        const [was, is] = [roleIn(from), roleIn(to)];
        return was && is ? [`role from ${roleLabels[was]} to ${roleLabels[is]}`] : ["role"];
      }
      case "name":
        return [`name from ${from} to ${to}`];
      case "client_id":
        return ["client"];
      case "is_prompt_owner":
        return [to === true ? "now owns the prompt" : "no longer owns the prompt"];
      case "email":
        return [to ? `email to ${to}` : "no email"];
      case "merged_into_id":
        return [to ? "merged into another entry" : "no longer merged"];
      case "archived_at":
        if ("merged_into_id" in fields) return [];
        return to ? ["offboarded"] : [];
      case "invitation_id":
        return "user_id" in fields ? [] : ["a new invitation"];
      case "user_id":
        return from === null ? ["accepted the invitation"] : [];
      default:
        return [];
    }
  });
  return words.join(", ") || "details";
}

/** The effect of a completed change. */
export function doneInWords(name: string, change: PersonChange, otherName?: string): string {
  switch (change.to) {
    case "role":
      return `${name} is now ${roleNouns[change.role]}.`;
    case "offboarded":
      return `${name} was offboarded and can no longer sign in.`;
    case "membership": {
      const project = otherName ?? "the project";
      return change.is_member
        ? `${name} is now a member of ${project}.`
        : `${name} is no longer a member of ${project}.`;
    }
    case "name":
      return `${name} is now called ${change.name}.`;
    case "email":
      return change.email
        ? `${name} now has the email ${change.email}.`
        : `${name} no longer has an email.`;
    case "merged":
      return `${name} is merged into ${otherName ?? "the other entry"}.`;
    case "unmerged":
      return `${name} is a separate entry again.`;
    case "prompt_owner":
      return change.is_prompt_owner
        ? `${name} now owns the prompt.`
        : `${name} no longer owns the prompt.`;
  }
}
