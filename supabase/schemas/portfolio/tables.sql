-- The work of an agency: clients have accounts, accounts have projects, projects have people, tasks and hours.
-- Actual hours are always the sum of time entries; no table stores a total. Every foreign key contains
-- organization_id, so the id of another organization violates a constraint, even if the code forgets a check.

create type public.project_status as enum ('planned', 'active', 'on_hold', 'completed', 'cancelled');
create type public.task_status as enum ('open', 'in_progress', 'blocked', 'done', 'cancelled');
create type public.project_health as enum ('on_track', 'at_risk', 'off_track');
create type public.timeline_kind as enum (
  'status_update', 'classification', 'project_changed', 'tasks_completed', 'tasks_started', 'hours');
comment on type public.timeline_kind is 'The kinds of entry in a timeline, in their order within a day.';

create table public.clients (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  name text not null,
  website text,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint clients_organization_id_id_key unique (organization_id, id),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint website_is_a_web_address check (website ~ '^https?://[^\s/]+' and char_length(website) <= 500),
  constraint note_is_not_blank check (btrim(note) <> '' and char_length(note) <= 4000)
);
comment on table public.clients is 'Customer organizations.';
create unique index clients_organization_id_name_key
  on public.clients (organization_id, lower(name)) where archived_at is null;
-- The names and web addresses that candidates_of_items looks for.
create index clients_organization_id_search_name_idx
  on public.clients (organization_id, private.search_name(name)) where archived_at is null;
create index clients_organization_id_web_domain_idx
  on public.clients (organization_id, private.web_domain(website)) where archived_at is null;

-- The client's id comes first, because the embedded Data API joins by the first column of a constraint.
alter table public.people
  add constraint people_client_fkey foreign key (client_id, organization_id)
    references public.clients (id, organization_id) on delete restrict;

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  client_id uuid not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint accounts_organization_id_id_key unique (organization_id, id),
  constraint accounts_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200)
);
comment on table public.accounts is 'A line of business with a client; projects belong to it.';
create unique index accounts_client_id_name_key
  on public.accounts (client_id, lower(name)) where archived_at is null;
create index accounts_organization_id_client_id_idx on public.accounts (organization_id, client_id);

create table public.projects (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  account_id uuid not null,
  code text,
  name text not null,
  summary text,
  status public.project_status not null default 'planned',
  lead_id uuid,
  starts_on date,
  due_on date,
  budget_hours numeric(10, 2),
  budget_amount numeric(14, 2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint projects_organization_id_id_key unique (organization_id, id),
  constraint projects_account_fkey foreign key (organization_id, account_id)
    references public.accounts (organization_id, id) on delete restrict,
  constraint projects_lead_fkey foreign key (organization_id, lead_id)
    references public.people (organization_id, id) on delete restrict,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint code_is_not_blank check (btrim(code) <> '' and char_length(code) <= 60),
  constraint due_after_start check (due_on >= starts_on),
  -- Excludes NaN, which is above every number, and infinity, which is a date: neither is valid JSON.
  constraint budget_is_a_number check (
    budget_hours between 0 and 99999999.99 and budget_amount between 0 and 999999999999.99),
  constraint days_are_days check (
    starts_on between '0001-01-01' and '9999-12-31' and due_on between '0001-01-01' and '9999-12-31')
);
comment on table public.projects is 'Work with a beginning and an end, for one account.';
comment on column public.projects.code is 'Short name in imports and outside systems, unique in the organization.';
comment on column public.projects.lead_id is 'The person who is responsible for the project.';
comment on column public.projects.budget_hours is 'Hours sold or planned; null if unknown.';
comment on column public.projects.budget_amount is 'Money sold or planned, in the organization''s currency.';
create unique index projects_organization_id_code_key
  on public.projects (organization_id, code) where code is not null;
-- The names and codes that candidates_of_items looks for in titles.
create index projects_organization_id_search_name_idx
  on public.projects (organization_id, private.search_name(name)) where archived_at is null;
create index projects_organization_id_search_code_idx
  on public.projects (organization_id, private.search_name(code)) where archived_at is null and code is not null;
create index projects_organization_id_account_id_idx on public.projects (organization_id, account_id);
create index projects_organization_id_lead_id_idx on public.projects (organization_id, lead_id);
create index projects_account_id_idx on public.projects (account_id);
-- projects_of_client reads the projects of an account in this order.
create index projects_organization_id_account_id_ended_idx
  on public.projects (organization_id, account_id, (status in ('completed', 'cancelled')), id) where archived_at is null;
-- Trigrams of names and codes, for find_rows.
create index projects_name_trigrams_idx on public.projects
  using gin (private.search_name(name || coalesce(' ' || code, '')) extensions.gin_trgm_ops) where archived_at is null;

create table public.project_members (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (project_id, person_id),
  constraint project_members_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete cascade,
  constraint project_members_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade
);
comment on table public.project_members is 'Memberships: a member sees the projects that they are a member of.';
create index project_members_organization_id_project_id_idx
  on public.project_members (organization_id, project_id);
create index project_members_organization_id_person_id_idx
  on public.project_members (organization_id, person_id);
-- Every statement looks up scope by person; the second column avoids reading the table.
create index project_members_person_id_project_id_idx on public.project_members (person_id, project_id);

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  external_key text,
  title text not null,
  description text,
  status public.task_status not null default 'open',
  category text,
  subcategory text,
  priority smallint,
  assignee_id uuid,
  estimate_hours numeric(10, 2),
  estimated_on date,
  started_on date,
  due_on date,
  completed_on date,
  labels text[] not null default '{}',
  parent_id uuid,
  managed_by text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  hidden_at timestamptz,
  constraint tasks_project_id_id_key unique (organization_id, project_id, id),
  constraint tasks_parent_fkey foreign key (organization_id, project_id, parent_id)
    references public.tasks (organization_id, project_id, id) on delete restrict,
  constraint task_is_not_its_parent check (parent_id <> id),
  constraint labels_are_few_and_visible check (private.are_labels(labels)),
  constraint managed_by_is_a_provider check (managed_by ~ '^[a-z][a-z0-9_]{1,39}$'),
  constraint tasks_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint tasks_assignee_fkey foreign key (organization_id, assignee_id)
    references public.people (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 500),
  constraint description_is_not_blank check (btrim(description) <> '' and char_length(description) <= 20000),
  constraint estimate_is_a_number check (estimate_hours between 0 and 99999999.99),
  constraint days_are_days check (
    estimated_on between '0001-01-01' and '9999-12-31'
    and started_on between '0001-01-01' and '9999-12-31'
    and due_on between '0001-01-01' and '9999-12-31'
    and completed_on between '0001-01-01' and '9999-12-31')
);
comment on table public.tasks is 'Work items of a project.';
comment on column public.tasks.external_key is 'Key in the system or file the task came from, unique in the project.';
comment on column public.tasks.priority is 'In the scale of its source; lower is more urgent.';
comment on column public.tasks.parent_id is 'The task that this is a part of; a subtask has no subtasks.';
comment on column public.tasks.hidden_at is
  'When the vendor stopped showing the task; its removal may wait for a card. Neither members nor leads can read such a task.';
