import type { Access } from "../../api/routes.ts";
import { countOf } from "../../format/numbers.ts";
import { roleLabels } from "./labels.ts";

interface AccessLine {
  label: string;
  before: string;
  after: string;
  isChanged: boolean;
}

const yesNo = (is: boolean) => (is ? "Yes" : "No");

const lines: { label: string; inWords: (access: Access) => string }[] = [
  {
    label: "Role",
    inWords: ({ role }) => (role ? roleLabels[role] : "None (can't sign in)"),
  },
  { label: "Sees", inWords: (access) => countOf(access.project_count, "project") },
  {
    label: "Sees the whole organization",
    inWords: (access) => yesNo(access.sees_whole_organization),
  },
  { label: "Sees restricted documents", inWords: (access) => yesNo(access.sees_restricted) },
  { label: "Approves proposals", inWords: (access) => yesNo(access.decides_approvals) },
  { label: "Owns the prompt", inWords: (access) => yesNo(access.owns_prompt) },
  { label: "Manages people", inWords: (access) => yesNo(access.manages_people) },
  { label: "Client portal", inWords: ({ client }) => client?.name ?? "None" },
];

/** The effect of a change as a sentence, for people who cannot see the table. */
export function accessInWords(before: Access, after: Access): string {
  const changes = compareAccess(before, after).filter((line) => line.isChanged);
  if (changes.length === 0) return "Their access stays the same.";
  return `Afterwards: ${changes.map((line) => `${line.label}: ${line.after}`).join("; ")}.`;
}

/** The access of a person before and after a change, side by side. */
export function compareAccess(before: Access, after: Access): AccessLine[] {
  return lines.map(({ label, inWords }) => {
    const [from, to] = [inWords(before), inWords(after)];
    return { label, before: from, after: to, isChanged: from !== to };
  });
}
