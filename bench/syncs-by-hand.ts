/** The opponent: for each page one `insert … on conflict` that a careful developer would write for these records. */
import type { SyncRecord } from "../supabase/functions/_integrations/sync-port.ts";

export type StreamName = "tasks" | "hours";

const STATES = ["to do", "in progress", "complete", "blocked"];
const STAFF = { first: 7, count: 34 };
/** Tasks of each mapped project have these titles, with a number from 1. */
export const TASK_TITLE = "Work";
const NAMED_TASKS = 80;

/** The parameters are the records, the organization and the stream. */
export const HAND_WRITTEN: Record<StreamName, string> = {
  tasks: `
    insert into public.tasks (
      organization_id, project_id, external_key, managed_by, title, description, status, assignee_id, estimate_hours,
      estimated_on, due_on, labels)
    select
      $2::uuid, scopes.project_id, 'clickup:' || record."externalId", 'clickup', record.data ->> 'title',
      record.data ->> 'description',
      (case record.data ->> 'status'
        when 'complete' then 'done' when 'in progress' then 'in_progress' when 'blocked' then 'blocked'
        else 'open' end)::public.task_status,
      people.id, (record.data ->> 'estimate_hours')::numeric, (select private.organization_today($2::uuid)),
      (record.data ->> 'due_on')::date, array(select jsonb_array_elements_text(record.data -> 'labels'))
    from jsonb_to_recordset($1::text::jsonb) as record ("externalId" text, data jsonb)
    join public.sync_scopes as scopes
      on scopes.organization_id = $2::uuid and scopes.stream_id = $3::uuid
     and scopes.external_id = record.data ->> 'list_id'
    left join public.people
      on people.organization_id = $2::uuid and people.email = record.data ->> 'assignee_email'
     and people.archived_at is null
    on conflict (project_id, external_key) where external_key is not null do update
    set title = excluded.title, description = excluded.description, status = excluded.status,
        assignee_id = excluded.assignee_id, estimate_hours = excluded.estimate_hours, due_on = excluded.due_on,
        archived_at = null`,
  hours: `
    insert into public.time_entries (
      organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key, managed_by)
    select
      $2::uuid, scopes.project_id, tasks.id, people.id, (record.data ->> 'spent_on')::date,
      (record.data ->> 'hours')::numeric, coalesce(record.data ->> 'note', record.data ->> 'task_name'),
      'harvest:' || record."externalId", 'harvest'
    from jsonb_to_recordset($1::text::jsonb) as record ("externalId" text, data jsonb)
    join public.sync_scopes as scopes
      on scopes.organization_id = $2::uuid and scopes.stream_id = $3::uuid
     and scopes.external_id = record.data ->> 'project_external_id'
    join public.people
      on people.organization_id = $2::uuid and people.email = record.data ->> 'person_email'
     and people.archived_at is null
    left join public.tasks
      on tasks.project_id = scopes.project_id and tasks.archived_at is null
     and lower(tasks.title) = lower(record.data ->> 'task_name')
    on conflict (project_id, external_key) where external_key is not null do update
    set task_id = excluded.task_id, person_id = excluded.person_id, spent_on = excluded.spent_on,
        hours = excluded.hours, note = excluded.note`,
};

/** How many rows a provider manages, and a hash of all that a vendor determines. */
export const ROWS: Record<StreamName, string> = {
  tasks: rowsOf("public.tasks"),
  hours: rowsOf("public.time_entries"),
};

function rowsOf(table: string): string {
  return `
    select json_build_object('count', count(*), 'hash', md5(string_agg(
      (to_jsonb(stored) - '{id,version,created_at,updated_at}'::text[])::text, '' order by external_key)))::text as rows
    from ${table} as stored where managed_by = $1`;
}

/** Records of `organization` in the lists L1 to L`lists`. */
export function recordsOf(
  stream: StreamName,
  organization: string,
  count: number,
  lists: number,
): SyncRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    externalId: String(index + 1),
    version: "2026-10-01T10:00:00.000000Z",
    isDeleted: false,
    filteredBecause: null,
    data: stream === "tasks" ? task(index, organization, lists) : hours(index, organization, lists),
  }));
}

const emailOf = (index: number, organization: string) =>
  `p${STAFF.first + (index % STAFF.count)}@${organization}.test`;

const dayOf = (index: number) =>
  new Date(Date.UTC(2026, 0, 1 + (index % 300))).toISOString().slice(0, 10);

function task(index: number, organization: string, lists: number): Record<string, unknown> {
  const status = STATES[index % STATES.length];
  return {
    list_id: `L${1 + (index % lists)}`,
    title: `Part ${index} of the relaunch`,
    description: `Page ${index % 50} as it is drawn, with the texts of the client and the pictures of the shooting.`,
    status,
    is_closed: status === "complete",
    due_on: dayOf(index),
    estimate_hours: 0.5 + (index % 40),
    assignee_email: emailOf(index, organization),
    assignee_name: "Person",
    labels: index % 3 ? [] : ["design"],
    url: `https://tracker.example/t/${index}`,
    parent_external_id: null,
  };
}

function hours(index: number, organization: string, lists: number): Record<string, unknown> {
  return {
    project_external_id: `L${1 + (index % lists)}`,
    task_name: `${TASK_TITLE} ${1 + (Math.floor(index / lists) % NAMED_TASKS)}`,
    person_email: emailOf(index, organization),
    person_name: "Person",
    spent_on: dayOf(index),
    hours: 0.25 + (index % 30) * 0.25,
    note: index % 2 ? `Texts of page ${index % 50}` : null,
    is_billable: true,
  };
}
