/** The reads that are compared: as the Data API runs them under RLS, and by hand. */
import type { DatasetViewer } from "./dataset.ts";
import { portfolioByHand } from "./hand-written.ts";

export interface Read {
  name: string;
  /** This read's own limit for the ratio. State the reason in a comment. */
  maxRatio?: number;
  /** Runs as `authenticated`; row-level security does the narrowing. */
  product(viewer: DatasetViewer): string;
  /** Runs as a role that bypasses row-level security. */
  byHand(viewer: DatasetViewer & KnownIds): string;
}

/** The other rows that the viewer may see, for reads that bypass row-level security. */
export interface KnownIds {
  accountIds: string[];
  clientIds: string[];
  personIds: string[];
}

const list = (ids: string[]) => `'{${ids.join(",")}}'::uuid[]`;
const inProjects = (ids: string[]) => `= any (${list(ids)})`;
/** A project in the middle of the viewer's scope, as a project page requests it. */
const middleProject = ({ projectIds }: DatasetViewer) =>
  `= '${projectIds[Math.floor(projectIds.length / 2)]}'`;

/** The other requests of the page, besides the summary. The project is their scope, for every viewer. */
const projectPage = (project: string) => `
  select id, author_id, health, summary, created_at from public.status_updates
  where project_id ${project} order by created_at desc limit 20;
  select month, hours from public.project_monthly_hours
  where project_id ${project} order by month limit 1000;
  select person_id from public.project_members
  where project_id ${project} order by person_id limit 1000;
  select *, count(*) over () from public.tasks
  where project_id ${project} and archived_at is null order by due_on, id limit 200;
  select *, count(*) over () from public.time_entries
  where project_id ${project} order by spent_on desc, id limit 200`;

export const reads: Read[] = [
  {
    name: "count of tasks",
    // The hand-written query counts a million rows in a parallel plan. Under row-level security the plan is not parallel:
    // the scope is unknown while PostgreSQL plans, so it expects ten projects, for which a parallel plan does not pay.
    maxRatio: 3,
    product: () => "select count(*) from public.tasks",
    byHand: (v) => `select count(*) from public.tasks where project_id ${inProjects(v.projectIds)}`,
  },
  {
    name: "hours per project",
    product: () =>
      `select project_id, sum(hours) as hours from public.time_entries
       group by project_id order by project_id`,
    byHand: (v) =>
      `select project_id, sum(hours) as hours from public.time_entries
       where project_id ${inProjects(v.projectIds)} group by project_id order by project_id`,
  },
  {
    name: "project page",
    product: (v) =>
      `select * from public.project_summaries where id ${middleProject(v)}; ${projectPage(middleProject(v))}`,
    byHand: (v) => `${portfolioByHand(middleProject(v))}; ${projectPage(middleProject(v))}`,
  },
  {
    name: "portfolio page",
    product: () =>
      `select * from public.project_summaries where archived_at is null
       order by name, id limit 1000`,
    byHand: (v) =>
      `${portfolioByHand(inProjects(v.projectIds))} and projects.archived_at is null
       order by name, id limit 1000`,
  },
  {
    name: "get_portfolio",
    product: () => "select public.get_portfolio()",
    byHand: (v) =>
      `select bench.get_portfolio(${list(v.projectIds)}, ${list(v.accountIds)},
         ${list(v.clientIds)}) as get_portfolio`,
  },
  {
    name: "get_spine",
    product: () => "select public.get_spine()",
    byHand: (
      v,
    ) => `select bench.get_spine(${list(v.projectIds)}, ${list(v.personIds)}, '${v.personId}')
         as get_spine`,
  },
];