comment on column public.tasks.managed_by is
  'Provider that owns the task''s fields, which change only there; null for a task of this service.';
create unique index tasks_project_id_external_key_key
  on public.tasks (project_id, external_key) where external_key is not null;
-- Covers everything that a portfolio counts and sums, and hidden_at for the policy, so that it does not read the table.
create index tasks_project_id_status_idx on public.tasks (project_id, status)
  include (estimate_hours, completed_on, archived_at, hidden_at);
-- The open tasks of a project, most urgent first: blocked ones, then by due date. Covers every count and verification
-- of tasks, so that neither health nor the spine reads the table.
create index tasks_project_id_open_idx on public.tasks (project_id, (status <> 'blocked'), due_on, priority, id)
  include (status, assignee_id, estimated_on, started_on, hidden_at)
  where status in ('open', 'in_progress', 'blocked') and archived_at is null;
-- A timeline reads this index day by day.
create index tasks_project_id_completed_on_idx on public.tasks (project_id, completed_on)
  include (hidden_at)
  where status = 'done' and archived_at is null;
create index tasks_project_id_started_on_idx on public.tasks (project_id, started_on)
  include (hidden_at)
  where archived_at is null;
create index tasks_project_id_updated_at_idx on public.tasks (project_id, updated_at desc);
create index tasks_organization_id_assignee_id_idx on public.tasks (organization_id, assignee_id);
create index tasks_hidden_idx on public.tasks (organization_id) where hidden_at is not null;
create index tasks_parent_idx on public.tasks (organization_id, project_id, parent_id);
-- The subtasks of a page of tasks are counted by their parent alone.
create index tasks_parent_id_idx on public.tasks (parent_id) where parent_id is not null;
-- The open tasks of a person by due date, and the list of all tasks by due date.
create index tasks_assignee_id_due_on_idx on public.tasks (assignee_id, due_on, id)
  where status in ('open', 'in_progress', 'blocked') and archived_at is null;
create index tasks_organization_id_due_on_idx
  on public.tasks (organization_id, coalesce(due_on, 'infinity'::date), id) where archived_at is null;
-- Trigrams of titles, for find_rows.
create index tasks_title_trigrams_idx on public.tasks using gin (private.search_name(title) extensions.gin_trgm_ops)
  where archived_at is null;

