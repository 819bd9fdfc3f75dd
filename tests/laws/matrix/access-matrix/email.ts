import { randomUUID } from "node:crypto";
import { demoId } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
               | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
email_domains  | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
inbound_emails | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["email_attachments", "email_deliveries", "email_texts"];

export const functions = parseMatrix(`
                       | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
assign_inbound_email   | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
begin_email_indexing   | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
get_email              | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
index_email            | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
list_email_domains     | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_inbound_emails    | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
receive_email_delivery | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPINV
reject_inbound_email   | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
restore_inbound_email  | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_email_domain       | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
unassign_inbound_email | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

const anEmail = { email_id: randomUUID() };

export const calls: Calls = {
  assign_inbound_email: sameForAll({ ...anEmail, project_id: demoId(4, 1, 1) }),
  begin_email_indexing: sameForAll({}),
  get_email: sameForAll({ source_id: randomUUID() }),
  index_email: sameForAll({
    ...anEmail,
    project_id: demoId(4, 1, 1),
    passages: [],
    note: "Forged",
    uploaded_ids: [],
  }),
  list_email_domains: sameForAll({}),
  list_inbound_emails: sameForAll({}),
  receive_email_delivery: sameForAll({ delivery_id: "", provider: "resend" }),
  reject_inbound_email: sameForAll({ ...anEmail, reason: "Forged" }),
  restore_inbound_email: sameForAll(anEmail),
  set_email_domain: sameForAll({ email_domain_id: randomUUID(), is_removed: true }),
  unassign_inbound_email: sameForAll(anEmail),
};

export const privateFunctions = {
  executableByUsers: [
    "assign_inbound_email",
    "get_email",
    "list_email_domains",
    "list_inbound_emails",
    "reject_inbound_email",
    "restore_inbound_email",
    "set_email_domain",
    "unassign_inbound_email",
  ],
  executableByWorkers: ["begin_email_indexing", "index_email", "receive_email_delivery"],
  executableByNobody: [
    "automatic_email",
    "delete_synced_emails",
    "detach_synced_emails",
    "email_auth",
    "email_bytes",
    "email_candidates",
    "email_counts",
    "email_evidence",
    "email_findings",
    "email_loop",
    "email_parents",
    "email_to_triage",
    "existing_email_ids",
    "find_synced_emails",
    "header_domain",
    "hide_synced_emails",
    "inbound_email_json",
    "inbound_emails_json",
    "is_domain_within",
    "is_email_storage_full",
    "is_known_in_thread",
    "judge_email",
    "known_email_candidates",
    "learn_email_domain",
    "may_be_reply",
    "message_ids",
    "place_email",
    "plain_file_name",
    "plain_line",
    "prepare_attachments",
    "receive_email",
    "restore_synced_emails",
    "return_email",
    "route_email",
    "show_email",
    "store_emails",
    "subject_key",
    "thread_addresses",
    "titles_of_synced_emails",
    "trusted_mail_hosts",
    "uncommented_header",
    "write_synced_emails",
  ],
};
