/** A conversation with rows in each of its tables, for tests of their readers and writers. */
import type postgres from "postgres";

export interface ConversationIds {
  organizationId: string;
  /** The owner of the conversation. */
  personId: string;
  projectId: string;
  /** A project without members. */
  hiddenProjectId: string;
  /** A source of the project, and one of it that is restricted. */
  sourceIds: [string, string];
  /** The id of the nth row, the same in every run, because the rows may already exist. */
  id(n: number): string;
}

/**
 * A question; an answer about the project that cites a source of it, a restricted one and the project itself;
 * another answer about the hidden project.
 */
export async function addChatRows(
  sql: postgres.TransactionSql,
  conversation: ConversationIds,
): Promise<void> {
  const {
    organizationId: organization_id,
    personId: person_id,
    projectId,
    hiddenProjectId,
  } = conversation;
  const insert = (table: string, rows: object[]) =>
    sql`insert into ${sql(`public.${table}`)} ${sql(rows)} on conflict do nothing`;
  const chat_session_id = conversation.id(1);
  const answer = conversation.id(3);
  const title = "What is open?";
  await insert("chat_sessions", [
    { id: chat_session_id, organization_id, person_id, session_id: conversation.id(2), title },
  ]);
  const messageRow = (
    number: number,
    id: string,
    role: string,
    content: string,
    scope_ids: string[],
  ) => ({
    id,
    organization_id,
    chat_session_id,
    person_id,
    number,
    role,
    content,
    scope_ids,
    ended_at: new Date("2026-11-20T09:00:00Z"),
  });
  await insert("chat_messages", [
    messageRow(1, conversation.id(4), "user", title, []),
    messageRow(2, answer, "assistant", "The supplier waits [1].", [projectId]),
    messageRow(3, conversation.id(5), "assistant", "Nothing else.", [hiddenProjectId]),
  ]);
  const citation = { organization_id, person_id, message_id: answer, quote: "The supplier waits" };
  const passages = await sql`
    select passages.id as passage_id, sources.id as source_id, sources.title, sources.scope_id, sources.project_id
    from public.sources join public.passages on passages.source_id = sources.id
    where sources.id in ${sql(conversation.sourceIds)} order by sources.title`;
  await insert("chat_citations", [
    ...passages.map((passage, n) => ({
      ...citation,
      ...passage,
      number: n + 1,
      kind: "chunk",
      source_version: 1,
      row_table: null,
      row_id: null,
    })),
    {
      ...citation,
      number: 3,
      kind: "row",
      title: "Shop",
      scope_id: projectId,
      project_id: projectId,
      row_table: "projects",
      row_id: projectId,
      passage_id: null,
      source_id: null,
      source_version: null,
    },
  ]);
}
