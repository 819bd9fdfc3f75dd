/** Reads of conversations, as the console does them. */
import type { ScopedRead } from "./scoped-reads.ts";

/** Policies check the person; for citations and project scopes, also the scope. */
const WHO = 1;
const SCOPED = 2;
const latest = "(select id from chat_sessions order by last_message_at desc limit 1)";

export const chatReads: ScopedRead[] = [
  {
    name: "conversations",
    tables: WHO,
    query: () =>
      "select * from chat_sessions where archived_at is null order by last_message_at desc limit 50",
  },
  {
    name: "a conversation",
    tables: WHO + SCOPED,
    query: () => `select * from chat_messages where chat_session_id = ${latest} order by number`,
  },
  { name: "count of messages", tables: SCOPED, query: () => "select count(*) from chat_messages" },
  {
    name: "citations of a conversation",
    tables: WHO + 2 * SCOPED,
    query: () => `
      select chat_citations.* from chat_messages
      join chat_citations on chat_citations.message_id = chat_messages.id
      where chat_messages.chat_session_id = ${latest}`,
  },
];
