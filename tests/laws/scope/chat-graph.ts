/** Random conversations: the questions, the scopes of the answers, and their citations. */
import fc from "fast-check";
import type { Graph, Person, ScopedRow } from "./graph-rows.ts";
import { choose, eachOf, few, pick, within } from "./pickers.ts";

export const chatRecipe = {
  chats: few(
    fc.record({
      by: pick,
      as: fc.option(pick),
      /** For each answer: its projects, whether its scope is the whole organization, and its sources. */
      answers: fc.array(
        fc.record({
          projects: fc.array(pick, { maxLength: 3 }),
          whole: fc.boolean(),
          cites: fc.array(pick, { maxLength: 2 }),
          isSummary: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
    }),
    4,
  ),
};
type ChatRecipe = typeof chatRecipe extends { chats: fc.Arbitrary<infer T> } ? { chats: T } : never;

export const scopeIdOf = (row: ScopedRow) =>
  row.is_restricted ? row.organization_id : (row.project_id ?? row.organization_id);

export function buildChats(
  recipe: ChatRecipe,
  id: () => string,
  { people, projects, sources }: Pick<Graph, "people" | "projects" | "sources">,
): Pick<Graph, "chat_sessions" | "chat_messages" | "chat_citations"> {
  const sessions = eachOf(recipe.chats, (chat) => {
    const person = choose(people, chat.by);
    if (!person) return undefined;
    const as = askerOf(person, chat.as);
    const { id: person_id, organization_id } = person;
    return { id: id(), organization_id, person_id, as_person_id: as, chat };
  });
  function askerOf(person: Person, n: number | null): string | null {
    const otherPeople = within(people, person.organization_id).filter(
      (candidate) => candidate !== person,
    );
    return n === null ? null : (choose(otherPeople, n)?.id ?? null);
  }

  const chat_messages = sessions.flatMap(({ id: chat_session_id, chat, ...session }) =>
    chat.answers.flatMap((answer, n) => {
      const organizationId = session.organization_id;
      const cited = [
        ...new Set(eachOf(answer.cites, (n) => choose(within(sources, organizationId), n))),
      ];
      const projectIds = eachOf(
        answer.projects,
        (n) => choose(within(projects, organizationId), n)?.id,
      );
      const scope_ids = [
        ...projectIds,
        ...(answer.whole ? [organizationId] : []),
        ...(answer.isSummary ? [] : cited.map(scopeIdOf)),
      ];
      const common = { ...session, chat_session_id, cited: [] as ScopedRow[] };
      const number = 2 * n + 1;
      return [
        { ...common, id: id(), number, role: "user", scope_ids: [] },
        answer.isSummary
          ? { ...common, id: id(), number, role: "summary", scope_ids }
          : { ...common, id: id(), number: number + 1, role: "assistant", scope_ids, cited },
      ];
    }),
  );
  return {
    chat_sessions: sessions.map(({ chat: _, ...session }) => session),
    chat_messages: chat_messages.map(({ cited: _, as_person_id: __, ...message }) => message),
    chat_citations: chat_messages.flatMap(({ id: message_id, cited, organization_id, person_id }) =>
      cited.map((source, n) => ({
        message_id,
        organization_id,
        person_id,
        number: n + 1,
        source_id: source.id,
      })),
    ),
  };
}

/** An answer that cites a source also takes the source's new scope; so do later answers and later summaries. */
export function widenCitingAnswers(graph: Graph, source: ScopedRow, before: string): void {
  const scope = scopeIdOf(source);
  if (scope === before) return;
  for (const { message_id } of graph.chat_citations.filter((row) => row.source_id === source.id)) {
    const citedMessage = graph.chat_messages.find(({ id }) => id === message_id);
    if (!citedMessage) continue;
    for (const message of graph.chat_messages) {
      const isLater =
        (message.role === "assistant" && message.number > citedMessage.number) ||
        (message.role === "summary" && message.number >= citedMessage.number);
      const isAffected = message.chat_session_id === citedMessage.chat_session_id && isLater;
      if (message === citedMessage || isAffected) message.scope_ids.push(scope);
    }
  }
}

/** Inserts the conversations of a graph: the third part of `load`. */
export const loadChats = `
  create function probe.load_chats(graph jsonb) returns void language plpgsql as $$
  begin
    insert into public.chat_sessions (id, organization_id, person_id, as_person_id, session_id, title)
    select id, organization_id, person_id, as_person_id, id, 'Question'
    from jsonb_populate_recordset(null::public.chat_sessions, graph -> 'chat_sessions');
    insert into public.chat_messages (
      id, organization_id, chat_session_id, person_id, number, role, content, scope_ids, ended_at)
    select id, organization_id, chat_session_id, person_id, number, role, 'Text', scope_ids, now()
    from jsonb_populate_recordset(null::public.chat_messages, graph -> 'chat_messages');
    insert into public.chat_citations (
      organization_id, message_id, person_id, number, kind, source_id, source_version, passage_id, title, quote, scope_id)
    select input.organization_id, message_id, person_id, number, 'chunk', source_id, 1, gen_random_uuid(), 'Source',
           'Text', sources.scope_id
    from jsonb_populate_recordset(null::public.chat_citations, graph -> 'chat_citations') as input
    join public.sources on sources.id = input.source_id;
  end $$`;
