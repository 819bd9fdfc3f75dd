/** The data that benchmarks and the plan guard read: many projects, and viewers with scopes of every width. */
import { readFileSync } from "node:fs";
import type postgres from "postgres";

export interface DatasetSize {
  /** The number of projects of each organization. */
  projects: number[];
  /** The number of tasks of all organizations together. There are as many time entries. */
  tasks: number;
}

export interface DatasetViewer {
  /** `admin`, `member 10%` (of the organization's projects), `client`. */
  label: string;
  userId: string;
  personId: string;
  organizationId: string;
  /** Ids of the projects in scope, in the order of their numbers. */
  projectIds: string[];
}

/** Fills a migrated, empty database; 1,000,000 tasks take well under a minute. */
export async function loadDataset(sql: postgres.Sql, size: DatasetSize): Promise<void> {
  const script = readFileSync(new URL("dataset.sql", import.meta.url), "utf8");
  await sql.begin(async (tx) => {
    for (const [name, value] of Object.entries(size)) {
      await tx`select set_config(${`bench.${name}`}, ${String(value)}, true)`;
    }
    // Filling an index row by row takes three times as long as building it at the end.
    const indexes = await tx<{ name: string; definition: string }[]>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      where i.indrelid in ('public.tasks'::regclass, 'public.time_entries'::regclass)
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
    for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
    await tx.unsafe(script);
    await tx.unsafe("set local maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
  await sql.unsafe("vacuum analyze");
  await sql.unsafe("checkpoint");
}

/** The viewers of the organization with this number, from 1; widest scope last. */
export async function datasetViewers(
  sql: postgres.Sql,
  organization = 1,
): Promise<DatasetViewer[]> {
  return sql<DatasetViewer[]>`
    with viewers as (
      select people.*,
        array(
          select projects.id
          from public.projects
          where projects.organization_id = people.organization_id
            and (people.role = 'admin' or exists (
              select from public.project_members
              where project_members.project_id = projects.id
                and project_members.person_id = people.id))
            and people.role <> 'client'
          order by substr(projects.code, 2)::integer) as project_ids,
        (select count(*) from public.projects
         where projects.organization_id = people.organization_id) as project_count
      from public.people
      join public.organizations on organizations.id = people.organization_id
      where people.user_id is not null and organizations.name = ${`Organization ${organization}`}
    )
    select
      case role when 'member'
        then format('member %s%%', cardinality(project_ids) * 100 / project_count)
        else role::text end as label,
      user_id as "userId", id as "personId", organization_id as "organizationId",
      project_ids as "projectIds"
    from viewers
    order by cardinality(project_ids), role desc`;
}
