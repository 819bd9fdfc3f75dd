import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                           | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
reconciliation_resolutions | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["health_settings"];

export const functions = parseMatrix(`
                        | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
get_portfolio_health    | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
resolve_finding         | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_verification_window | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
`);

export const calls: Calls = {
  get_portfolio_health: sameForAll({}),
  resolve_finding: {
    denied: {
      finding_code: "project_without_lead",
      subject_id: demoId(4, 1, 6),
      version: 0,
      facts_hash: "0".repeat(64),
      state: "settled",
      reason: "Forged",
    },
    admitted: {
      finding_code: "project_without_lead",
      subject_id: demoId(4, 1, 6),
      version: -1,
      facts_hash: "0".repeat(64),
      state: "settled",
      reason: "Forged",
    },
  },
  set_verification_window: { denied: { days: 365 }, admitted: { days: 0 } },
};

export const privateFunctions = {
  executableByUsers: ["get_portfolio_health", "resolve_finding", "verification_window_days"],
  executableByWorkers: ["set_verification_window"],
  executableByNobody: [
    "company_name",
    "compute_project_figures",
    "facts_hash",
    "finding_codes",
    "finding_evidence",
    "judged_findings",
    "latest_resolution",
    "organization_findings",
    "organization_today",
    "project_findings",
  ],
};
