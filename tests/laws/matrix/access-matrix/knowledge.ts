import { parseMatrix } from "../parse-matrix.ts";
import { aJob, type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
              | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
passages      | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
project_notes | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
sources       | org   | org  | scope  | scope   | none   | none     | org         | grant     | gateway | gateway | gateway | gateway  | every
`);

export const privateTables = ["embedding_models"];

export const functions = parseMatrix(`
                    | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
find_rows           | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_embedding_model | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
get_texts_to_embed  | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
search_passages     | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
set_embedding_model | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | ok
skip_embeddings     | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
store_embeddings    | grant | grant | grant  | grant   | grant  | grant    | grant       | grant     | gateway | gateway | gateway | gateway  | OPSTA
`);

export const calls: Calls = {
  find_rows: sameForAll({ query: "the budget" }),
  get_embedding_model: sameForAll({}),
  get_texts_to_embed: sameForAll({ ...aJob, text_limit: 1 }),
  search_passages: sameForAll({ query: "the budget" }),
  // Changes nothing, because without pgvector no model can be set.
  set_embedding_model: sameForAll({ name: "forged", version: "1" }),
  skip_embeddings: sameForAll(aJob),
  store_embeddings: sameForAll({ ...aJob, model: "forged", version: "1", embeddings: [] }),
};

export const privateFunctions = {
  executableByUsers: [
    "exact_search_limit",
    "find_rows",
    "fold_text",
    "get_embedding_model",
    "most_similar_words",
    "nearest_passages",
    "passage_snippet",
    "query_parts",
    "query_terms",
    "rank_by_names",
    "rank_by_words",
    "rank_passages",
    "rank_wide_scope",
    "similar_words",
    "spaceless_letter",
    "stemmed_language",
    "term_hits",
  ],
  executableByWorkers: [
    "get_texts_to_embed",
    "set_embedding_model",
    "skip_embeddings",
    "store_embeddings",
  ],
  executableByNobody: [
    "append_project_note",
    "candidate_passages",
    "embedded_text",
    "embedding_key",
    "empty_embedding_slot",
    "end_embedding_pass",
    "enqueue_embedding",
    "find_by_name",
    "forget_dead_embedding_jobs",
    "found_rows",
    "make_filled_model_live",
    "has_many_tasks",
    "indexed_passages",
    "install_vectors",
    "is_embedding",
    "lock_embedding_models",
    "min_similarity",
    "missing_embeddings",
    "missing_texts",
    "model_of_job",
    "model_of_new_text",
    "name_condition",
    "name_rank",
    "nearest_in_wide_scope",
    "nearest_in_narrow_scope",
    "passages_differ",
    "publish_embeddings",
    "publish_passages",
    "publish_texts",
    "write_project_notes",
    "search_name",
    "search_vector",
    "staged_texts",
    "store_passage_embeddings",
    "store_staged_embeddings",
    "tg_passages__index_words",
    "tg_sources__index_words",
    "tg_sources__move_note",
    "tg_sources__reindex_passages",
    "tick_embeddings",
    "titled_passages",
    "vectors_installed",
  ],
};
