/** Ask's lookups return to each persona exactly the rows that it may see. */
import { beforeAll, expect, test } from "vitest";
import { owner } from "../../support/database.ts";
import { callRpc } from "../../support/http.ts";
import { type PersonName, people } from "../../support/personas.ts";
import { fillEmptyTables } from "./demo-rows.ts";

beforeAll(fillEmptyTables);

const personas = ["admin", "lead", "member", "member2", "other_admin"] as const;
const readsAll = (persona: PersonName) => !persona.startsWith("member");
const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id).sort();

/** Queried by hand as the owner. */
function projectsOf(persona: PersonName) {
  const { organizationId, projectIds } = people[persona];
  return readsAll(persona)
    ? owner`(select id from public.projects where organization_id = ${organizationId})`
    : owner`(select unnest(${projectIds}::uuid[]))`;
}

async function answerOf(persona: PersonName, name: string, args: object) {
  const { status, json } = await callRpc(persona, name, args);
  expect(status).toBe(200);
  return json as Record<string, unknown> & { total: number; left_out: number };
}

test.concurrent.each(personas)("%s gets exactly the tasks in scope, by status", async (persona) => {
  const expected = await owner`
    select id from public.tasks where project_id in ${projectsOf(persona)} and archived_at is null`;
  const taskIds: string[] = [];
  for (const status of ["open", "in_progress", "blocked", "done", "cancelled"]) {
    const answer = await answerOf(persona, "list_tasks", { statuses: [status], result_limit: 100 });
    expect(answer.left_out).toBe(0);
    taskIds.push(...idsOf(answer["tasks"]));
  }
  expect(expected.length).toBeGreaterThan(0);
  expect(taskIds.sort()).toEqual(idsOf(expected));
});

test.concurrent.each(personas)("%s gets exactly the people in scope", async (persona) => {
  const { organizationId, personId } = people[persona];
  const expected = await owner`
    select id from public.people where organization_id = ${organizationId} and archived_at is null
      and (${readsAll(persona)} or is_employee or id = ${personId})`;
  const answer = await answerOf(persona, "list_people", { result_limit: 100 });
  expect(answer.left_out).toBe(0);
  expect(idsOf(answer["people"])).toEqual(idsOf(expected));
  // People are listed only with projects that the viewer sees.
  const visibleIds = idsOf(await owner`select id from ${projectsOf(persona)} as projects (id)`);
  const shownIds = (answer["people"] as { projects: { id: string }[] }[]).flatMap((person) =>
    idsOf(person.projects),
  );
  expect(shownIds.length).toBeGreaterThan(0);
  expect(shownIds.filter((id) => !visibleIds.includes(id))).toEqual([]);
});

test.concurrent.each(personas)("%s gets exactly the documents in scope", async (persona) => {
  const expected = await owner`
    select sources.id from public.sources
    where sources.id in (select documents.id from public.documents) and sources.archived_at is null
      and sources.project_id in ${projectsOf(persona)} and (${readsAll(persona)} or not sources.is_restricted)`;
  const answer = await answerOf(persona, "list_documents", { result_limit: 100 });
  expect(answer.left_out).toBe(0);
  expect(expected.length).toBeGreaterThan(0);
  expect(idsOf(answer["documents"])).toEqual(idsOf(expected));
});

test.concurrent.each(personas)(
  "%s gets the same sum of hours by project, person and month",
  async (persona) => {
    const [expected] = await owner`
    select coalesce(sum(hours), 0)::float8 as hours, array_agg(distinct project_id order by project_id) as ids
    from public.time_entries where project_id in ${projectsOf(persona)}`;
    expect(expected?.["hours"]).toBeGreaterThan(0);
    for (const group_by of ["project", "person", "month"]) {
      const answer = await answerOf(persona, "get_hours", { group_by, result_limit: 200 });
      expect([group_by, answer["total_hours"], answer.left_out]).toEqual([
        group_by,
        expected?.["hours"],
        0,
      ]);
      if (group_by !== "project") continue;
      const groups = answer["groups"] as { project: { id: string } }[];
      expect(idsOf(groups.map(({ project }) => project))).toEqual(expected?.["ids"]);
    }
  },
);

test.concurrent.each(personas)(
  "%s gets exactly the projects in scope, and the changes in them",
  async (persona) => {
    const expected = await owner`
    select id from public.projects where id in ${projectsOf(persona)} and archived_at is null`;
    const projectList = await answerOf(persona, "list_projects", { result_limit: 100 });
    expect(projectList.left_out).toBe(0);
    expect(idsOf(projectList["projects"])).toEqual(idsOf(expected));

    const updates = await owner`
    select id from public.status_updates where project_id in ${projectsOf(persona)}`;
    const updateIds: string[] = [];
    // A month at a time: an answer has at most 100 changes.
    const now = new Date();
    for (let month = -36; month <= 1; month++) {
      const [changed_from, changed_to] = [month, month + 1].map((count, last) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 1 - last))
          .toISOString()
          .slice(0, 10),
      );
      const answer = await answerOf(persona, "list_changes", {
        changed_from,
        changed_to,
        result_limit: 100,
      });
      expect(answer.left_out).toBe(0);
      const changes = answer["changes"] as { table: string; id: string }[];
      updateIds.push(...idsOf(changes.filter(({ table }) => table === "status_updates")));
    }
    expect(updateIds.sort()).toEqual(idsOf(updates));
  },
);

test.concurrent.each(["client", "outsider"] as const)(
  "%s is refused every lookup",
  async (persona) => {
    const reason = persona === "client" ? "role_not_allowed" : "no_membership";
    const days = { changed_from: "2026-01-01", changed_to: "2026-12-31" };
    for (const [name, input] of [
      ["list_tasks"],
      ["list_people"],
      ["list_documents"],
      ["list_projects"],
      ["list_changes", days],
      ["get_hours"],
    ] as const) {
      const { json } = await callRpc(persona, name, input);
      expect([name, json]).toEqual([
        name,
        expect.objectContaining({ code: "OPDEN", hint: reason }),
      ]);
    }
  },
);
