import { randomUUID } from "node:crypto";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
                | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
live_prompts    | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
prompt_versions | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
skill_versions  | org   | org  | org    | org     | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
skills          | org   | org  | org    | org     | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const functions = parseMatrix(`
                | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
get_prompt      | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
list_skills     | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
prompt_versions | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
read_skill      | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
rollback_prompt | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
set_base_prompt | OPINV | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
stage_prompt    | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  get_prompt: sameForAll({}),
  list_skills: sameForAll({}),
  prompt_versions: sameForAll({}),
  read_skill: sameForAll({ name: "weekly-update" }),
  rollback_prompt: sameForAll({ version_row_id: randomUUID() }),
  set_base_prompt: { denied: { base: "Forged" }, admitted: { base: " " } },
  stage_prompt: { denied: { base: "Forged" }, admitted: { base: " " } },
};

export const privateFunctions = {
  executableByUsers: [
    "get_prompt",
    "list_skills",
    "prompt_versions",
    "read_skill",
    "rollback_prompt",
    "set_base_prompt",
    "stage_prompt",
  ],
  executableByNobody: [
    "add_prompt_version",
    "carry_out_prompt",
    "carry_out_skill",
    "executing_prompt_card",
    "live_prompt_version",
    "lock_prompt",
    "lock_prompt_owner",
    "prompt_json",
    "prompt_version_json",
    "refuse_stale_prompt",
    "render_prompt",
    "require_base",
    "require_prompt_owner",
    "skill_json",
    "tg_live_prompts__guard_owner",
    "tg_prompt_versions__guard_origin",
    "tg_skill_versions__guard_approved",
    "tg_skills__guard_approved",
  ],
};
