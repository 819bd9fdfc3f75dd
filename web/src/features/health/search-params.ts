import type { SearchSchemaInput } from "@tanstack/react-router";
import type { FindingSeverity } from "../../api/routes.ts";

export const severities: readonly FindingSeverity[] = ["high", "medium", "low"];
/** The states that a list shows; `unsettled` means everything that needs attention. */
export const shownStates = ["unsettled", "open", "unverified", "settled"] as const;
export const groupings = ["severity", "project"] as const;

export type ShownState = (typeof shownStates)[number];
export type Grouping = (typeof groupings)[number];

/** The search parameters of Health. `open` is the code and the subject of the finding beside the list. */
export interface HealthSearch {
  state: ShownState;
  severity: FindingSeverity | "";
  code: string;
  project: string;
  group: Grouping;
  open: string;
}

export const defaultHealthSearch: HealthSearch = {
  state: "unsettled",
  severity: "",
  code: "",
  project: "",
  group: "severity",
  open: "",
};

const codePattern = /^[a-z][a-z_]{0,59}$/;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses search parameters; an unknown value becomes the default. */
export function parseHealthSearch(input: Partial<HealthSearch> & SearchSchemaInput): HealthSearch {
  return {
    state: shownStates.find((name) => name === input.state) ?? defaultHealthSearch.state,
    severity: severities.find((name) => name === input.severity) ?? "",
    code: input.code && codePattern.test(input.code) ? input.code : "",
    project: input.project && uuidPattern.test(input.project) ? input.project : "",
    group: groupings.find((name) => name === input.group) ?? defaultHealthSearch.group,
    open: input.open && readFindingKey(input.open) ? input.open : "",
  };
}

/** The key of a finding in URLs. It stays the same when the facts change. */
export function findingKey(finding: { code: string; subject: { id: string } }): string {
  return `${finding.code}.${finding.subject.id}`;
}

export function readFindingKey(key: string): { code: string; subjectId: string } | null {
  const [code = "", subjectId = "", ...rest] = key.split(".");
  if (rest.length > 0 || !codePattern.test(code) || !uuidPattern.test(subjectId)) return null;
  return { code, subjectId };
}
