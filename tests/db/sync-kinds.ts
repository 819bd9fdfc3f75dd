/** The kinds of streams that random histories and killed workers are tested with. */
import type { SyncStream } from "../../supabase/functions/_domain/syncs/records.ts";

export interface SyncKind {
  stream: SyncStream;
  provider: string;
  job: string;
  /** The fields that the vendor lists for a record of this list with this title; a bad one cannot be stored. */
  data(record: { list: string; title: string; isBad: boolean }): Record<string, unknown>;
  /** Our rows as `id`, `title` and `project`, in the order of their ids. */
  rows: string;
}

export const syncKinds: SyncKind[] = [
  {
    stream: "tasks",
    provider: "clickup",
    job: "task_sync",
    data: ({ list, title, isBad }) => ({
      list_id: list,
      title: isBad ? " " : title,
      status: "open",
      is_closed: false,
      labels: [],
    }),
    rows: `
      select substr(external_key, 9) as id, title, projects.name as project
      from public.tasks join public.projects on projects.id = tasks.project_id
      where managed_by = 'clickup' and tasks.archived_at is null order by 1`,
  },
  {
    stream: "hours",
    provider: "harvest",
    job: "time_tracking_sync",
    data: ({ list, title, isBad }) => ({
      project_external_id: list,
      task_name: null,
      person_email: "ada@north.test",
      spent_on: isBad ? "2026-02-30" : "2026-02-03",
      hours: 1.5,
      note: title,
    }),
    rows: `
      select substr(external_key, 9) as id, note as title, projects.name as project
      from public.time_entries join public.projects on projects.id = time_entries.project_id
      where managed_by = 'harvest' order by 1`,
  },
];
