import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aPerson, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
               | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
estimate_cases | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
person_rates   | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_rates  | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const functions = parseMatrix(`
                     | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
create_estimate_case | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
get_estimate_cases   | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_outcome          | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
set_person_rate      | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_project_rate     | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  create_estimate_case: { denied: { query: "Forged" }, admitted: { query: " " } },
  get_estimate_cases: sameForAll({}),
  get_outcome: sameForAll({ query: "Landing page" }),
  set_person_rate: {
    denied: { ...aPerson, valid_from: "2026-01-01", cost_per_hour: 1 },
    admitted: { ...aPerson, valid_from: "2026-01-01", cost_per_hour: -1 },
  },
  set_project_rate: {
    denied: { project_id: demoId(4, 1, 1), valid_from: "2026-01-01", revenue_per_hour: 1 },
    admitted: { project_id: demoId(4, 1, 1), valid_from: "2026-01-01", revenue_per_hour: -1 },
  },
};

export const privateFunctions = {
  executableByUsers: [
    "adapted_tail",
    "backoff_steps",
    "case_financials",
    "comparable_cases",
    "comparable_figures",
    "coverage_band",
    "create_estimate_case",
    "current_tails",
    "estimate_groups",
    "estimate_model",
    "hours_after_completion",
    "latest_finished_tasks",
    "outcome_of",
    "range_of_cases",
    "scored_estimates",
    "set_person_rate",
    "set_project_rate",
    "weighted_quantiles",
  ],
  executableByNobody: [
    "apply_import_rates",
    "check_rate",
    "estimate_findings",
    "is_rate_out_of_range",
    "plan_import_rates",
    "record_imported_rates",
    "refuse_rate_lines",
    "revert_import_rates",
  ],
};
