import {
  findingTitle,
  isFindingCode,
} from "../../../../supabase/functions/_domain/words/findings.ts";
import { nameInWords } from "../../../../supabase/functions/_domain/words/format.ts";
import type { Finding, FindingSeverity, HealthAnswer } from "../../api/routes.ts";
import { findingKey, type HealthSearch, type ShownState, severities } from "./search-params.ts";

// The findings that the list shows for its search parameters; components only render them.

type Filters = Pick<HealthSearch, "state" | "severity">;

export interface FindingGroup {
  key: string;
  /** The severity, or the name of what the findings are about. */
  label: string;
  findings: Finding[];
}

export type Line = { group: FindingGroup; finding?: Finding };

/**
 * Filters and groups the loaded findings in the service's order, which is the most severe first. A finding that moved
 * between two pages while they were read is shown once.
 */
export function groupFindings(
  findings: Finding[],
  search: Filters & Pick<HealthSearch, "group">,
): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of new Map(
    findings.map((finding) => [findingKey(finding), finding]),
  ).values()) {
    if (!isShown(finding, search)) continue;
    const { key, label } = groupOf(finding, search.group);
    const group = groups.get(key);
    if (group) group.findings.push(finding);
    else groups.set(key, { key, label, findings: [finding] });
  }
  return [...groups.values()];
}

function isShown(finding: Finding, { state, severity }: Filters): boolean {
  if (severity && finding.severity !== severity) return false;
  return state === "unsettled" ? finding.state !== "settled" : finding.state === state;
}

function groupOf(finding: Finding, group: HealthSearch["group"]): { key: string; label: string } {
  if (group === "severity") return { key: finding.severity, label: finding.severity };
  return { key: finding.subject.project_id ?? finding.subject.id, label: finding.subject.name };
}

/**
 * Whether any finding after this one may belong in the list. The service lists settled ones last, and within both the
 * most severe first.
 */
export function mayFollow(last: Finding | undefined, { state, severity }: Filters): boolean {
  if (!last) return true;
  if (state === "unsettled" && last.state === "settled") return false;
  return !severity || severities.indexOf(last.severity) <= severities.indexOf(severity);
}

/** The groups as lines of one list, each below its heading. */
export function linesOf(groups: FindingGroup[]): Line[] {
  return groups.flatMap((group) => [
    { group },
    ...group.findings.map((finding) => ({ group, finding })),
  ]);
}

/** The finding to open after a decision: the next one, or the previous one at the end of the list. */
export function neighborOf(keys: string[], key: string): string {
  const index = keys.indexOf(key);
  if (index === -1) return keys[0] ?? "";
  return keys[index + 1] ?? keys[index - 1] ?? "";
}

/** The finding to move to from this one, or the first one if there is none. */
export function keyAfterMove(keys: string[], key: string, by: 1 | -1): string | undefined {
  const index = keys.indexOf(key);
  return index === -1 ? keys[0] : keys[Math.min(Math.max(index + by, 0), keys.length - 1)];
}

type Counts = HealthAnswer["counts"];

/** A rule with the number of its findings in each state. */
export type Rule = Omit<Counts[number], "severity" | "code"> & { code: string };

/** The available rules, and the chosen one even if it finds nothing. */
export function rulesOf(
  counts: Counts,
  { severity, code }: Pick<HealthSearch, "severity" | "code">,
): Rule[] {
  const rules: Rule[] = counts.filter(
    (rule) => rule.code === code || !severity || rule.severity === severity,
  );
  if (!code || rules.some((rule) => rule.code === code)) return rules;
  const title = isFindingCode(code) ? findingTitle(code) : nameInWords(code);
  return [...rules, { code, title, open: 0, unverified: 0, settled: 0 }];
}

/** How many findings of a rule a list of this state shows. */
export function countIn(rule: Rule, state: ShownState): number {
  return state === "unsettled" ? rule.open + rule.unverified : rule[state];
}

export function totalIn(rules: Rule[], state: ShownState): number {
  return rules.reduce((total, rule) => total + countIn(rule, state), 0);
}

/** Unsettled findings by severity, the most severe first; severities without any are left out. */
export function unsettledBySeverity(
  counts: Counts,
): { severity: FindingSeverity; count: number }[] {
  return severities
    .map((severity) => ({
      severity,
      count: totalIn(
        counts.filter((rule) => rule.severity === severity),
        "unsettled",
      ),
    }))
    .filter(({ count }) => count > 0);
}
