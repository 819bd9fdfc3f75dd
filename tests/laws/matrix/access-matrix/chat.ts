import { randomUUID } from "node:crypto";
import { parseMatrix } from "../parse-matrix.ts";
import { type Calls, sameForAll } from "./calls.ts";

export const reads = parseMatrix(`
               | admin | lead | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
chat_citations | own   | own  | own    | own     | none   | none     | own         | grant     | gateway | gateway | gateway | gateway  | grant
chat_messages  | own   | own  | own    | own     | none   | none     | own         | grant     | gateway | gateway | gateway | gateway  | grant
chat_sessions  | own   | own  | own    | own     | none   | none     | own         | grant     | gateway | gateway | gateway | gateway  | grant
`);

export const privateTables = ["chat_materials"];

export const functions = parseMatrix(`
                     | admin | lead  | member | member2 | client | outsider | other_admin | anonymous | no_key  | expired | forged  | alg_none | secret_key
archive_chat_session | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
begin_chat           | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
begin_chat_turn      | OPINV | OPINV | OPINV  | OPINV   | OPDEN  | OPDEN    | OPINV       | grant     | gateway | gateway | gateway | gateway  | grant
begin_research       | ok    | ok    | OPDEN  | OPDEN   | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
fail_chat_turn       | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
finish_chat_turn     | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
get_chat_spine       | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
settle_citations     | ok    | ok    | ok     | ok      | OPDEN  | OPDEN    | ok          | grant     | gateway | gateway | gateway | gateway  | grant
write_chat_summary   | OPNFD | OPNFD | OPNFD  | OPNFD   | OPDEN  | OPDEN    | OPNFD       | grant     | gateway | gateway | gateway | gateway  | grant
`);

const aMessage = { message_id: randomUUID() };

export const calls: Calls = {
  archive_chat_session: sameForAll({ chat_session_id: randomUUID() }),
  begin_chat: sameForAll({}),
  begin_chat_turn: {
    denied: { session_id: randomUUID(), question: "Forged" },
    admitted: { session_id: randomUUID(), question: " " },
  },
  begin_research: sameForAll({}),
  fail_chat_turn: sameForAll({ ...aMessage, error_code: "forged" }),
  finish_chat_turn: sameForAll({ ...aMessage, content: "Forged", model: "forged" }),
  get_chat_spine: sameForAll({ question: "what about it?" }),
  settle_citations: sameForAll({ citations: [] }),
  write_chat_summary: sameForAll({
    chat_session_id: randomUUID(),
    summarized_up_to: 1,
    content: "Forged",
  }),
};

export const privateFunctions = {
  executableByUsers: [
    "archive_chat_session",
    "begin_chat",
    "begin_chat_turn",
    "begin_research",
    "fail_chat_turn",
    "finish_chat_turn",
    "material_scopes",
    "record_chat_materials",
    "settled_passage",
    "settled_row",
    "visible_scope_hashes",
    "write_chat_summary",
  ],
  executableByNobody: [
    "answering_message",
    "chat_asker",
    "chat_memory",
    "chat_scope_ids",
    "covered_scope_hashes",
    "lock_cited_sources",
    "materials_of_session",
    "scope_hash",
    "tg_chat_citations__widen_messages",
    "tg_chat_messages__guard_content",
    "turn_length",
  ],
};
