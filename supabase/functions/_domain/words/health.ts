import type { FindingCode } from "../portfolio/finding-facts.ts";
import { type EvidenceRow, evidenceInWords } from "./evidence.ts";
import { type FindingRow, findingReason, findingSettledBy, findingTitle } from "./findings.ts";
import { isoFormat } from "./format.ts";

/** The part of a health response that needs wording. The rest is served as SQL returns it. */
interface Answer {
  counts: { code: FindingCode }[];
  findings: (FindingRow & { evidence: { rows: EvidenceRow[] } })[];
}

/** Adds titles and sentences to the answer of get_portfolio_health, for API callers and the assistant. */
export function healthInWords<Health extends Answer>(health: Health) {
  return {
    ...health,
    counts: health.counts.map((count) => ({ ...count, title: findingTitle(count.code) })),
    findings: health.findings.map((finding) => ({
      ...finding,
      title: findingTitle(finding.code),
      why: findingReason(finding, isoFormat),
      settled_by: findingSettledBy(finding.code),
      evidence: {
        ...finding.evidence,
        rows: finding.evidence.rows.map((row) => ({ ...row, ...evidenceInWords(row, isoFormat) })),
      },
    })),
  };
}
