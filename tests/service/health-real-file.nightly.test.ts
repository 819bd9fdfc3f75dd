/**
 * The real export is imported whole, and health finds in it exactly what separate plain SQL over the same tables
 * finds. supabase/tests/health proves each finding, health.test.ts proves Health over HTTP, and
 * import-real-file.test.ts proves the import of the real file.
 */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  type Finding,
  portfolioHealth,
} from "../../supabase/functions/_domain/portfolio/health-contract.ts";
import { owner } from "../support/database.ts";
import { makeOrganization, type OwnPerson } from "../support/own-organization.ts";
import { importFile } from "./import-file.ts";
import { hasRealFile, realFile, realFileNote, realMapping } from "./real-file.ts";

async function everyFinding(person: OwnPerson, code: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  let cursor = "";
  do {
    const answer = await person.ask(
      `/api/portfolio-health?code=${code}&limit=7${cursor && `&cursor=${cursor}`}`,
    );
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    const health = portfolioHealth.get.response.parse(answer.json);
    findings.push(...health.findings);
    cursor = health.next_cursor ?? "";
  } while (cursor);
  return findings;
}

/** A finding's subject and facts, and how many rows are behind it. */
function factsOf(findings: Finding[], ...facts: string[]) {
  return findings
    .map(({ subject, facts: all, evidence }) => [
      subject.name,
      ...facts.map((fact) => (all as Record<string, unknown>)[fact]),
      evidence.total,
    ])
    .sort();
}

test.skipIf(!hasRealFile)(
  `health finds in the real file what plain SQL finds (${realFileNote})`,
  { timeout: 120_000 },
  async () => {
    const own = await makeOrganization();
    const { lead } = own.people;
    const answer = await importFile(lead, {
      file: await readFile(realFile),
      mapping: realMapping,
      mode: "apply",
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    const [sums] = await owner`
      select count(*)::int as entries, sum(hours)::text as hours, count(distinct task_id)::int as tasks
      from public.time_entries where organization_id = ${own.id} and external_key is not null`;
    expect({ ...sums }).toEqual({ tasks: 6040, entries: 7143, hours: "35841.61" });
    const projects = owner`(select * from public.projects where organization_id = ${own.id}) as p`;
    const openTasks = owner`(select * from public.tasks where organization_id = ${own.id}
      and status::text in ('open', 'in_progress', 'blocked')) as t`;
    const rows = async (query: PromiseLike<Iterable<object>>) =>
      [...(await query)].map((row) => Object.values(row)).sort();

    const overEstimate = factsOf(
      await everyFinding(lead, "project_over_estimate"),
      "estimate_hours",
      "actual_hours",
      "tasks_without_estimate",
    );
    expect(overEstimate).toEqual(
      await rows(owner`
        select p.name, e.hours::float8 as estimated, a.hours::float8 as spent, e.missing::int, a.entries::int
        from ${projects}
        join (select project_id, sum(estimate_hours) as hours, sum((estimate_hours is null)::int) as missing
              from public.tasks group by project_id) as e on e.project_id = p.id
        join (select project_id, sum(hours) as hours, count(*) as entries
              from public.time_entries group by project_id) as a on a.project_id = p.id
        where a.hours > e.hours`),
    );

    const stale = factsOf(await everyFinding(lead, "open_items_stale"), "open_tasks", "stale");
    expect(stale).toEqual(
      await rows(owner`
        select p.name, count(*)::int as open, count(s.on_day)::int as stale, count(s.on_day)::int as rows
        from ${projects} join ${openTasks} on t.project_id = p.id
        left join lateral (
          select max(day) as on_day from (
            select t.estimated_on as day union all select t.started_on
            union all select spent_on from public.time_entries where task_id = t.id) as days
          having max(day) < current_date - 14
        ) as s on true
        group by p.id, p.name having count(s.on_day) > 0`),
    );

    const underWay = factsOf(await everyFinding(lead, "planned_project_under_way"), "actual_hours");
    const nothingLeft = factsOf(await everyFinding(lead, "project_without_open_tasks"), "tasks");
    expect(underWay).toEqual(
      await rows(owner`
        select p.name, sum(hours)::float8, count(*)::int
        from ${projects} join public.time_entries on project_id = p.id
        where p.status = 'planned' group by p.id, p.name`),
    );
    expect(nothingLeft).toEqual(
      await rows(owner`
        select p.name, count(*)::int as tasks, count(*)::int as rows
        from ${projects} join public.tasks on project_id = p.id
        where p.status = 'active'
        group by p.id, p.name having every(tasks.status in ('done', 'cancelled'))`),
    );

    const idle = (await everyFinding(lead, "project_without_recent_activity"))
      .map(({ subject, facts }) => [
        subject.name,
        (facts as Record<string, unknown>)["last_activity_on"],
      ])
      .sort();
    expect(idle).toEqual(
      await rows(owner`
        select p.name, max(day)::text
        from ${projects}
        join (
          select project_id, spent_on as day from public.time_entries
          union all select project_id, completed_on from public.tasks
          union all select project_id, greatest(started_on, estimated_on) from public.tasks
            where status::text not in ('done', 'cancelled')
          union all select project_id, created_at::date from public.status_updates
        ) as d on d.project_id = p.id
        group by p.id, p.name having max(day) < current_date - 14`),
    );

    const silent = factsOf(await everyFinding(lead, "status_missing"));
    expect(silent).toEqual(
      await rows(owner`
        select p.name, 0 from ${projects}
        where p.id not in (select project_id from public.status_updates)`),
    );
    const leaderless = factsOf(await everyFinding(lead, "project_without_lead"));
    expect(leaderless).toEqual(
      await rows(owner`select p.name, 0 from ${projects} where p.lead_id is null`),
    );

    const counts = { overEstimate, stale, underWay, nothingLeft, idle, silent, leaderless };
    console.log(
      `health of the real file: ${Object.entries(counts)
        .map(([finding, list]) => `${finding} ${list.length}`)
        .join(", ")}`,
    );
    const kinds = Object.values(counts).filter((list) => list.length > 0);
    expect(kinds.length).toBeGreaterThanOrEqual(5);
  },
);
