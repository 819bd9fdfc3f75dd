/** Reads of conversations, as the console does them. */
import type { ScopedRead } from "./scoped-reads.ts";

/** The policy of conversations checks the person; those of messages and citations also check the scope. */
const PERSON = 1;
const PERSON_AND_SCOPE = 2;
const latestSession = "(select id from chat_sessions order by last_message_at desc limit 1)";

export const chatReads: ScopedRead[] = [
  {
    name: "conversations",
    tables: PERSON,
    query: () =>
      "select * from chat_sessions where archived_at is null order by last_message_at desc limit 50",
  },
  {
    name: "a conversation",
    tables: PERSON + PERSON_AND_SCOPE,
    query: () =>
      `select * from chat_messages where chat_session_id = ${latestSession} order by number`,
  },
  {
    name: "count of messages",
    tables: PERSON_AND_SCOPE,
    query: () => "select count(*) from chat_messages",
  },
  {
    name: "citations of a conversation",
    tables: PERSON + 2 * PERSON_AND_SCOPE,
    query: () => `
      select chat_citations.* from chat_messages
      join chat_citations on chat_citations.message_id = chat_messages.id
      where chat_messages.chat_session_id = ${latestSession}`,
  },
];
