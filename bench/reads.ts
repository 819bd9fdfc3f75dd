/** The reads that are compared: as the Data API runs them under RLS, and by hand. */
import type { DatasetViewer } from "./dataset.ts";
import { portfolioByHand } from "./hand-written.ts";

export interface Read {
  name: string;
  /** Runs as `authenticated`; row-level security does the narrowing. */
  scoped(viewer: DatasetViewer): string;
  /** Runs as a role that bypasses row-level security. */
  byHand(viewer: DatasetViewer & { accountIds: string[]; clientIds: string[] }): string;
}

const list = (ids: string[]) => `'{${ids.join(",")}}'::uuid[]`;
const within = (ids: string[]) => `= any (${list(ids)})`;
/** A project in the middle of the viewer's scope, as a project page asks for it. */
const one = ({ projectIds }: DatasetViewer) =>
  `= '${projectIds[Math.floor(projectIds.length / 2)]}'`;

export const reads: Read[] = [
  {
    name: "count of tasks",
    scoped: () => "select count(*) from public.tasks",
    byHand: (v) => `select count(*) from public.tasks where project_id ${within(v.projectIds)}`,
  },
  {
    name: "newest 50 tasks",
    scoped: () => "select * from public.tasks order by updated_at desc, id limit 50",
    byHand: (v) =>
      `select * from public.tasks where project_id ${within(v.projectIds)}
       order by updated_at desc, id limit 50`,
  },
  {
    name: "tasks of a project",
    scoped: (v) =>
      `select * from public.tasks where project_id ${one(v)} order by due_on, id limit 200`,
    byHand: (v) =>
      `select * from public.tasks where project_id ${one(v)} order by due_on, id limit 200`,
  },
  {
    name: "hours per project",
    scoped: () =>
      `select project_id, sum(hours) as hours from public.time_entries
       group by project_id order by project_id`,
    byHand: (v) =>
      `select project_id, sum(hours) as hours from public.time_entries
       where project_id ${within(v.projectIds)} group by project_id order by project_id`,
  },
  {
    name: "one project's summary",
    scoped: (v) => `select * from public.project_summaries where id ${one(v)}`,
    byHand: (v) => portfolioByHand(one(v)),
  },
  {
    name: "all summaries",
    scoped: () => "select * from public.project_summaries order by name, id",
    byHand: (v) => `${portfolioByHand(within(v.projectIds))} order by name, id`,
  },
  {
    name: "get_portfolio",
    scoped: () => "select public.get_portfolio()",
    byHand: (v) =>
      `select bench.get_portfolio(${list(v.projectIds)}, ${list(v.accountIds)},
         ${list(v.clientIds)}) as get_portfolio`,
  },
  {
    name: "get_spine",
    scoped: () => "select public.get_spine()",
    byHand: (v) => `select bench.get_spine(${list(v.projectIds)}, '${v.personId}') as get_spine`,
  },
];
