-- Receipts of portfolio imports: what a run saw, what it did with each line, and why.

create type public.import_mode as enum ('dry_run', 'apply');
create type public.import_status as enum ('pending', 'running', 'succeeded', 'failed');
create type public.import_disposition as enum ('create', 'update', 'unchanged', 'skipped');
create type public.import_entity as enum ('client', 'account', 'person', 'project', 'task', 'time_entry', 'person_rate', 'project_rate');
create type public.import_change as enum ('created', 'updated');

create table public.portfolio_import_runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  requested_by uuid not null,
  mode public.import_mode not null,
  status public.import_status not null,
  file_name text not null,
  file_sha256 text not null,
  parser_version text not null,
  mapping jsonb not null,
  plan_hash text,
  counts jsonb,
  validation jsonb,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  applied_at timestamptz,
  undone_at timestamptz,
  undone_by uuid,
  constraint portfolio_import_runs_organization_id_id_key unique (organization_id, id),
  constraint portfolio_import_runs_requested_by_fkey foreign key (organization_id, requested_by)
    references public.people (organization_id, id) on delete restrict,
  constraint portfolio_import_runs_undone_by_fkey foreign key (organization_id, undone_by)
    references public.people (organization_id, id) on delete restrict,
  constraint file_name_is_short check (char_length(file_name) between 1 and 200),
  constraint parser_version_is_short check (char_length(parser_version) <= 50),
  constraint mapping_is_small check (octet_length(mapping::text) <= 100000),
  constraint file_sha256_is_hex check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint succeeded_run_has_plan check (status <> 'succeeded' or (plan_hash is not null and counts is not null)),
  constraint only_failed_run_has_error check ((status = 'failed') = (error is not null)),
  constraint ended_run_has_end check ((status in ('succeeded', 'failed')) = (finished_at is not null)),
  constraint applied_run_has_succeeded check (applied_at is null or (mode = 'apply' and status = 'succeeded')),
  constraint undone_run_was_applied check (undone_at is null or applied_at is not null),
  constraint undone_run_has_person check ((undone_at is null) = (undone_by is null))
);
comment on table public.portfolio_import_runs is 'One row per import, dry runs included.';
comment on column public.portfolio_import_runs.counts is
  '{ rows, clients, accounts, projects, people, tasks, time_entries, rates, memberships }, each { create, update, unchanged, skipped }.';
comment on column public.portfolio_import_runs.validation is
  '{ problem_count, problems: [{ line, field, message }] }, the first 200 problems.';
comment on column public.portfolio_import_runs.plan_hash is
  'SHA-256 over the rows, the mapping, what they resolve to, and the disposition and changes of every line: apply may require the plan that a person saw.';
comment on column public.portfolio_import_runs.applied_at is
  'Transaction time of the apply, which is also that of every row it wrote. Null in runs from before changes were recorded.';
comment on column public.portfolio_import_runs.undone_at is 'Transaction time of the undo.';
create index portfolio_import_runs_organization_id_created_at_idx
  on public.portfolio_import_runs (organization_id, created_at desc);
create index portfolio_import_runs_requested_by_idx
  on public.portfolio_import_runs (organization_id, requested_by);
create index portfolio_import_runs_undone_by_idx
  on public.portfolio_import_runs (organization_id, undone_by);

create table public.portfolio_import_rows (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  run_id uuid not null,
  line integer not null,
  disposition public.import_disposition not null,
  project_code text,
  task_key text,
  reason text,
  changes jsonb,
  primary key (run_id, line),
  constraint portfolio_import_rows_run_fkey foreign key (organization_id, run_id)
    references public.portfolio_import_runs (organization_id, id) on delete cascade,
  constraint skipped_row_has_reason check ((disposition = 'skipped') = (reason is not null)),
  constraint line_is_positive check (line > 0)
);
comment on table public.portfolio_import_rows is 'The result of a run, or of its dry run, for each line of the file.';
comment on column public.portfolio_import_rows.line is 'Line number in the file, the header being line 1.';
comment on column public.portfolio_import_rows.changes is
  '{ "<entity>.<column>": { from, to } } of an update; null otherwise.';
create index portfolio_import_rows_organization_id_run_id_idx
  on public.portfolio_import_rows (organization_id, run_id);
create index portfolio_import_rows_run_id_disposition_idx
  on public.portfolio_import_rows (run_id, disposition, line);

create table public.portfolio_import_changes (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  run_id uuid not null,
  entity public.import_entity not null,
  entity_id uuid not null,
  change public.import_change not null,
  changes jsonb,
  primary key (run_id, entity_id),
  constraint portfolio_import_changes_run_fkey foreign key (organization_id, run_id)
    references public.portfolio_import_runs (organization_id, id) on delete cascade,
  constraint updated_row_has_changes check ((change = 'updated') = (changes is not null))
);
comment on table public.portfolio_import_changes is 'The rows that an import created or changed, so that it can be undone.';
comment on column public.portfolio_import_changes.entity_id is
  'Id of the row. No foreign key: undoing the run deletes the row, and this record stays.';
comment on column public.portfolio_import_changes.changes is '{ "<column>": { from, to } } of an update; null otherwise.';
create index portfolio_import_changes_organization_id_run_id_idx
  on public.portfolio_import_changes (organization_id, run_id);
create index portfolio_import_changes_entity_id_idx on public.portfolio_import_changes (entity_id);

create table public.portfolio_import_memberships (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  run_id uuid not null,
  project_id uuid not null,
  person_id uuid not null,
  project_name text not null,
  person_name text not null,
  primary key (run_id, project_id, person_id),
  constraint portfolio_import_memberships_run_fkey foreign key (organization_id, run_id)
    references public.portfolio_import_runs (organization_id, id) on delete cascade
);
comment on table public.portfolio_import_memberships is
  'The projects that people see through an import, or would see: for the preview and for the undo.';
comment on column public.portfolio_import_memberships.project_id is
  'No foreign key: in a dry run a new project does not exist, and undoing deletes it.';
comment on column public.portfolio_import_memberships.person_id is 'No foreign key, as for the project.';
create index portfolio_import_memberships_organization_id_run_id_idx
  on public.portfolio_import_memberships (organization_id, run_id);

create table public.import_mappings (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  name text not null,
  mapping jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_mappings_created_by_fkey foreign key (organization_id, created_by)
    references public.people (organization_id, id) on delete restrict,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 100),
  constraint mapping_is_usable check (private.is_import_mapping(mapping)),
  constraint mapping_is_small check (octet_length(mapping::text) <= 100000)
);
comment on table public.import_mappings is 'Mappings that people save for the files they import again and again.';
comment on column public.import_mappings.mapping is 'As portfolio_import_runs.mapping: { fields, date_format, memberships }.';
create unique index import_mappings_organization_id_name_key
  on public.import_mappings (organization_id, lower(name));
create index import_mappings_created_by_idx on public.import_mappings (organization_id, created_by);

create trigger tg_import_mappings__touch before update on public.import_mappings
  for each row execute function private.tg_touch();
