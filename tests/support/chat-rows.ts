/** A conversation with rows in each of its tables, for tests that ask who reads and who writes them. */
import type postgres from "postgres";

export interface ChatPlace {
  organizationId: string;
  /** Whose conversation it is. */
  personId: string;
  projectId: string;
  /** Which no member is asked of. */
  hiddenProjectId: string;
  /** A source of the project, and one of it that is restricted. */
  sourceIds: [string, string];
  /** The id of the nth row; the same each time it is asked, where rows may be there already. */
  id(n: number): string;
}

/**
 * A question; an answer that rests on the project, and cites a source of it, one that is restricted and the project
 * itself; another answer that rests on the hidden project.
 */
export async function addChatRows(sql: postgres.TransactionSql, place: ChatPlace): Promise<void> {
  const {
    organizationId: organization_id,
    personId: person_id,
    projectId,
    hiddenProjectId,
  } = place;
  const insert = (table: string, rows: object[]) =>
    sql`insert into ${sql(`public.${table}`)} ${sql(rows)} on conflict do nothing`;
  const chat_session_id = place.id(1);
  const answer = place.id(3);
  const title = "What is open?";
  await insert("chat_sessions", [
    { id: chat_session_id, organization_id, person_id, session_id: place.id(2), title },
  ]);
  const said = (
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
    said(1, place.id(4), "user", title, []),
    said(2, answer, "assistant", "The supplier waits [1].", [projectId]),
    said(3, place.id(5), "assistant", "Nothing else.", [hiddenProjectId]),
  ]);
  const cited = { organization_id, person_id, message_id: answer, quote: "The supplier waits" };
  const pieces = await sql`
    select chunks.id as chunk_id, sources.id as source_id, sources.title, sources.scope_id, sources.project_id
    from public.sources join public.chunks on chunks.source_id = sources.id
    where sources.id in ${sql(place.sourceIds)} order by sources.title`;
  await insert("chat_citations", [
    ...pieces.map((piece, n) => ({
      ...cited,
      ...piece,
      number: n + 1,
      kind: "chunk",
      source_version: 1,
      row_table: null,
      row_id: null,
    })),
    {
      ...cited,
      number: 3,
      kind: "row",
      title: "Shop",
      scope_id: projectId,
      project_id: projectId,
      row_table: "projects",
      row_id: projectId,
      chunk_id: null,
      source_id: null,
      source_version: null,
    },
  ]);
}
