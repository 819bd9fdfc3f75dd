import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const privateTables = ["crm_records"];

export const functions = parseMatrix(`
                       | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
create_from_crm_record | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
dismiss_crm_record     | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
link_crm_record        | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
reopen_crm_record      | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  create_from_crm_record: sameForAll({ record_id: randomUUID(), account_id: demoId(3, 1, 1) }),
  dismiss_crm_record: sameForAll({ record_id: randomUUID() }),
  link_crm_record: sameForAll({ record_id: randomUUID(), target_id: demoId(2, 1, 1) }),
  reopen_crm_record: sameForAll({ record_id: randomUUID() }),
};

export const privateFunctions = {
  executableByUsers: [
    "create_from_crm_record",
    "dismiss_crm_record",
    "link_crm_record",
    "reopen_crm_record",
  ],
  executableByNobody: [
    "address_of",
    "apply_crm_companies",
    "crm_records_of",
    "crm_records_to_review",
    "crm_review_json",
    "decide_crm_record",
    "delete_synced_crm",
    "detach_synced_crm",
    "domain_of",
    "find_synced_crm_records",
    "fold_crm_record",
    "fold_crm_records",
    "folded_crm_records",
    "has_crm_merges",
    "filter_reason_of_crm",
    "link_crm_companies",
    "link_crm_contacts",
    "link_crm_deals",
    "link_named_companies",
    "lock_crm",
    "lock_crm_record",
    "restore_synced_crm",
    "store_crm_records",
    "titles_of_synced_crm",
    "contacts_of_crm_records",
    "write_crm_contacts",
    "write_synced_companies",
    "write_synced_contacts",
    "write_synced_deals",
  ],
};
