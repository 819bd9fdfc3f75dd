/**
 * Changes of people, projects, sources and cards while people are signed in: each is applied to the graph and, in
 * one statement, to the database.
 */
import fc from "fast-check";
import type postgres from "postgres";
import { isShown } from "./card-graph.ts";
import { scopeIdOf, widenCitingAnswers } from "./chat-graph.ts";
import type { Graph, Person, Role, ScopedRow } from "./graph-rows.ts";
import { choose } from "./pickers.ts";

const pick = fc.nat({ max: 999 });

export const change = fc.oneof(
  fc.record({ kind: fc.constant("leave project" as const), which: pick }),
  fc.record({ kind: fc.constant("join project" as const), project: pick, which: pick }),
  fc.record({
    kind: fc.constant("change role" as const),
    which: pick,
    role: fc.constantFrom<Role>("admin", "lead", "member"),
  }),
  fc.record({ kind: fc.constant("archive person" as const), which: pick }),
  fc.record({ kind: fc.constant("archive project" as const), which: pick }),
  fc.record({ kind: fc.constant("move project" as const), which: pick, account: pick }),
  fc.record({ kind: fc.constant("restrict source" as const), which: pick }),
  fc.record({ kind: fc.constant("unrestrict source" as const), which: pick }),
  fc.record({ kind: fc.constant("move source" as const), which: pick, project: pick }),
  fc.record({ kind: fc.constant("restrict card" as const), which: pick }),
);
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Applies a change to the graph and the database. Returns a person whose access it may change; undefined if nothing changed. */
export async function apply(
  sql: postgres.Sql,
  graph: Graph,
  change: Change,
): Promise<Person | undefined> {
  switch (change.kind) {
    case "leave project": {
      const member = choose(graph.project_members, change.which);
      if (!member) return undefined;
      graph.project_members = graph.project_members.filter((row) => row !== member);
      await sql`
        delete from public.project_members
        where project_id = ${member.project_id} and person_id = ${member.person_id}`;
      return graph.people.find((person) => person.id === member.person_id);
    }
    case "join project": {
      const project = choose(graph.projects, change.project);
      const person = choose(
        graph.people.filter((candidate) => candidate.organization_id === project?.organization_id),
        change.which,
      );
      if (!project || !person) return undefined;
      const { organization_id, id: project_id } = project;
      const rows = await sql`
        insert into public.project_members (organization_id, project_id, person_id)
        values (${organization_id}, ${project_id}, ${person.id}) on conflict do nothing returning 1`;
      if (rows.length === 0) return undefined;
      graph.project_members.push({ organization_id, project_id, person_id: person.id });
      return person;
    }
    case "change role": {
      const person = choose(graph.people, change.which);
      if (!person || isLastAdmin(graph, person)) return undefined;
      Object.assign(person, { role: change.role, client_id: null });
      await sql`
        update public.people set role = ${change.role}, client_id = null, is_prompt_owner = false
        where id = ${person.id}`;
      return person;
    }
    case "archive person": {
      const person = choose(graph.people, change.which);
      if (!person || person.archived_at !== null || isLastAdmin(graph, person)) return undefined;
      const before = { ...person };
      Object.assign(person, { user_id: null, archived_at: "2026-02-01T00:00:00Z" });
      await sql`
        update public.people set user_id = null, archived_at = ${person.archived_at}
        where id = ${person.id}`;
      return before;
    }
    case "archive project": {
      const project = choose(graph.projects, change.which);
      if (!project) return undefined;
      project.archived_at = "2026-02-01T00:00:00Z";
      await sql`
        update public.projects set archived_at = ${project.archived_at} where id = ${project.id}`;
      return someMember(graph, project.id);
    }
    case "move project": {
      const project = choose(graph.projects, change.which);
      const account = choose(
        graph.accounts.filter(
          (candidate) => candidate.organization_id === project?.organization_id,
        ),
        change.account,
      );
      if (!project || !account) return undefined;
      const formerAccount = graph.accounts.find(({ id }) => id === project.account_id);
      project.account_id = account.id;
      await sql`update public.projects set account_id = ${account.id} where id = ${project.id}`;
      const contact = graph.people.find(
        ({ role, client_id, archived_at }) =>
          role === "client" &&
          archived_at === null &&
          [formerAccount?.client_id, account.client_id].includes(client_id ?? ""),
      );
      return contact ?? someMember(graph, project.id);
    }
    case "restrict source": {
      const source = choose(
        graph.sources.filter((candidate) => !candidate.is_restricted),
        change.which,
      );
      if (!source) return undefined;
      const before = scopeIdOf(source);
      source.is_restricted = true;
      restrictCitingCards(graph, source);
      widenCitingAnswers(graph, source, before);
      await sql`update public.sources set is_restricted = true where id = ${source.id}`;
      return someMember(graph, source.project_id);
    }
    case "unrestrict source": {
      const source = choose(
        graph.sources.filter((candidate) => candidate.is_restricted),
        change.which,
      );
      if (!source) return undefined;
      const before = scopeIdOf(source);
      source.is_restricted = false;
      restrictCitingCards(graph, source);
      widenCitingAnswers(graph, source, before);
      await sql`update public.sources set is_restricted = false where id = ${source.id}`;
      return someMember(graph, source.project_id);
    }
    case "move source": {
      const source = choose(graph.sources, change.which);
      const project = choose(
        graph.projects.filter((candidate) => candidate.organization_id === source?.organization_id),
        change.project,
      );
      if (!source || !project) return undefined;
      const formerMember = someMember(graph, source.project_id);
      const before = scopeIdOf(source);
      source.project_id = project.id;
      restrictCitingCards(graph, source);
      widenCitingAnswers(graph, source, before);
      await sql`update public.sources set project_id = ${project.id} where id = ${source.id}`;
      return formerMember ?? someMember(graph, project.id);
    }
    case "restrict card": {
      const card = choose(
        graph.approvals.filter((candidate) => !candidate.is_restricted),
        change.which,
      );
      if (!card) return undefined;
      restrictCard(graph, card);
      await sql`update public.approvals set is_restricted = true where id = ${card.id}`;
      return someMember(graph, card.project_id);
    }
  }
}

/** A card that cites a source its project does not see becomes restricted, and stays so. */
function restrictCitingCards(graph: Graph, source: ScopedRow): void {
  const citations = graph.approval_citations.filter((row) => row.source_id === source.id);
  for (const card of graph.approvals) {
    const cites = citations.some((row) => row.approval_id === card.id);
    if (cites && !isShown(source, card.project_id)) restrictCard(graph, card);
  }
}

/** Restricts the card and the rows that it published. */
function restrictCard(graph: Graph, card: ScopedRow): void {
  card.is_restricted = true;
  const { weekly_updates, scope_changes, client_readouts, deliverable_releases } = graph;
  for (const row of [weekly_updates, scope_changes, client_readouts, deliverable_releases].flat()) {
    if (row.approval_id === card.id) row.is_restricted = true;
  }
}

function someMember(graph: Graph, project: string | null): Person | undefined {
  const member = graph.project_members.find((row) => row.project_id === project);
  return graph.people.find((person) => person.id === member?.person_id);
}

/** The database refuses to change the role of the last admin or to archive them; other tests prove that. */
function isLastAdmin(graph: Graph, person: Person): boolean {
  const admins = graph.people.filter(
    (candidate) =>
      candidate.organization_id === person.organization_id &&
      candidate.role === "admin" &&
      candidate.user_id !== null,
  );
  return admins.length === 1 && admins[0] === person;
}
