import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                 | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
connection_tests | org   | none | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
external_links   | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
integrations     | org   | none | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
vendor_lists     | org   | none | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const functions = parseMatrix(`
                       | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
begin_connection_test  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
carry_out_locally      | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
connect_integration    | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
disconnect_integration | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
end_connection_test    | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
find_local_effect      | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_integration        | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
get_integrations       | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
test_integration       | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  begin_connection_test: sameForAll(aJob),
  carry_out_locally: sameForAll(aJob),
  connect_integration: {
    denied: {
      provider: "clickup",
      settings: { list_id: "1", marker_field_id: "forged" },
      secret: "pk_forged",
    },
    admitted: { provider: "clickup", settings: {}, secret: "pk_forged" },
  },
  disconnect_integration: sameForAll({ provider: "clickup" }),
  end_connection_test: sameForAll({ ...aJob, version: 1, result: "accepted" }),
  find_local_effect: sameForAll(aJob),
  get_integration: sameForAll(aJob),
  get_integrations: sameForAll({}),
  test_integration: sameForAll({ provider: "resend" }),
};

export const privateFunctions = {
  executableByUsers: [
    "connect_integration",
    "disconnect_integration",
    "get_integrations",
    "test_integration",
  ],
  executableByWorkers: [
    "begin_connection_test",
    "carry_out_locally",
    "end_connection_test",
    "find_local_effect",
    "get_integration",
  ],
  executableByNobody: [
    "called_execution_of_job",
    "change_local_event",
    "check_integration_secret",
    "check_integration_settings",
    "connection_json",
    "connection_test_json",
    "connection_test_key",
    "connection_test_kind",
    "connection_test_pause",
    "create_local_event",
    "create_local_task",
    "dead_letters_json",
    "end_lost_connection_test",
    "event_of_approval",
    "execution_of_job",
    "field_problem",
    "integration_location",
    "is_link",
    "is_link_of",
    "is_provider_of",
    "links_of",
    "local_effect",
    "provider_fields_json",
    "provider_name",
    "provider_settings",
    "providers",
    "providers_of_kind",
    "record_local_effect",
    "refuse_integration_in_use",
    "release_sync_stream",
    "request_connection_test",
    "require_connection_test",
    "require_event_order",
    "setting_problem",
    "shift_local_time",
    "storable_vendor_lists",
    "sync_stream_json",
    "texts_of",
    "vendor_assignees",
  ],
};
