import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, same } from "./calls.ts";

export const reads = parseMatrix(`
               | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
external_links | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
integrations   | org   | none | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const functions = parseMatrix(`
                       | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
carry_out_locally      | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
connect_integration    | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
disconnect_integration | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
find_local_effect      | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_integration        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_integrations       | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  carry_out_locally: same(aJob),
  connect_integration: {
    denied: {
      provider: "clickup",
      settings: { list_id: "1", marker_field_id: "forged" },
      secret: "pk_forged",
    },
    admitted: { provider: "clickup", settings: {}, secret: "pk_forged" },
  },
  disconnect_integration: same({ provider: "clickup" }),
  find_local_effect: same(aJob),
  get_integration: same(aJob),
  get_integrations: same({}),
};

export const privateFunctions = {
  executableByUsers: ["connect_integration", "disconnect_integration", "get_integrations"],
  executableByWorkers: ["carry_out_locally", "find_local_effect", "get_integration"],
  executableByNobody: [
    "called_execution_of_job",
    "change_local_event",
    "check_integration_secret",
    "check_integration_settings",
    "connection_json",
    "create_local_event",
    "create_local_task",
    "dead_letters_json",
    "event_of_approval",
    "execution_of_job",
    "field_problem",
    "integration_location",
    "is_link",
    "is_link_of",
    "is_provider_of",
    "links_of",
    "local_effect",
    "moved_by_clock",
    "provider_fields_json",
    "provider_name",
    "provider_settings",
    "providers",
    "providers_of_kind",
    "record_local_effect",
    "refuse_integration_in_use",
    "release_sync_stream",
    "require_event_order",
    "setting_problem",
    "sync_stream_json",
    "texts_of",
    "vendor_assignees",
  ],
};
