import { randomUUID } from "node:crypto";
import { parseMatrix } from "../parse-matrix.ts";
import { aCard, type Calls, same } from "./calls.ts";

export const privateTables = ["dictionary_words"];

export const reads = parseMatrix(`
                   | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
author_statements  | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
authoring_profiles | org   | org  | none   | none    | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
drafts             | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
evidence_packs     | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const functions = parseMatrix(`
                         | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
build_evidence_pack      | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
delete_authoring_profile | OPNFD | OPDEN | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_approved_draft       | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_draft                | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
propose_draft            | OPNFD | OPNFD | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
save_authoring_profile   | OPINV | OPINV | OPDEN  | OPDEN   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
set_author_statement     | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const calls: Calls = {
  build_evidence_pack: same({ project_id: randomUUID() }),
  delete_authoring_profile: same({ profile_id: randomUUID(), version: 1 }),
  get_approved_draft: same(aCard),
  get_draft: same(aCard),
  propose_draft: same({
    pack_id: randomUUID(),
    kind: "weekly_update",
    payload: {},
    item_numbers: [],
  }),
  save_authoring_profile: {
    denied: { profile_id: null, version: null, changes: { name: "Forged" } },
    admitted: { profile_id: null, version: null, changes: { forged: "Forged" } },
  },
  set_author_statement: same({ ...aCard, version: 1, sentence: "Forged" }),
};

export const privateFunctions = {
  executableByUsers: [
    "build_evidence_pack",
    "delete_authoring_profile",
    "get_approved_draft",
    "get_draft",
    "propose_draft",
    "save_authoring_profile",
    "set_author_statement",
  ],
  executableByNobody: [
    "acts_in_german",
    "are_pack_items",
    "are_profile_sections",
    "bare_sentence",
    "chinese_figure",
    "chinese_number_claims",
    "citable_items",
    "class_of",
    "client_texts",
    "comparable_lines",
    "contains_word",
    "continues_name",
    "date_claims",
    "day_parts",
    "dictionary_entries",
    "draft_export",
    "draft_project_json",
    "draft_vocabulary",
    "english_determiners",
    "english_stems",
    "english_weekday",
    "english_words_a_to_k",
    "english_words_l_to_z",
    "evidence_groups",
    "evidence_pack_json",
    "foreign_source_reasons",
    "format_day",
    "german_final_verbs_of_people",
    "german_stems",
    "german_verbs_of_people",
    "german_words",
    "given_names",
    "has_entry",
    "has_german_final_verb",
    "is_bare",
    "is_claim_supported",
    "is_english_subject",
    "is_german_compound",
    "is_german_part",
    "is_german_surname_at",
    "is_german_word",
    "is_joined",
    "is_listed",
    "is_name_at",
    "is_name_supported",
    "is_rare_surname_at",
    "is_same_name",
    "is_surname_at",
    "known_names",
    "known_units",
    "load_dictionary",
    "marked_numbers",
    "month_claims",
    "month_number",
    "month_ordinal_claims",
    "name_connector_words",
    "name_connectors",
    "name_evidence",
    "names_in",
    "names_like_compounds",
    "names_of_departments",
    "names_that_are_words",
    "number_claim",
    "number_unit",
    "number_word_claims",
    "number_words",
    "ordinal_words",
    "pack_figures",
    "pack_items",
    "pack_passages",
    "pack_rows",
    "person_nouns",
    "quotation_reasons",
    "rare_surnames",
    "readable_words",
    "relative_day_claims",
    "role_names",
    "role_pattern",
    "seed_authoring_profiles",
    "sentence_reasons",
    "single_claims",
    "slash_date_claims",
    "source_reasons",
    "speaker_of",
    "speaking_names",
    "speech_pattern",
    "split_sentences",
    "surnames_in",
    "surnames_that_are_words",
    "text_claims",
    "text_language",
    "tg_approvals__restrict_packs",
    "tg_author_statements__guard_words",
    "tg_drafts__guard_content",
    "tg_evidence_packs__guard_items",
    "tg_organizations__seed_profiles",
    "tg_sources__restrict_packs",
    "unknown_names",
    "verbs_of_people",
    "visible_text",
    "weekday_claims",
    "without_markers",
    "without_titles",
    "word_classes",
    "word_pattern",
    "word_value",
    "words_figure",
    "words_that_are_not_names",
  ],
};
