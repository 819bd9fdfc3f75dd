import { randomUUID } from "node:crypto";
import { demoId, people } from "../../../support/personas.ts";
import { parseMatrix } from "../parse-matrix.ts";
import { aPerson, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                      | admin | lead | member     | member2    | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
invitations           | org   | none | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
organization_settings | org   | org  | none       | none       | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
organizations         | org   | org  | org        | org        | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
people                | org   | org  | colleagues | colleagues | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = [
  "account_notice_readings",
  "password_links",
  "person_former_names",
  "person_merge_moves",
  "person_merges",
  "person_pictures",
];

export const functions = parseMatrix(`
                             | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
accept_invitation            | OPSTA | OPSTA | OPSTA  | OPSTA   | OPSTA  | OPNFD    | OPSTA       | grant     | gateway | gateway | gateway | gateway  | grant
change_person_role           | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
change_project_team          | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
create_password_link         | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_account                  | ok    | ok    | ok     | ok      | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_organization_settings    | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_person_profile           | ok    | ok    | ok     | ok      | OPNFD  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_viewer                   | ok    | ok    | ok     | ok      | ok     | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
invite_person                | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
list_people                  | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_person_summaries        | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
merge_person                 | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
offboard_person              | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
preview_person_change        | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
preview_project_team         | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
read_account_notices         | OPINV | OPINV | OPINV  | OPINV   | OPINV  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
redeem_password_link         | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPNFD
remove_second_factor         | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
rename_person                | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
rename_self                  | OPINV | OPINV | OPINV  | OPINV   | OPINV  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
require_internal_viewer      | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
require_lead                 | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
revoke_invitation            | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_person_email             | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_picture                  | OPINV | OPINV | OPINV  | OPINV   | OPINV  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_project_membership       | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_prompt_owner             | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
unmerge_person               | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
update_organization_settings | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  accept_invitation: sameForAll({ token: "not-a-token" }),
  change_person_role: {
    denied: { ...aPerson, version: 1, role: "admin" },
    admitted: { ...aPerson, version: null, role: "admin" },
  },
  change_project_team: {
    denied: { project_id: demoId(4, 1, 2), added: [aPerson.person_id], removed: [] },
    admitted: { project_id: demoId(4, 1, 2), added: [], removed: [] },
  },
  create_password_link: sameForAll({ person_id: randomUUID() }),
  get_account: sameForAll({}),
  get_organization_settings: sameForAll({}),
  get_person_profile: sameForAll(aPerson),
  get_viewer: sameForAll({}),
  invite_person: {
    denied: { email: "forged@demo.test", name: "Forged", role: "admin" },
    admitted: { email: "not an address", name: "Forged", role: "admin" },
  },
  list_people: sameForAll({}),
  list_person_summaries: sameForAll({}),
  merge_person: {
    denied: { ...aPerson, version: 1, into_id: people.lead.personId },
    admitted: { ...aPerson, version: 1, into_id: aPerson.person_id },
  },
  offboard_person: {
    denied: { ...aPerson, version: 1 },
    admitted: { ...aPerson, version: null },
  },
  preview_person_change: {
    denied: { ...aPerson, change: { to: "offboarded" } },
    admitted: { ...aPerson, change: { to: "something" } },
  },
  preview_project_team: {
    denied: { project_id: demoId(4, 1, 2), added: [aPerson.person_id], removed: [] },
    admitted: { project_id: demoId(4, 1, 2), added: [], removed: [] },
  },
  read_account_notices: { denied: { until: "2026-01-01T00:00:00Z" }, admitted: { until: null } },
  redeem_password_link: sameForAll({ token: "forged", password: "a long enough password" }),
  remove_second_factor: sameForAll({ person_id: randomUUID() }),
  rename_person: {
    denied: { ...aPerson, version: 1, name: "Forged" },
    admitted: { ...aPerson, version: 1, name: " " },
  },
  rename_self: { denied: { version: 1, name: "Forged" }, admitted: { version: 1, name: " " } },
  require_internal_viewer: sameForAll({}),
  require_lead: sameForAll({}),
  revoke_invitation: sameForAll({ invitation_id: randomUUID() }),
  set_person_email: {
    denied: { ...aPerson, version: 1, email: "forged@demo.test" },
    admitted: { ...aPerson, version: 1, email: "not an address" },
  },
  set_picture: { denied: { content: null }, admitted: { content: "Forged" } },
  set_project_membership: {
    denied: { ...aPerson, project_id: demoId(4, 1, 2), is_member: true },
    admitted: { ...aPerson, project_id: demoId(4, 1, 2), is_member: null },
  },
  set_prompt_owner: {
    denied: { ...aPerson, version: 1, is_prompt_owner: true },
    admitted: { ...aPerson, version: null, is_prompt_owner: true },
  },
  unmerge_person: { denied: { ...aPerson, version: 1 }, admitted: { ...aPerson, version: null } },
  update_organization_settings: {
    denied: { changes: { forbids_self_approval: true }, version: 0 },
    admitted: { changes: {}, version: 0 },
  },
};

export const privateFunctions = {
  executableByUsers: [
    "accept_invitation",
    "administered_organization_id",
    "change_person_role",
    "change_project_team",
    "create_password_link",
    "effective_scope",
    "get_account",
    "get_organization_settings",
    "get_person_profile",
    "get_viewer",
    "hidden_task_ids",
    "internal_person_id",
    "invite_person",
    "led_organization_id",
    "merge_person",
    "offboard_person",
    "preview_person_change",
    "preview_project_team",
    "read_account_notices",
    "record_view_as",
    "remove_second_factor",
    "rename_person",
    "rename_self",
    "require_internal_viewer",
    "require_lead",
    "revoke_invitation",
    "set_person_email",
    "set_picture",
    "set_project_membership",
    "set_prompt_owner",
    "unmerge_person",
    "update_organization_settings",
    "viewer_organization_id",
    "visible_account_ids",
    "visible_client_ids",
    "visible_person_ids",
    "visible_project_ids",
    "visible_scope_ids",
  ],
  executableByWorkers: ["redeem_password_link"],
  executableByNobody: [
    "account_notices",
    "admits_sign_up",
    "are_working_hours",
    "check_organization_settings",
    "create_first_admin",
    "default_working_hours",
    "describe_access",
    "describe_difference",
    "describe_merge",
    "describe_person",
    "describe_team",
    "give_role",
    "has_entered_second_factor",
    "has_second_factor",
    "is_open_session",
    "is_time_zone",
    "is_working_time",
    "lock_people",
    "lock_person",
    "lock_person_version",
    "move_work",
    "move_work_back",
    "must_enter_second_factor",
    "new_password_link",
    "people_labels",
    "person_change_json",
    "person_ids_of",
    "person_references",
    "picture_hash",
    "picture_type",
    "project_ids_of",
    "record_person_change",
    "refuse_merge",
    "refuse_taken_email",
    "remember_name",
    "remove_memberships",
    "require_admin",
    "require_admin_in_turn",
    "require_distinct_people",
    "require_email",
    "require_entered_second_factor",
    "require_invited_projects",
    "require_name",
    "require_password",
    "require_person",
    "require_role_and_client",
    "require_second_factor",
    "require_viewer",
    "scope_ids_of",
    "session_id",
    "settings_json",
    "surviving_person_id",
    "tg_people__guard_last_admin",
    "user_id",
    "uses_email",
    "viewer",
  ],
};