create table public.time_entries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  task_id uuid,
  person_id uuid not null,
  spent_on date not null,
  hours numeric(8, 2) not null,
  note text,
  external_key text,
  managed_by text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint managed_by_is_a_provider check (managed_by ~ '^[a-z][a-z0-9_]{1,39}$'),
  constraint time_entries_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint time_entries_task_fkey foreign key (organization_id, project_id, task_id)
    references public.tasks (organization_id, project_id, id) on delete restrict,
  constraint time_entries_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint hours_are_positive check (hours > 0 and hours <= 999999.99),
  constraint spent_on_is_a_day check (spent_on between '0001-01-01' and '9999-12-31')
);
comment on table public.time_entries is 'Hours that a person spent on a project. Actual hours are always their sum.';
comment on column public.time_entries.external_key is 'Key in the system or file the entry came from, unique in the project.';
comment on column public.time_entries.managed_by is
  'Provider that owns the entry, which changes only there; null for an entry of this service.';
create unique index time_entries_project_id_external_key_key
  on public.time_entries (project_id, external_key) where external_key is not null;
-- Covers the sums of hours and the search for tasks with recent hours, so that neither reads the table.
create index time_entries_project_id_spent_on_idx
  on public.time_entries (project_id, spent_on) include (hours, task_id);
create index time_entries_task_idx on public.time_entries (organization_id, project_id, task_id);
-- The query for the hours of a page of tasks filters by task alone.
create index time_entries_task_id_idx on public.time_entries (task_id);
create index time_entries_organization_id_person_id_idx
  on public.time_entries (organization_id, person_id);
-- A timesheet reads this index.
create index time_entries_person_id_spent_on_idx on public.time_entries (person_id, spent_on);

create table public.status_updates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  author_id uuid not null,
  health public.project_health not null,
  summary text not null,
  risks text,
  next_steps text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  corrected_at timestamptz,
  constraint status_updates_project_id_id_key unique (organization_id, project_id, id),
  constraint status_updates_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint status_updates_author_fkey foreign key (organization_id, author_id)
    references public.people (organization_id, id) on delete restrict,
  constraint summary_is_present check (btrim(summary) <> '' and char_length(summary) <= 4000),
  constraint risks_are_present check (btrim(risks) <> '' and char_length(risks) <= 4000),
  constraint next_steps_are_present check (btrim(next_steps) <> '' and char_length(next_steps) <= 4000),
  constraint first_version_is_uncorrected check (version >= 1 and (version = 1) = (corrected_at is null))
);
comment on table public.status_updates is 'Reports on a project''s health by people who are responsible for it. The newest one counts.';
comment on column public.status_updates.corrected_at is
  'When its author last corrected it; created_at is when it was posted, and orders status updates.';
create index status_updates_project_id_created_at_idx
  on public.status_updates (project_id, created_at desc);
create index status_updates_organization_id_project_id_idx
  on public.status_updates (organization_id, project_id);
create index status_updates_organization_id_author_id_idx
  on public.status_updates (organization_id, author_id);

create table public.status_update_versions (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  status_update_id uuid not null,
  version integer not null,
  health public.project_health not null,
  summary text not null,
  risks text,
  next_steps text,
  written_at timestamptz not null,
  constraint status_update_versions_pkey primary key (status_update_id, version),
  constraint status_update_versions_status_update_fkey foreign key (organization_id, project_id, status_update_id)
    references public.status_updates (organization_id, project_id, id) on delete restrict
);
comment on table public.status_update_versions is
  'The earlier texts of corrected status updates; status_updates has the current text.';
create index status_update_versions_status_update_idx
  on public.status_update_versions (organization_id, project_id, status_update_id);
create index status_update_versions_project_id_idx on public.status_update_versions (project_id);

create trigger tg_status_update_versions__refuse_change before update or delete on public.status_update_versions
  for each row execute function private.tg_refuse_change();
create trigger tg_status_update_versions__refuse_truncate before truncate on public.status_update_versions
  for each statement execute function private.tg_refuse_change();
alter table public.status_update_versions enable always trigger tg_status_update_versions__refuse_change;
alter table public.status_update_versions enable always trigger tg_status_update_versions__refuse_truncate;

create trigger tg_clients__count_version before update on public.clients
  for each row execute function private.tg_count_version();
create trigger tg_accounts__count_version before update on public.accounts
  for each row execute function private.tg_count_version();
create trigger tg_projects__count_version before update on public.projects
  for each row execute function private.tg_count_version();
create trigger tg_tasks__count_version before update on public.tasks
  for each row execute function private.tg_count_version();
create trigger tg_time_entries__count_version before update on public.time_entries
  for each row execute function private.tg_count_version();
