-- The schema files in the order in which they load.
set check_function_bodies = off;

-- platform/privileges.sql

-- Nothing is granted by default: every table, column and function states its own grants beside itself.
-- The first migration runs the same lines, so that no later object is ever born open.
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- platform/extensions.sql

-- The directory is the complete desired state: an extension that is not declared here would be dropped.
create extension if not exists pgcrypto with schema extensions;

-- platform/schemas.sql

-- Two schemas only. `public` is what a signed-in caller may touch, through RLS or RPC.
-- `private` holds the definers and everything internal; the Data API never exposes it.
create schema if not exists private;

comment on schema private is
  'Definer functions and internals. Never in the exposed schemas of the Data API.';

-- Policies run as the caller and name helpers in `private`, so callers need to reach the schema;
-- what they may execute in it is granted function by function.
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- platform/triggers.sql

-- Trigger functions that tables of several domains share.

create or replace function private.tg_touch()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.tg_touch() is 'Keeps updated_at.';

create or replace function private.tg_count_version()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.tg_count_version() is
  'Counts versions, so that an update can name the version it saw.';

create or replace function private.tg_refuse_change()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'OPSTA',
    message = format('%I is append-only', tg_table_name),
    hint = 'append_only';
end;
$$;

comment on function private.tg_refuse_change() is
  'Holds a table append-only, for its owner too. Raises OPSTA.';

revoke execute on function private.tg_touch() from public;
revoke execute on function private.tg_count_version() from public;
revoke execute on function private.tg_refuse_change() from public;

-- identity/tables.sql

-- Who exists. A user (auth.users) proves an identity; a person belongs to an organization and has a
-- role there. Role and membership are read from here on every statement, never from a token.

create type public.person_role as enum ('admin', 'lead', 'member', 'client');
comment on type public.person_role is
  'admin and lead see the whole organization; member their projects; client only what is curated for them.';

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email_domain text not null,
  currency text not null default 'EUR',
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint email_domain_is_normalized check (email_domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  constraint currency_is_iso_4217 check (currency ~ '^[A-Z]{3}$')
);
comment on table public.organizations is 'A tenant: one agency or consultancy.';
comment on column public.organizations.email_domain is 'Domain of the organization''s own mail addresses, lower case.';
comment on column public.organizations.currency is 'ISO 4217 code of every amount of money in the organization.';
comment on column public.organizations.time_zone is 'IANA zone in which the organization counts its days.';

create table public.people (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  user_id uuid unique references auth.users (id) on delete set null,
  email text,
  name text not null,
  role public.person_role not null,
  is_employee boolean not null,
  is_prompt_owner boolean not null default false,
  client_id uuid,
  external_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint people_organization_id_id_key unique (organization_id, id),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200),
  constraint email_is_normalized check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+$'),
  constraint only_client_role_has_client check ((role = 'client') = (client_id is not null)),
  constraint client_role_is_no_employee check (role <> 'client' or not is_employee),
  constraint prompt_owner_may_decide check (not is_prompt_owner or role in ('admin', 'lead')),
  constraint archived_person_cannot_sign_in check (archived_at is null or user_id is null)
);
comment on table public.people is
  'One row per person. Without user_id they cannot sign in: invited but not yet here, imported, or offboarded.';
comment on column public.people.external_key is 'The person''s key in imported files, unique in the organization.';
comment on column public.people.is_prompt_owner is 'May decide prompt-owned approvals and move the live prompt.';

create unique index people_organization_id_email_key
  on public.people (organization_id, email) where archived_at is null;
create unique index people_organization_id_external_key_key
  on public.people (organization_id, external_key) where external_key is not null;
create index people_organization_id_client_id_idx on public.people (organization_id, client_id);

create trigger tg_organizations__touch before update on public.organizations
  for each row execute function private.tg_touch();
create trigger tg_people__touch before update on public.people
  for each row execute function private.tg_touch();

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  person_id uuid not null,
  email text not null,
  token_hash bytea not null unique,
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint invitations_invited_by_fkey foreign key (organization_id, invited_by)
    references public.people (organization_id, id) on delete restrict,
  constraint email_is_normalized check (email = lower(btrim(email))),
  constraint expires_after_creation check (expires_at > created_at),
  constraint accepted_or_revoked check (accepted_at is null or revoked_at is null)
);
comment on table public.invitations is
  'The only way for a user to become a person: single use, expiring, bound to a verified address.';
comment on column public.invitations.token_hash is
  'SHA-256 of the token; the token itself is answered once and kept nowhere. No role may read this column.';

create unique index invitations_person_id_open_key
  on public.invitations (person_id) where accepted_at is null and revoked_at is null;
create index invitations_organization_id_person_id_idx on public.invitations (organization_id, person_id);
create index invitations_organization_id_invited_by_idx on public.invitations (organization_id, invited_by);

-- portfolio/import_tables.sql

-- Receipts of portfolio imports: what a run saw, what it did with each line, and why.

create type public.import_mode as enum ('dry_run', 'apply');
create type public.import_status as enum ('pending', 'running', 'succeeded', 'failed');
create type public.import_disposition as enum ('create', 'update', 'unchanged', 'skipped');

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
  constraint portfolio_import_runs_organization_id_id_key unique (organization_id, id),
  constraint portfolio_import_runs_requested_by_fkey foreign key (organization_id, requested_by)
    references public.people (organization_id, id) on delete restrict,
  constraint file_name_is_short check (char_length(file_name) between 1 and 200),
  constraint parser_version_is_short check (char_length(parser_version) <= 50),
  constraint mapping_is_small check (octet_length(mapping::text) <= 100000),
  constraint file_sha256_is_hex check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint succeeded_run_has_plan check (status <> 'succeeded' or (plan_hash is not null and counts is not null)),
  constraint only_failed_run_has_error check ((status = 'failed') = (error is not null)),
  constraint ended_run_has_end check ((status in ('succeeded', 'failed')) = (finished_at is not null))
);
comment on table public.portfolio_import_runs is 'One row per import, dry runs included.';
comment on column public.portfolio_import_runs.counts is
  '{ rows, clients, accounts, projects, people, tasks, time_entries }, each { create, update, unchanged, skipped }.';
comment on column public.portfolio_import_runs.validation is
  '{ problem_count, problems: [{ line, field, message }] }, the first 200 problems.';
comment on column public.portfolio_import_runs.plan_hash is
  'SHA-256 over the rows, the mapping, what they resolve to, and the disposition and changes of every line: apply may demand the plan that a person saw.';
create index portfolio_import_runs_organization_id_created_at_idx
  on public.portfolio_import_runs (organization_id, created_at desc);
create index portfolio_import_runs_requested_by_idx
  on public.portfolio_import_runs (organization_id, requested_by);

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
comment on table public.portfolio_import_rows is 'What a run did, or would do, with each line of the file.';
comment on column public.portfolio_import_rows.line is 'Line number in the file, the header being line 1.';
comment on column public.portfolio_import_rows.changes is
  '{ "<entity>.<column>": { from, to } } of an update; null otherwise.';
create index portfolio_import_rows_organization_id_run_id_idx
  on public.portfolio_import_rows (organization_id, run_id);
create index portfolio_import_rows_run_id_disposition_idx
  on public.portfolio_import_rows (run_id, disposition, line);

-- portfolio/tables.sql

-- What an agency works on: clients have accounts, accounts have projects, projects have people, tasks
-- and hours. Actual hours are always the sum of time entries; no table stores a total.
-- Every foreign key carries organization_id, so a foreign id fails in a constraint, whatever code forgot.

create type public.project_status as enum ('planned', 'active', 'on_hold', 'completed', 'cancelled');
create type public.task_status as enum ('open', 'in_progress', 'blocked', 'done', 'cancelled');
create type public.project_health as enum ('on_track', 'at_risk', 'off_track');

create table public.clients (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint clients_organization_id_id_key unique (organization_id, id),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200)
);
comment on table public.clients is 'Customer organizations.';
create unique index clients_organization_id_name_key
  on public.clients (organization_id, lower(name)) where archived_at is null;

alter table public.people
  add constraint people_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict;

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
  constraint code_is_present check (btrim(code) <> '' and char_length(code) <= 60),
  constraint due_after_start check (due_on >= starts_on),
  -- NaN is above every number and infinity is a date: both would break whoever reads JSON.
  constraint budget_is_a_number check (
    budget_hours between 0 and 99999999.99 and budget_amount between 0 and 999999999999.99),
  constraint days_are_days check (
    starts_on between '0001-01-01' and '9999-12-31' and due_on between '0001-01-01' and '9999-12-31')
);
comment on table public.projects is 'Work with a beginning and an end, for one account.';
comment on column public.projects.code is 'Short name in imports and outside systems, unique in the organization.';
comment on column public.projects.lead_id is 'The person who answers for the project.';
comment on column public.projects.budget_hours is 'Hours sold or planned; null when nobody said.';
comment on column public.projects.budget_amount is 'Money sold or planned, in the organization''s currency.';
create unique index projects_organization_id_code_key
  on public.projects (organization_id, code) where code is not null;
create index projects_organization_id_account_id_idx on public.projects (organization_id, account_id);
create index projects_organization_id_lead_id_idx on public.projects (organization_id, lead_id);
create index projects_account_id_idx on public.projects (account_id);

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
comment on table public.project_members is 'Membership: what makes a project visible to a member.';
create index project_members_organization_id_project_id_idx
  on public.project_members (organization_id, project_id);
create index project_members_organization_id_person_id_idx
  on public.project_members (organization_id, person_id);
-- Scope asks by person on every statement; the second column answers without the table.
create index project_members_person_id_project_id_idx on public.project_members (person_id, project_id);

create table public.tasks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  external_key text,
  title text not null,
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint tasks_project_id_id_key unique (organization_id, project_id, id),
  constraint tasks_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint tasks_assignee_fkey foreign key (organization_id, assignee_id)
    references public.people (organization_id, id) on delete restrict,
  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 500),
  constraint estimate_is_a_number check (estimate_hours between 0 and 99999999.99),
  constraint days_are_days check (
    estimated_on between '0001-01-01' and '9999-12-31'
    and started_on between '0001-01-01' and '9999-12-31'
    and due_on between '0001-01-01' and '9999-12-31'
    and completed_on between '0001-01-01' and '9999-12-31')
);
comment on table public.tasks is 'Work items of a project.';
comment on column public.tasks.external_key is 'Key in the system or file the task came from, unique in the project.';
comment on column public.tasks.priority is 'As its source counts; lower is more urgent.';
create unique index tasks_project_id_external_key_key
  on public.tasks (project_id, external_key) where external_key is not null;
-- Holds all that a portfolio counts and sums, so that it reads no task.
create index tasks_project_id_status_idx on public.tasks (project_id, status)
  include (estimate_hours, completed_on, archived_at);
-- The next ones due of a project, in their order.
create index tasks_project_id_due_on_open_idx on public.tasks (project_id, due_on, priority, id)
  where status in ('open', 'in_progress', 'blocked') and archived_at is null;
create index tasks_project_id_updated_at_idx on public.tasks (project_id, updated_at desc);
create index tasks_organization_id_assignee_id_idx on public.tasks (organization_id, assignee_id);

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint time_entries_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint time_entries_task_fkey foreign key (organization_id, project_id, task_id)
    references public.tasks (organization_id, project_id, id) on delete restrict,
  constraint time_entries_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint hours_are_positive check (hours > 0 and hours <= 999999.99),
  constraint spent_on_is_a_day check (spent_on between '0001-01-01' and '9999-12-31')
);
comment on table public.time_entries is 'Hours a person spent on a project. Actual hours are their sum, nowhere else.';
comment on column public.time_entries.external_key is 'Key in the system or file the entry came from, unique in the project.';
create unique index time_entries_project_id_external_key_key
  on public.time_entries (project_id, external_key) where external_key is not null;
create index time_entries_project_id_spent_on_idx
  on public.time_entries (project_id, spent_on) include (hours);
create index time_entries_task_idx on public.time_entries (organization_id, project_id, task_id);
-- The hours of the tasks on a page are asked for by task alone.
create index time_entries_task_id_idx on public.time_entries (task_id);
create index time_entries_organization_id_person_id_idx
  on public.time_entries (organization_id, person_id);

create table public.status_updates (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  project_id uuid not null,
  author_id uuid not null,
  health public.project_health not null,
  summary text not null,
  created_at timestamptz not null default now(),
  constraint status_updates_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint status_updates_author_fkey foreign key (organization_id, author_id)
    references public.people (organization_id, id) on delete restrict,
  constraint summary_is_present check (btrim(summary) <> '' and char_length(summary) <= 4000)
);
comment on table public.status_updates is 'What somebody who answers for a project said about it, and when. The newest one counts.';
create index status_updates_project_id_created_at_idx
  on public.status_updates (project_id, created_at desc);
create index status_updates_organization_id_project_id_idx
  on public.status_updates (organization_id, project_id);
create index status_updates_organization_id_author_id_idx
  on public.status_updates (organization_id, author_id);

create trigger tg_clients__count_version before update on public.clients
  for each row execute function private.tg_count_version();
create trigger tg_accounts__count_version before update on public.accounts
  for each row execute function private.tg_count_version();
create trigger tg_projects__count_version before update on public.projects
  for each row execute function private.tg_count_version();
create trigger tg_tasks__touch before update on public.tasks
  for each row execute function private.tg_touch();
create trigger tg_time_entries__touch before update on public.time_entries
  for each row execute function private.tg_touch();

-- audit/record_audit_event.sql

-- Writes one audit event for the caller of the statement. Called by every command, in its transaction.
create or replace function private.record_audit_event(
  organization_id uuid,
  action text,
  object_type text,
  object_id uuid,
  before jsonb default null,
  after jsonb default null,
  project_id uuid default null,
  acted_as_person_id uuid default null,
  is_restricted boolean default false
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.audit_events (
    organization_id, actor_person_id, actor_user_id, actor_db_role, acted_as_person_id, request_id,
    action, object_type, object_id, project_id, is_restricted, before, after
  ) values (
    record_audit_event.organization_id,
    (select people.id from public.people
     where people.user_id = auth.uid()
       and people.organization_id = record_audit_event.organization_id),
    auth.uid(),
    coalesce(current_setting('role', true), 'none'),
    record_audit_event.acted_as_person_id,
    -- Only a label that joins logs: no rule may depend on a header.
    left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id', 128),
    record_audit_event.action,
    record_audit_event.object_type,
    record_audit_event.object_id,
    record_audit_event.project_id,
    record_audit_event.is_restricted,
    record_audit_event.before,
    record_audit_event.after
  );
end;
$$;

revoke execute on function
  private.record_audit_event(uuid, text, text, uuid, jsonb, jsonb, uuid, uuid, boolean) from public;

-- identity/accept_invitation.sql

-- Links the signed-in user to the invited person: once, in time, and only with the invited address
-- verified by the identity provider. Nobody is ever linked by a matching address alone.
-- Raises OPAUT · OPNFD (unknown, used, revoked or expired token, or another address: all alike)
-- · OPSTA (this user belongs to an organization already).
create or replace function private.accept_invitation(token text)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_user_id uuid := auth.uid();
  v_invitation public.invitations;
begin
  if v_user_id is null then
    raise exception using errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if exists (select 1 from public.people where people.user_id = v_user_id) then
    raise exception using
      errcode = 'OPSTA',
      message = 'You belong to an organization already',
      hint = 'already_member';
  end if;

  update public.invitations
  set accepted_at = now()
  where invitations.token_hash = sha256(convert_to(accept_invitation.token, 'UTF8'))
    and invitations.accepted_at is null
    and invitations.revoked_at is null
    and invitations.expires_at > now()
    and invitations.email = (
      select lower(users.email) from auth.users
      where users.id = v_user_id and users.email_confirmed_at is not null
    )
  returning * into v_invitation;
  if v_invitation.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'This invitation is not valid for your address, was used, or has expired',
      hint = 'invitation_not_found';
  end if;

  update public.people
  set user_id = v_user_id
  where people.id = v_invitation.person_id and people.archived_at is null;
  if not found then
    raise exception using
      errcode = 'OPNFD',
      message = 'This invitation is not valid for your address, was used, or has expired',
      hint = 'invitation_not_found';
  end if;

  perform private.record_audit_event(
    v_invitation.organization_id, 'invitation.accepted', 'person', v_invitation.person_id, null,
    jsonb_build_object('invitation_id', v_invitation.id));
  return private.get_viewer();
end;
$$;

create or replace function public.accept_invitation(token text)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.accept_invitation(token) $$;

revoke execute on function private.accept_invitation(text) from public;
revoke execute on function public.accept_invitation(text) from public;
grant execute on function private.accept_invitation(text) to authenticated;
grant execute on function public.accept_invitation(text) to authenticated;

comment on function public.accept_invitation(text) is
  'Answers what get_viewer answers. Raises OPAUT · OPNFD · OPSTA.';

-- identity/create_first_admin.sql

-- Founds the service: the first organization and its admin. Works exactly once per database, and for
-- its owner alone: no API role may execute it. `npm run first-admin` calls it.
-- Raises OPSTA (an organization exists already) · OPINV (unknown time zone or user).
create or replace function private.create_first_admin(
  organization_name text,
  email_domain text,
  currency text,
  time_zone text,
  admin_email text,
  admin_name text,
  user_id uuid
)
returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_organization_id uuid;
  v_person_id uuid;
begin
  lock table public.organizations in share row exclusive mode;
  if exists (select 1 from public.organizations) then
    raise exception using
      errcode = 'OPSTA',
      message = 'An organization exists already. Its admins invite everyone else',
      hint = 'organization_exists';
  end if;
  if not exists (
    select 1 from pg_catalog.pg_timezone_names where name = create_first_admin.time_zone
  ) then
    raise exception using
      errcode = 'OPINV',
      message = format('%L is not an IANA time zone', create_first_admin.time_zone),
      hint = 'unknown_time_zone';
  end if;
  if not exists (select 1 from auth.users where users.id = create_first_admin.user_id) then
    raise exception using
      errcode = 'OPINV', message = 'There is no such user', hint = 'unknown_user';
  end if;

  insert into public.organizations (name, email_domain, currency, time_zone)
  values (organization_name, create_first_admin.email_domain, create_first_admin.currency,
          create_first_admin.time_zone)
  returning id into v_organization_id;

  insert into public.people (organization_id, user_id, email, name, role, is_employee, is_prompt_owner)
  values (v_organization_id, create_first_admin.user_id, lower(btrim(admin_email)), admin_name,
          'admin', true, true)
  returning id into v_person_id;

  perform private.record_audit_event(
    v_organization_id, 'organization.founded', 'organization', v_organization_id,
    null, jsonb_build_object('admin_person_id', v_person_id));
  return v_person_id;
end;
$$;

revoke execute on function
  private.create_first_admin(text, text, text, text, text, text, uuid) from public;

comment on function private.create_first_admin(text, text, text, text, text, text, uuid) is
  'Creates the first organization with its admin and answers the person''s id. Raises OPSTA · OPINV.';

-- identity/get_viewer.sql

-- Who the caller is, and which projects are theirs. The one thing a client contact may ask of identity.
-- Raises OPAUT (nobody signed in) · OPDEN (no membership).
create or replace function private.get_viewer()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  return jsonb_build_object(
    'viewer', jsonb_build_object(
      'id', v_viewer.id,
      'user_id', v_viewer.user_id,
      'email', v_viewer.email,
      'name', v_viewer.name,
      'role', v_viewer.role,
      'is_prompt_owner', v_viewer.is_prompt_owner,
      'organization', (
        select jsonb_build_object('id', organizations.id, 'name', organizations.name)
        from public.organizations
        where organizations.id = v_viewer.organization_id
      )
    ),
    'project_ids', to_jsonb(private.project_ids_of(v_viewer))
  );
end;
$$;

create or replace function public.get_viewer()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_viewer() $$;

revoke execute on function private.get_viewer() from public;
revoke execute on function public.get_viewer() from public;
grant execute on function private.get_viewer() to authenticated;
grant execute on function public.get_viewer() to authenticated;

comment on function public.get_viewer() is
  'Answers { viewer: { id, user_id, email, name, role, is_prompt_owner, organization }, project_ids }. Raises OPAUT · OPDEN.';

-- identity/guards.sql

-- What commands ask first. Order of answers: 401 not signed in, 403 no membership, 403 role.

create or replace function private.require_viewer()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
begin
  if auth.uid() is null then
    raise exception using
      errcode = 'OPAUT', message = 'Sign in first', hint = 'not_signed_in';
  end if;
  if v_viewer.id is null then
    raise exception using
      errcode = 'OPDEN',
      message = 'You are signed in, but belong to no organization yet. Ask an admin for an invitation',
      hint = 'no_membership';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_viewer() is
  'The person behind the call. Raises OPAUT (nobody signed in) · OPDEN (no membership).';

create or replace function private.require_internal_viewer()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role = 'client' then
    raise exception using
      errcode = 'OPDEN', message = 'Client contacts cannot use this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_internal_viewer() is
  'The admin, lead or member behind the call. Raises OPAUT · OPDEN.';

create or replace function private.require_lead()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN', message = 'Only an admin or a lead can do this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_lead() is
  'The admin or lead behind the call. Raises OPAUT · OPDEN.';

create or replace function private.require_admin()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  if v_viewer.role <> 'admin' then
    raise exception using
      errcode = 'OPDEN', message = 'Only an admin can do this', hint = 'role_not_allowed';
  end if;
  return v_viewer;
end;
$$;
comment on function private.require_admin() is
  'The admin behind the call. Raises OPAUT · OPDEN.';

revoke execute on function private.require_viewer() from public;
revoke execute on function private.require_internal_viewer() from public;
revoke execute on function private.require_lead() from public;
revoke execute on function private.require_admin() from public;

-- identity/invite_person.sql

-- Invites somebody, or invites them anew: an open invitation of the same person is revoked, so that an
-- old link is dead. The token is answered once; only its hash is stored.
-- Raises OPAUT · OPDEN (not admin) · OPINV · OPNFD (no such client) · OPSTA (the address is already
-- signed up here).
create or replace function private.invite_person(
  email text,
  name text,
  role public.person_role,
  client_id uuid default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_email text := lower(btrim(invite_person.email));
  v_person public.people;
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  v_invitation public.invitations;
begin
  if v_email is null or char_length(v_email) > 320 or v_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception using
      errcode = 'OPINV', message = 'That is not an e-mail address', hint = 'invalid_email';
  end if;
  if char_length(btrim(coalesce(invite_person.name, ''))) not between 1 and 200 then
    raise exception using
      errcode = 'OPINV', message = 'A name of 1 to 200 characters is needed', hint = 'invalid_name';
  end if;
  if invite_person.role is null then
    raise exception using errcode = 'OPINV', message = 'A role is needed', hint = 'role_missing';
  end if;
  if (invite_person.role = 'client') <> (invite_person.client_id is not null) then
    raise exception using
      errcode = 'OPINV',
      message = 'A client contact needs a client, and nobody else has one',
      hint = 'client_mismatch';
  end if;
  if invite_person.client_id is not null and not exists (
    select 1 from public.clients
    where clients.id = invite_person.client_id
      and clients.organization_id = v_viewer.organization_id
      and clients.archived_at is null
  ) then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such client', hint = 'client_not_found';
  end if;

  -- One at a time: two first invitations of one address would both make the person.
  perform 1 from public.organizations where organizations.id = v_viewer.organization_id for update;
  select * into v_person
  from public.people
  where people.organization_id = v_viewer.organization_id
    and people.email = v_email
    and people.archived_at is null
  for update;

  if v_person.user_id is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This person has joined already', hint = 'already_joined';
  end if;

  if v_person.id is null then
    insert into public.people (organization_id, email, name, role, is_employee, client_id)
    values (v_viewer.organization_id, v_email, btrim(invite_person.name), invite_person.role,
            invite_person.role <> 'client', invite_person.client_id)
    returning * into v_person;
  else
    update public.people
    set name = btrim(invite_person.name),
        role = invite_person.role,
        is_employee = invite_person.role <> 'client',
        is_prompt_owner = people.is_prompt_owner and invite_person.role in ('admin', 'lead'),
        client_id = invite_person.client_id
    where people.id = v_person.id
    returning * into v_person;
  end if;

  update public.invitations
  set revoked_at = now()
  where invitations.person_id = v_person.id
    and invitations.accepted_at is null
    and invitations.revoked_at is null;

  insert into public.invitations (organization_id, person_id, email, token_hash, invited_by, expires_at)
  values (v_viewer.organization_id, v_person.id, v_email, sha256(convert_to(v_token, 'UTF8')), v_viewer.id,
          now() + interval '7 days')
  returning * into v_invitation;

  perform private.record_audit_event(
    v_viewer.organization_id, 'person.invited', 'person', v_person.id, null,
    jsonb_build_object('invitation_id', v_invitation.id, 'email', v_email, 'role', v_person.role));

  return jsonb_build_object(
    'invitation_id', v_invitation.id,
    'person_id', v_person.id,
    'token', v_token,
    'expires_at', v_invitation.expires_at
  );
end;
$$;

create or replace function public.invite_person(
  email text,
  name text,
  role public.person_role,
  client_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.invite_person(email, name, role, client_id) $$;

revoke execute on function private.invite_person(text, text, public.person_role, uuid) from public;
revoke execute on function public.invite_person(text, text, public.person_role, uuid) from public;
grant execute on function private.invite_person(text, text, public.person_role, uuid) to authenticated;
grant execute on function public.invite_person(text, text, public.person_role, uuid) to authenticated;

comment on function public.invite_person(text, text, public.person_role, uuid) is
  'Answers { invitation_id, person_id, token, expires_at }; the token is shown only here. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA.';

-- identity/last_admin.sql

-- An organization never loses its last admin who can sign in, whatever path the change takes: another
-- role, archiving, another organization, deletion, or the loss of the user behind the person.
create or replace function private.tg_people__keep_last_admin()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Two admins who demote each other at once meet here. A write and not a lock: under repeatable read
  -- the second would otherwise still see the first as admin.
  update public.organizations set updated_at = now() where organizations.id = old.organization_id;
  if not exists (
    select 1 from public.people
    where people.organization_id = old.organization_id
      and people.role = 'admin'
      and people.user_id is not null
  ) then
    raise exception using
      errcode = 'OPSTA',
      message = 'This is the last admin of the organization. Make somebody else admin first',
      hint = 'last_admin';
  end if;
  return null;
end;
$$;

revoke execute on function private.tg_people__keep_last_admin() from public;

create trigger tg_people__keep_last_admin_update
  after update of role, user_id, organization_id on public.people
  for each row
  when (
    old.role = 'admin' and old.user_id is not null
    and (new.role <> 'admin' or new.user_id is null
         or new.organization_id <> old.organization_id)
  )
  execute function private.tg_people__keep_last_admin();

create trigger tg_people__keep_last_admin_delete
  after delete on public.people
  for each row
  when (old.role = 'admin' and old.user_id is not null)
  execute function private.tg_people__keep_last_admin();

alter table public.people enable always trigger tg_people__keep_last_admin_update;
alter table public.people enable always trigger tg_people__keep_last_admin_delete;

-- identity/record_view_as.sql

-- Records that the caller takes somebody else's view: the actor stays the caller. Does nothing where
-- `as` has no effect, that is for everyone but admin and lead.
-- Raises OPAUT · OPDEN · OPNFD (unknown or foreign person).
create or replace function private.record_view_as(as_person_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if (v_scope.person).id <> (v_scope.viewer).id then
    perform private.record_audit_event(
      organization_id => (v_scope.viewer).organization_id,
      action => 'view_as.read',
      object_type => 'person',
      object_id => (v_scope.person).id,
      acted_as_person_id => (v_scope.person).id);
  end if;
end;
$$;

revoke execute on function private.record_view_as(uuid) from public;
grant execute on function private.record_view_as(uuid) to authenticated;

comment on function private.record_view_as(uuid) is
  'Writes the audit event of a read made as somebody else. Raises OPAUT · OPDEN · OPNFD.';

-- identity/scope.sql

-- Who sees what. This file is the only place where scope is defined; policies and functions name what
-- stands here and nothing else.
--
-- Every helper answers for the caller of the statement, takes no column of any table, and is called as
-- `(select private.helper())`, so that the planner evaluates it once per statement (an InitPlan) and
-- uses the array as an index condition. A helper that took a column would run once per row.
-- They are definers because they read people and memberships, which the caller may not see in full.
-- plpgsql and not sql: its plans are kept for the session.

create or replace function private.viewer()
returns public.people
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people;
begin
  select * into v_viewer
  from public.people
  where people.user_id = (select auth.uid()) and people.archived_at is null;
  return v_viewer;
end;
$$;
comment on function private.viewer() is
  'The person behind the call; a row of nulls for an outsider, an anonymous caller or a key.';

create or replace function private.viewer_organization_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select auth.uid())
      and people.archived_at is null
      and people.role <> 'client'
  );
end;
$$;
comment on function private.viewer_organization_id() is
  'Organization whose internal rows the caller may see at all; null for clients and outsiders.';

create or replace function private.led_organization_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select auth.uid())
      and people.archived_at is null
      and people.role in ('admin', 'lead')
  );
end;
$$;
comment on function private.led_organization_id() is
  'Organization in which the caller is admin or lead; null for everyone else.';

create or replace function private.administered_organization_id()
returns uuid
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select people.organization_id
    from public.people
    where people.user_id = (select auth.uid())
      and people.archived_at is null
      and people.role = 'admin'
  );
end;
$$;
comment on function private.administered_organization_id() is
  'Organization in which the caller is admin; null for everyone else.';

create or replace function private.project_ids_of(person public.people)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person.role in ('admin', 'lead') then
    return array(select projects.id from public.projects
                 where projects.organization_id = person.organization_id);
  elsif person.role = 'member' then
    return array(select project_members.project_id from public.project_members
                 where project_members.person_id = person.id);
  end if;
  return '{}';
end;
$$;
comment on function private.project_ids_of(public.people) is
  'Projects whose rows a person may see: all of the organization for admin and lead, memberships for a member, none for a client.';

create or replace function private.visible_project_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.project_ids_of(private.viewer());
end;
$$;
comment on function private.visible_project_ids() is 'Projects whose rows the caller may see.';

create or replace function private.visible_account_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
  v_project_ids uuid[];
begin
  if v_viewer.role in ('admin', 'lead') then
    return array(select accounts.id from public.accounts
                 where accounts.organization_id = v_viewer.organization_id);
  end if;
  -- Into a variable first: inside the query, the call could run once per row.
  v_project_ids := private.project_ids_of(v_viewer);
  return array(select distinct projects.account_id from public.projects
               where projects.id = any (v_project_ids));
end;
$$;
comment on function private.visible_account_ids() is
  'Accounts the caller may see: all of the organization for admin and lead, else those of visible projects.';

create or replace function private.visible_client_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
  v_project_ids uuid[];
begin
  if v_viewer.role in ('admin', 'lead') then
    return array(select clients.id from public.clients
                 where clients.organization_id = v_viewer.organization_id);
  end if;
  v_project_ids := private.project_ids_of(v_viewer);
  return array(select distinct accounts.client_id
               from public.projects
               join public.accounts on accounts.id = projects.account_id
               where projects.id = any (v_project_ids));
end;
$$;
comment on function private.visible_client_ids() is
  'Clients the caller may see: all of the organization for admin and lead, else those of visible accounts.';

create or replace function private.visible_person_ids()
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.viewer();
begin
  if v_viewer.role in ('admin', 'lead') then
    return array(select people.id from public.people
                 where people.organization_id = v_viewer.organization_id);
  elsif v_viewer.role = 'member' then
    return array(select people.id from public.people
                 where people.organization_id = v_viewer.organization_id
                   and (people.is_employee or people.id = v_viewer.id));
  end if;
  return '{}';
end;
$$;
comment on function private.visible_person_ids() is
  'People the caller may see: everyone for admin and lead, colleagues for a member, nobody for a client.';

create or replace function private.effective_scope(
  as_person_id uuid,
  out viewer public.people,
  out person public.people,
  out project_ids uuid[],
  out sees_restricted boolean
)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  viewer := private.require_internal_viewer();
  person := viewer;
  project_ids := private.project_ids_of(viewer);
  sees_restricted := viewer.role in ('admin', 'lead');
  if as_person_id is null or viewer.role not in ('admin', 'lead') then
    return;
  end if;

  select * into person
  from public.people
  where people.id = as_person_id
    and people.organization_id = viewer.organization_id
    and people.archived_at is null;
  if person.id is null then
    raise exception using
      errcode = 'OPNFD',
      message = 'There is no such person to view as',
      hint = 'person_not_found';
  end if;
  project_ids := array(
    select unnest(project_ids) intersect select unnest(private.project_ids_of(person))
  );
  sees_restricted := sees_restricted and person.role in ('admin', 'lead');
end;
$$;
comment on function private.effective_scope(uuid) is
  'Scope of a read made as somebody else: the intersection of both, so that it never widens the viewer''s own. Ignored for callers who are neither admin nor lead. Raises OPAUT, OPDEN, OPNFD (unknown or foreign person).';

-- Only what policies and invoker functions name is executable by callers.
revoke execute on function private.viewer() from public;
revoke execute on function private.viewer_organization_id() from public;
revoke execute on function private.led_organization_id() from public;
revoke execute on function private.administered_organization_id() from public;
revoke execute on function private.project_ids_of(public.people) from public;
revoke execute on function private.visible_project_ids() from public;
revoke execute on function private.visible_account_ids() from public;
revoke execute on function private.visible_client_ids() from public;
revoke execute on function private.visible_person_ids() from public;
revoke execute on function private.effective_scope(uuid) from public;

grant execute on function private.viewer_organization_id() to authenticated;
grant execute on function private.led_organization_id() to authenticated;
grant execute on function private.administered_organization_id() to authenticated;
grant execute on function private.visible_project_ids() to authenticated;
grant execute on function private.visible_account_ids() to authenticated;
grant execute on function private.visible_client_ids() to authenticated;
grant execute on function private.visible_person_ids() to authenticated;
grant execute on function private.effective_scope(uuid) to authenticated;

-- portfolio/get_portfolio.sql

-- The portfolio of the caller, in one of two shapes. What a client contact gets is an allow-list in a
-- definer of its own: a new column of projects stays out until somebody writes it here.
-- Raises OPAUT · OPDEN (no membership).

create or replace function private.get_client_portfolio()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
begin
  return jsonb_build_object(
    'shape', 'client',
    'projects', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', projects.id,
          'name', projects.name,
          'account_name', accounts.name,
          'status', projects.status,
          'starts_on', projects.starts_on,
          'due_on', projects.due_on
        )
        order by accounts.name, projects.name, projects.id
      )
      from public.projects
      join public.accounts on accounts.id = projects.account_id
      where accounts.organization_id = v_viewer.organization_id
        and accounts.client_id = v_viewer.client_id
        and projects.archived_at is null
    ), '[]')
  );
end;
$$;
comment on function private.get_client_portfolio() is
  'The narrow portfolio of a client contact: their own client''s projects, by an allow-list of fields.';

create or replace function public.get_portfolio()
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if (private.get_viewer() -> 'viewer' ->> 'role') = 'client' then
    return private.get_client_portfolio();
  end if;

  return (
    with listed as materialized (
      select * from public.project_summaries where archived_at is null
    )
    select jsonb_build_object(
      'shape', 'full',
      'clients', (
        select coalesce(jsonb_agg(jsonb_build_object('id', clients.id, 'name', clients.name)
                                  order by clients.name, clients.id), '[]')
        from public.clients where clients.archived_at is null
      ),
      'accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('id', accounts.id, 'client_id', accounts.client_id,
                                                     'name', accounts.name)
                                  order by accounts.name, accounts.id), '[]')
        from public.accounts where accounts.archived_at is null
      ),
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', listed.id,
            'account_id', listed.account_id,
            'code', listed.code,
            'name', listed.name,
            'status', listed.status,
            'health', listed.health,
            'health_reported_at', listed.health_reported_at,
            'lead_id', listed.lead_id,
            'lead_name', listed.lead_name,
            'starts_on', listed.starts_on,
            'due_on', listed.due_on,
            'budget_hours', listed.budget_hours,
            'budget_amount', listed.budget_amount,
            'estimate_hours', listed.estimate_hours,
            'actual_hours', listed.actual_hours,
            'task_count', listed.task_count,
            'open_task_count', listed.open_task_count,
            'last_activity_on', listed.last_activity_on
          )
          order by listed.name, listed.id
        ), '[]'),
      'totals', jsonb_build_object(
        'project_count', count(*),
        'task_count', coalesce(sum(listed.task_count), 0),
        'open_task_count', coalesce(sum(listed.open_task_count), 0),
        'actual_hours', coalesce(sum(listed.actual_hours), 0)
      )
    )
    from listed
  );
end;
$$;

revoke execute on function private.get_client_portfolio() from public;
revoke execute on function public.get_portfolio() from public;
grant execute on function private.get_client_portfolio() to authenticated;
grant execute on function public.get_portfolio() to authenticated;

comment on function public.get_portfolio() is
  'Answers { shape: "full", clients, accounts, projects, totals } or, to a client contact, { shape: "client", projects }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN.';

-- portfolio/get_spine.sql

-- The spine: what somebody would need to answer for their projects, each fact with an id that can be
-- cited. Reads under the caller's own policies and, on top, only the effective scope of `as`.
-- At most 200 projects, liveliest first, ten open tasks and three status updates each; left_out counts
-- what is not shown.
-- Looking as somebody else is recorded, so it is not stable.
-- Raises OPAUT · OPDEN (no membership, client) · OPNFD (unknown person to view as).
create or replace function public.get_spine(as_person_id uuid default null)
returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_project_limit constant integer := 200;
  v_task_limit constant integer := 10;
  v_update_limit constant integer := 3;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if as_person_id is not null then
    perform private.record_view_as(as_person_id);
  end if;

  return (
    with in_scope as materialized (
      select *
      from public.project_summaries
      where id = any (v_scope.project_ids) and archived_at is null
    ),
    shown as materialized (
      select in_scope.*, row_number() over (
        order by status in ('active', 'planned', 'on_hold') desc,
                 last_activity_on desc nulls last, name, id
      ) as relevance
      from in_scope
      order by relevance
      limit v_project_limit
    ),
    open_tasks as (
      select shown.id as project_id, listed.*
      from shown
      cross join lateral (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', tasks.id,
              'title', tasks.title,
              'status', tasks.status,
              'priority', tasks.priority,
              'assignee', assignees.name,
              'due_on', tasks.due_on,
              'estimate_hours', tasks.estimate_hours
            )
            order by tasks.due_on nulls last, tasks.priority nulls last, tasks.id
          ) as items
        from (
          select *
          from public.tasks
          where tasks.project_id = shown.id
            and tasks.status in ('open', 'in_progress', 'blocked')
            and tasks.archived_at is null
          order by tasks.due_on nulls last, tasks.priority nulls last, tasks.id
          limit v_task_limit
        ) as tasks
        left join public.people as assignees on assignees.id = tasks.assignee_id
      ) as listed
    )
    select jsonb_build_object(
      'viewer', jsonb_build_object(
        'id', (v_scope.viewer).id, 'name', (v_scope.viewer).name, 'role', (v_scope.viewer).role),
      'as', case when (v_scope.person).id <> (v_scope.viewer).id then jsonb_build_object(
        'id', (v_scope.person).id, 'name', (v_scope.person).name, 'role', (v_scope.person).role) end,
      'organization', (
        select jsonb_build_object('id', organizations.id, 'name', organizations.name,
                                  'currency', organizations.currency,
                                  'time_zone', organizations.time_zone)
        from public.organizations
      ),
      'projects', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', shown.id,
            'code', shown.code,
            'name', shown.name,
            'summary', shown.summary,
            'status', shown.status,
            'account', jsonb_build_object('id', shown.account_id, 'name', shown.account_name),
            'client', jsonb_build_object('id', shown.client_id, 'name', shown.client_name),
            'lead', case when shown.lead_id is not null then
              jsonb_build_object('id', shown.lead_id, 'name', shown.lead_name) end,
            'starts_on', shown.starts_on,
            'due_on', shown.due_on,
            'budget_hours', shown.budget_hours,
            'budget_amount', shown.budget_amount,
            'estimate_hours', shown.estimate_hours,
            'actual_hours', shown.actual_hours,
            'task_count', shown.task_count,
            'open_task_count', shown.open_task_count,
            'last_activity_on', shown.last_activity_on,
            'people', (
              select coalesce(jsonb_agg(
                jsonb_build_object('id', people.id, 'name', people.name, 'role', people.role)
                order by people.name, people.id), '[]')
              from public.project_members
              join public.people on people.id = project_members.person_id
              where project_members.project_id = shown.id
            ),
            'open_tasks', coalesce(open_tasks.items, '[]'),
            'status_updates', (
              select coalesce(jsonb_agg(
                jsonb_build_object('id', recent.id, 'health', recent.health,
                                   'summary', recent.summary, 'created_at', recent.created_at)
                order by recent.created_at desc), '[]')
              from (
                select *
                from public.status_updates
                where status_updates.project_id = shown.id
                order by status_updates.created_at desc
                limit v_update_limit
              ) as recent
            )
          )
          order by shown.relevance
        ), '[]'),
      'left_out', jsonb_build_object(
        'projects', (select count(*) from in_scope) - count(*),
        'open_tasks', (select coalesce(sum(in_scope.open_task_count), 0) from in_scope)
                      - coalesce(sum(jsonb_array_length(coalesce(open_tasks.items, '[]'))), 0)
      )
    )
    from shown
    join open_tasks on open_tasks.project_id = shown.id
  );
end;
$$;

revoke execute on function public.get_spine(uuid) from public;
grant execute on function public.get_spine(uuid) to authenticated;

comment on function public.get_spine(uuid) is
  'Answers { viewer, as, organization, projects, left_out }. Hours in hours, money in the organization''s currency. Raises OPAUT · OPDEN · OPNFD.';

-- portfolio/import_portfolio.sql

-- Imports clients, projects, people, tasks and hours from the rows of one file: dry run and apply are
-- the same code. Everything happens in the transaction of the call, so that a crash leaves nothing half
-- done; a failure inside leaves only its receipt.

create or replace function private.carry_out_import(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.clients (id, organization_id, name)
  select id, carry_out_import.organization_id, name from pg_temp.import_clients where is_new;

  insert into public.accounts (id, organization_id, client_id, name)
  select id, carry_out_import.organization_id, client_id, name from pg_temp.import_accounts where is_new;

  insert into public.people (id, organization_id, name, email, role, is_employee, external_key)
  select id, carry_out_import.organization_id, label,
         case when person_key ~ '^[^@\s]+@[^@\s]+$' then person_key end, 'member', true, person_key
  from pg_temp.import_people where is_new;

  insert into public.projects (
    id, organization_id, account_id, code, name, status, starts_on, due_on, budget_hours, budget_amount)
  select id, carry_out_import.organization_id, account_id, code, name, status, starts_on, due_on,
         budget_hours, budget_amount
  from pg_temp.import_projects where is_new;

  update public.projects
  set name = planned.name, status = planned.status, starts_on = planned.starts_on,
      due_on = planned.due_on, budget_hours = planned.budget_hours, budget_amount = planned.budget_amount
  from pg_temp.import_projects as planned
  where projects.id = planned.id and planned.changes is not null;

  insert into public.tasks (
    id, organization_id, project_id, external_key, title, status, category, subcategory, priority,
    assignee_id, estimate_hours, estimated_on, started_on, due_on, completed_on)
  select id, carry_out_import.organization_id, project_id, external_key, title, status, category,
         subcategory, priority, assignee_id, estimate_hours, estimated_on, started_on, due_on, completed_on
  from pg_temp.import_tasks where is_new;

  update public.tasks
  set title = planned.title, status = planned.status, category = planned.category,
      subcategory = planned.subcategory, priority = planned.priority, assignee_id = planned.assignee_id,
      estimate_hours = planned.estimate_hours, estimated_on = planned.estimated_on,
      started_on = planned.started_on, due_on = planned.due_on, completed_on = planned.completed_on
  from pg_temp.import_tasks as planned
  where tasks.id = planned.id and planned.changes is not null;

  insert into public.time_entries (
    id, organization_id, project_id, task_id, person_id, spent_on, hours, note, external_key)
  select id, carry_out_import.organization_id, project_id, task_id, person_id, spent_on, hours, note,
         external_key
  from pg_temp.import_entries where is_new;

  update public.time_entries
  set hours = planned.hours, task_id = planned.task_id,
      note = case when planned.changes ? 'note' then planned.note else time_entries.note end
  from pg_temp.import_entries as planned
  where time_entries.id = planned.id and planned.changes is not null;
end;
$$;

create or replace function private.import_plan_lines()
returns table (
  line integer, disposition public.import_disposition, project_code text, task_key text,
  reason text, changes jsonb
)
language sql
set search_path = pg_catalog, pg_temp
as $$
  -- A line stands for the things it is the first to name: its project, its task, and its hours.
  with project_lines as (
    select min(import_lines.line) as line, import_lines.project_id
    from pg_temp.import_lines
    where import_lines.problem is null
    group by import_lines.project_id
  ),
  joined as (
    select
      import_lines.line, import_lines.problem, import_lines.project_code, import_lines.task_key,
      coalesce(import_projects.is_new, false) or coalesce(import_tasks.is_new, false)
        or coalesce(import_entries.is_new, false) as creates,
      coalesce(private.prefixed_keys('project', import_projects.changes), '{}')
        || coalesce(private.prefixed_keys('task', import_tasks.changes), '{}')
        || coalesce(private.prefixed_keys('time_entry', import_entries.changes), '{}') as changes
    from pg_temp.import_lines
    left join project_lines on project_lines.line = import_lines.line
    left join pg_temp.import_projects on import_projects.id = project_lines.project_id
    left join pg_temp.import_tasks on import_tasks.first_line = import_lines.line
    left join pg_temp.import_entries on import_entries.line = import_lines.line
  )
  select
    joined.line,
    (case
      when joined.problem is not null then 'skipped'
      when joined.creates then 'create'
      when joined.changes <> '{}' then 'update'
      else 'unchanged'
    end)::public.import_disposition,
    joined.project_code,
    joined.task_key,
    joined.problem,
    case when joined.problem is null and joined.changes <> '{}' then joined.changes end
  from joined
$$;

create or replace function private.prefixed_keys(prefix text, object jsonb)
returns jsonb
language sql
immutable
strict
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(prefix || '.' || pair.key, pair.value)
  from jsonb_each(object) as pair
$$;

create or replace function private.import_counts()
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  with found as (
    select 'rows' as entity, disposition::text as disposition from pg_temp.import_plan
    union all select 'clients', case when is_new then 'create' else 'unchanged' end from pg_temp.import_clients
    union all select 'accounts', case when is_new then 'create' else 'unchanged' end from pg_temp.import_accounts
    union all select 'people', case when is_new then 'create' else 'unchanged' end from pg_temp.import_people
    union all select 'projects', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_projects
    union all select 'tasks', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_tasks
    union all select 'time_entries', case when is_new then 'create' when changes is null then 'unchanged' else 'update' end
      from pg_temp.import_entries
  ),
  counted as (
    select
      entity,
      jsonb_build_object(
        'create', count(*) filter (where found.disposition = 'create'),
        'update', count(*) filter (where found.disposition = 'update'),
        'unchanged', count(*) filter (where found.disposition = 'unchanged'),
        'skipped', count(*) filter (where found.disposition = 'skipped')
      ) as counts
    -- An entity that the file does not name is counted too, with zeros.
    from unnest(array['rows', 'clients', 'accounts', 'people', 'projects', 'tasks', 'time_entries']) as entity
    left join found using (entity)
    group by entity
  )
  select jsonb_object_agg(counted.entity, counted.counts) from counted
$$;

create or replace function private.import_plan_hash(mapping jsonb, rows jsonb)
returns text
language sql
set search_path = pg_catalog, pg_temp
as $$
  -- What goes in, what it resolves to, and what it does: new things by key, since their ids are fresh.
  select encode(sha256(convert_to(jsonb_build_array(
    mapping,
    rows,
    (select jsonb_agg(jsonb_build_array(line, disposition, reason, changes) order by line)
     from pg_temp.import_plan),
    (select jsonb_agg(jsonb_build_array(person_key, case when not is_new then id end) order by person_key)
     from pg_temp.import_people),
    (select jsonb_agg(jsonb_build_array(client_key, account_key, case when not is_new then id end)
                      order by client_key, account_key)
     from pg_temp.import_accounts),
    (select jsonb_agg(jsonb_build_array(project_key, case when not is_new then id end) order by project_key)
     from pg_temp.import_projects)
  )::text, 'UTF8')), 'hex')
$$;

-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPBIG (too many rows)
-- · OPSTA (import_running; import_plan_changed: the plan is not the one that was seen).
create or replace function private.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_row_limit constant integer := 20000;
  v_fields text[];
  v_run public.portfolio_import_runs;
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_typeof(mapping -> 'fields') is distinct from 'object' then
    raise exception using
      errcode = 'OPINV', message = 'An import needs rows and a mapping of fields', hint = 'invalid_import';
  end if;
  if jsonb_array_length(rows) > v_row_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('An import takes at most %s rows. Split the file', v_row_limit),
      hint = 'too_many_rows';
  end if;
  if file_name is null or char_length(file_name) not between 1 and 200
    or file_sha256 is null or file_sha256 !~ '^[0-9a-f]{64}$'
    or char_length(parser_version) > 50
    or octet_length(mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'The import''s file name, hash, parser version or mapping is malformed',
      hint = 'invalid_import';
  end if;
  v_fields := array(select jsonb_object_keys(mapping -> 'fields'));

  v_run.id := gen_random_uuid();
  v_run.organization_id := v_viewer.organization_id;
  v_run.requested_by := v_viewer.id;
  v_run.mode := mode;
  v_run.file_name := file_name;
  v_run.file_sha256 := file_sha256;
  v_run.parser_version := parser_version;
  v_run.mapping := mapping;
  v_run.created_at := clock_timestamp();

  -- One import at a time per organization: a plan must not age between being made and carried out.
  -- Refused and not queued, since whoever waited would hold a connection that others need.
  if not pg_try_advisory_xact_lock(hashtextextended('import_portfolio:' || v_viewer.organization_id, 0)) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
  end if;

  begin
    perform private.stage_import(rows);
    perform private.plan_import_people(v_viewer.organization_id);
    perform private.plan_import_portfolio(v_viewer.organization_id, v_fields);
    perform private.plan_import_work(v_fields);

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(mapping, rows);
    v_run.counts := private.import_counts();
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_build_object('line', line, 'message', reason) order by line)
            filter (where place <= 200), '[]'))
      from (select line, reason, row_number() over (order by line) as place
            from pg_temp.import_plan where disposition = 'skipped') as skipped);

    if expected_plan_hash is not null and expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Look at the new preview before you apply',
        hint = 'import_plan_changed';
    end if;
    if mode = 'apply' then
      perform private.carry_out_import(v_viewer.organization_id);
    end if;
    v_run.status := 'succeeded';
  exception
    when sqlstate 'OPSTA' or sqlstate 'OPINV' then
      raise;
    when others then
      v_run.status := 'failed';
      v_run.error := sqlerrm;
      v_run.plan_hash := null;
      v_run.counts := null;
      v_run.validation := null;
  end;

  v_run.finished_at := clock_timestamp();
  insert into public.portfolio_import_runs select v_run.*;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_viewer.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$$;

create or replace function public.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.import_portfolio(
    mode, file_name, file_sha256, parser_version, mapping, rows, expected_plan_hash)
$$;

revoke execute on function private.carry_out_import(uuid) from public;
revoke execute on function private.import_plan_lines() from public;
revoke execute on function private.prefixed_keys(text, jsonb) from public;
revoke execute on function private.import_counts() from public;
revoke execute on function private.import_plan_hash(jsonb, jsonb) from public;
revoke execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) from public;
revoke execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) from public;
grant execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;
grant execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;

comment on function public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) is
  'Plans and, with mode apply, carries out an import; answers the run as stored. Raises OPAUT · OPDEN · OPINV · OPBIG · OPSTA.';

-- portfolio/plan_import.sql

-- Plans an import: which rows would create, update or leave what. A dry run stops here, apply goes on
-- with carry_out_import; both read the same plan, so a dry run cannot say anything else than what
-- happens. The plan lives in temporary tables of the transaction:
--   import_lines    one per line of the file, with the ids it resolves to
--   import_plan     one per line too: its disposition, reason and changes
--   import_clients, import_accounts, import_projects, import_people, import_tasks, import_entries
--                   one per thing, with id, disposition and the values it will have
-- Only mapped fields change existing things; in case of doubt the first line that names a thing wins.

create or replace function private.json_changes(before jsonb, after jsonb)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_object_agg(
    later.key, jsonb_build_object('from', before -> later.key, 'to', later.value))
  from jsonb_each(after) as later
  where later.value is distinct from before -> later.key
$$;
comment on function private.json_changes(jsonb, jsonb) is
  'Answers { key: { from, to } } for each key of `after` whose value differs; null when none does.';

create or replace function private.stage_import(rows jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  drop table if exists
    pg_temp.import_lines, pg_temp.import_clients, pg_temp.import_accounts, pg_temp.import_projects,
    pg_temp.import_people, pg_temp.import_tasks, pg_temp.import_entries;

  create temporary table import_lines on commit drop as
  select
    staged.*,
    lower(staged.client_name) as client_key,
    lower(staged.account_name) as account_key,
    coalesce('code:' || staged.project_code, 'name:' || lower(staged.project_name)) as project_key,
    coalesce(staged.task_key, 'title:' || lower(staged.task_title)) as resolved_task_key,
    null::uuid as project_id,
    null::uuid as task_id,
    null::uuid as person_id,
    null::uuid as assignee_id
  from jsonb_to_recordset(stage_import.rows) as staged (
    line integer, problem text,
    client_name text, account_name text,
    project_code text, project_name text, project_status public.project_status,
    project_starts_on date, project_due_on date,
    project_budget_hours numeric(10, 2), project_budget_amount numeric(14, 2),
    task_key text, task_title text, task_status public.task_status,
    task_category text, task_subcategory text, task_priority smallint,
    task_estimate_hours numeric(10, 2), task_estimated_on date, task_started_on date,
    task_due_on date, task_completed_on date, task_assignee text,
    person text, hours numeric(8, 2), spent_on date, note text
  );
  if exists (
    select 1 from pg_temp.import_lines
    where line is null or line < 1
    union all
    select 1 from pg_temp.import_lines group by line having count(*) > 1
  ) then
    raise exception using
      errcode = 'OPINV', message = 'Every row needs a line number of its own', hint = 'invalid_import';
  end if;

  update pg_temp.import_lines
  set problem = case
    when project_key is null then 'No project: give a project code or name'
    when hours <= 0 then 'Hours must be more than zero'
    when btrim(coalesce(person, '')) = '' then 'Hours need a person'
    else 'Hours need a date' end
  where problem is null
    and (project_key is null
         or (hours is not null
             and (hours <= 0 or btrim(coalesce(person, '')) = '' or spent_on is null)));
  analyze pg_temp.import_lines;
end;
$$;

create or replace function private.plan_import_portfolio(organization_id uuid, fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  create temporary table import_projects on commit drop as
  with first_lines as (
    select distinct on (project_key) *
    from pg_temp.import_lines
    where problem is null
    order by project_key, line
  ),
  matched as (
    select first_lines.*, existing.id as existing_id, to_jsonb(existing) as existing_row,
           accounts.name as existing_account, clients.name as existing_client,
           count(*) over (partition by first_lines.project_key) as match_count
    from first_lines
    left join public.projects as existing
      on existing.organization_id = plan_import_portfolio.organization_id
     and case when first_lines.project_code is not null
              then existing.code = first_lines.project_code
              else lower(existing.name) = lower(first_lines.project_name) end
    left join public.accounts on accounts.id = existing.account_id
    left join public.clients on clients.id = accounts.client_id
  )
  select distinct on (matched.project_key)
    matched.project_key, matched.client_key, matched.client_name, matched.account_key, matched.account_name,
    matched.existing_id is null as is_new,
    coalesce(matched.existing_id, gen_random_uuid()) as id,
    null::uuid as account_id,
    matched.project_code as code,
    planned.*,
    private.json_changes(
      matched.existing_row,
      case when matched.existing_id is not null then to_jsonb(planned) end
    ) as changes,
    case
      when matched.match_count > 1 then 'More than one project has this name: give its code'
      when matched.existing_id is null and matched.account_key is null and matched.client_key is null
        then 'The project is new, and neither client nor account is given for it'
      when matched.client_key <> lower(matched.existing_client)
        or matched.account_key <> lower(matched.existing_account)
        then format('The project belongs to %s, account %s: correct that, or leave both out',
                    matched.existing_client, matched.existing_account)
      when planned.due_on < planned.starts_on then 'The project would be due before it starts'
    end as problem
  from matched
  cross join lateral (
    select
      case when matched.existing_id is null or 'project_name' = any (fields)
           then coalesce(matched.project_name, matched.existing_row ->> 'name', matched.project_code)
           else matched.existing_row ->> 'name' end as name,
      case when matched.existing_id is null or 'project_status' = any (fields)
           then coalesce(matched.project_status, (matched.existing_row ->> 'status')::public.project_status, 'active')
           else (matched.existing_row ->> 'status')::public.project_status end as status,
      case when 'project_starts_on' = any (fields) then matched.project_starts_on
           else (matched.existing_row ->> 'starts_on')::date end as starts_on,
      case when 'project_due_on' = any (fields) then matched.project_due_on
           else (matched.existing_row ->> 'due_on')::date end as due_on,
      case when 'project_budget_hours' = any (fields) then matched.project_budget_hours
           else (matched.existing_row ->> 'budget_hours')::numeric end as budget_hours,
      case when 'project_budget_amount' = any (fields) then matched.project_budget_amount
           else (matched.existing_row ->> 'budget_amount')::numeric end as budget_amount
  ) as planned
  order by matched.project_key;

  update pg_temp.import_lines
  set problem = import_projects.problem
  from pg_temp.import_projects
  where import_lines.project_key = import_projects.project_key
    and import_lines.problem is null
    and import_projects.problem is not null;
  delete from pg_temp.import_projects where problem is not null;

  -- A client without an account gets one of its own name, and the reverse.
  update pg_temp.import_projects
  set client_key = coalesce(client_key, account_key), client_name = coalesce(client_name, account_name),
      account_key = coalesce(account_key, client_key), account_name = coalesce(account_name, client_name);

  create temporary table import_clients on commit drop as
  select distinct on (import_projects.client_key)
    import_projects.client_key, import_projects.client_name as name,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  left join public.clients as existing
    on existing.organization_id = plan_import_portfolio.organization_id
   and lower(existing.name) = import_projects.client_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_projects.client_key;

  create temporary table import_accounts on commit drop as
  select distinct on (import_clients.id, import_projects.account_key)
    import_clients.client_key, import_projects.account_key, import_projects.account_name as name,
    import_clients.id as client_id,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id
  from pg_temp.import_projects
  join pg_temp.import_clients on import_clients.client_key = import_projects.client_key
  left join public.accounts as existing
    on existing.client_id = import_clients.id
   and lower(existing.name) = import_projects.account_key
   and existing.archived_at is null
  where import_projects.is_new
  order by import_clients.id, import_projects.account_key;

  update pg_temp.import_projects
  set account_id = import_accounts.id
  from pg_temp.import_accounts
  where import_projects.is_new
    and import_accounts.client_key = import_projects.client_key
    and import_accounts.account_key = import_projects.account_key;

  update pg_temp.import_lines
  set project_id = import_projects.id
  from pg_temp.import_projects
  where import_projects.project_key = import_lines.project_key and import_lines.problem is null;
end;
$$;

create or replace function private.plan_import_people(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A person is named by address, by key, or by name, in this order; who is not known becomes a person
  -- without sign-in, so that hours have somebody to belong to. That gives nobody access to anything.
  -- Hours are never a client contact's.
  create temporary table import_people on commit drop as
  with named as (
    select lower(btrim(given.label)) as person_key, min(btrim(given.label)) as label
    from pg_temp.import_lines
    cross join lateral (values (import_lines.person), (import_lines.task_assignee)) as given (label)
    where import_lines.problem is null and btrim(given.label) <> ''
    group by lower(btrim(given.label))
  )
  select
    named.person_key, named.label,
    known.id is null as is_new,
    coalesce(known.id, gen_random_uuid()) as id,
    coalesce(known.is_ambiguous, false) as is_ambiguous
  from named
  left join lateral (
    select
      candidates.id,
      candidates.nearness = 3 and count(*) over (
        partition by candidates.nearness, candidates.is_archived) > 1 as is_ambiguous
    from (
      select
        people.id,
        people.archived_at is not null as is_archived,
        case
          when people.email = named.person_key then 1
          when lower(people.external_key) = named.person_key then 2
          else 3
        end as nearness
      from public.people
      where people.organization_id = plan_import_people.organization_id
        and people.role <> 'client'
        and named.person_key in (people.email, lower(people.external_key), lower(people.name))
    ) as candidates
    order by candidates.is_archived, candidates.nearness, candidates.id
    limit 1
  ) as known on true;

  update pg_temp.import_lines
  set problem = format('More than one person is named %s: give the address or key', import_people.label)
  from pg_temp.import_people
  where import_people.is_ambiguous
    and import_people.person_key in (
      lower(btrim(import_lines.person)), lower(btrim(import_lines.task_assignee)))
    and import_lines.problem is null;
  delete from pg_temp.import_people where is_ambiguous;

  update pg_temp.import_lines
  set person_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.person))),
      assignee_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.task_assignee)))
  where problem is null;
end;
$$;

create or replace function private.plan_import_work(fields text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Lines may have been refused since people were planned.
  delete from pg_temp.import_people
  where not exists (
    select 1 from pg_temp.import_lines
    where import_lines.problem is null
      and import_people.id in (import_lines.person_id, import_lines.assignee_id));

  create temporary table import_tasks on commit drop as
  with first_lines as (
    select distinct on (project_id, resolved_task_key) *
    from pg_temp.import_lines
    where problem is null and resolved_task_key is not null
    order by project_id, resolved_task_key, line
  )
  select
    first_lines.line as first_line,
    first_lines.project_id,
    first_lines.resolved_task_key as external_key,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id,
    planned.*,
    case when existing.id is not null then
      private.json_changes(to_jsonb(existing), to_jsonb(planned)) end as changes
  from first_lines
  -- Looked up one by one: without fresh statistics, a join may be made on half of the key.
  left join lateral (
    select *
    from public.tasks
    where tasks.project_id = first_lines.project_id
      and tasks.external_key = first_lines.resolved_task_key
    limit 1
  ) as existing on true
  cross join lateral (
    select
      case when existing.id is null or 'task_title' = any (fields)
           then coalesce(first_lines.task_title, existing.title, first_lines.task_key)
           else existing.title end as title,
      case when existing.id is null or 'task_status' = any (fields)
           then coalesce(first_lines.task_status, existing.status, 'open')
           else existing.status end as status,
      case when 'task_category' = any (fields) then first_lines.task_category else existing.category end as category,
      case when 'task_subcategory' = any (fields) then first_lines.task_subcategory else existing.subcategory end as subcategory,
      case when 'task_priority' = any (fields) then first_lines.task_priority else existing.priority end as priority,
      case when 'task_assignee' = any (fields) then first_lines.assignee_id else existing.assignee_id end as assignee_id,
      case when 'task_estimate_hours' = any (fields) then first_lines.task_estimate_hours else existing.estimate_hours end as estimate_hours,
      case when 'task_estimated_on' = any (fields) then first_lines.task_estimated_on else existing.estimated_on end as estimated_on,
      case when 'task_started_on' = any (fields) then first_lines.task_started_on else existing.started_on end as started_on,
      case when 'task_due_on' = any (fields) then first_lines.task_due_on else existing.due_on end as due_on,
      case when 'task_completed_on' = any (fields) then first_lines.task_completed_on else existing.completed_on end as completed_on
  ) as planned;
  create unique index on pg_temp.import_tasks (project_id, external_key);

  -- A new person gets another id in every plan: people stand in it by name, so that plans can be compared.
  update pg_temp.import_tasks
  set changes = changes - 'assignee_id' || jsonb_build_object('assignee', jsonb_build_object(
    'from', (select people.name from public.people
             where people.id = (changes -> 'assignee_id' ->> 'from')::uuid),
    'to', (select min(import_people.label) from pg_temp.import_people
           where import_people.id = import_tasks.assignee_id)))
  where changes ? 'assignee_id';
  analyze pg_temp.import_tasks;

  update pg_temp.import_lines
  set task_id = import_tasks.id
  from pg_temp.import_tasks
  where import_tasks.project_id = import_lines.project_id
    and import_tasks.external_key = import_lines.resolved_task_key
    and import_lines.problem is null;

  -- Two entries of one person on one task and day are told apart by their order in the file.
  create temporary table import_entries on commit drop as
  with keyed as (
    select
      import_lines.line, import_lines.project_id, import_lines.task_id, import_lines.person_id,
      import_lines.spent_on, import_lines.hours, import_lines.note,
      concat_ws('|', coalesce(import_lines.resolved_task_key, ''), import_lines.person_id, import_lines.spent_on,
        row_number() over (
          partition by import_lines.project_id, import_lines.task_id, import_lines.person_id, import_lines.spent_on
          order by import_lines.line)) as external_key
    from pg_temp.import_lines
    where import_lines.problem is null and import_lines.hours is not null
  )
  select
    keyed.*,
    existing.id is null as is_new,
    coalesce(existing.id, gen_random_uuid()) as id,
    case when existing.id is not null then
      private.json_changes(
        to_jsonb(existing),
        jsonb_build_object('hours', keyed.hours, 'task_id', keyed.task_id)
        || case when 'note' = any (fields) then jsonb_build_object('note', keyed.note) else '{}' end
      ) end as changes
  from keyed
  left join lateral (
    select *
    from public.time_entries
    where time_entries.project_id = keyed.project_id
      and time_entries.external_key = keyed.external_key
    limit 1
  ) as existing on true;
  create unique index on pg_temp.import_entries (line);
  analyze pg_temp.import_entries;
end;
$$;

revoke execute on function private.json_changes(jsonb, jsonb) from public;
revoke execute on function private.stage_import(jsonb) from public;
revoke execute on function private.plan_import_portfolio(uuid, text[]) from public;
revoke execute on function private.plan_import_people(uuid) from public;
revoke execute on function private.plan_import_work(text[]) from public;

-- portfolio/project_monthly_hours.sql

-- Hours by project and month, computed on read. Runs as the caller: the policy of time_entries applies.
create or replace view public.project_monthly_hours
with (security_invoker = true)
as
select
  time_entries.project_id,
  date_trunc('month', time_entries.spent_on)::date as month,
  sum(time_entries.hours) as hours,
  count(distinct time_entries.person_id) as person_count
from public.time_entries
group by time_entries.project_id, date_trunc('month', time_entries.spent_on)::date;

revoke all on public.project_monthly_hours from public, anon, authenticated, service_role;
grant select on public.project_monthly_hours to authenticated, service_role;

comment on view public.project_monthly_hours is
  'Hours by project and month, in the caller''s scope.';
comment on column public.project_monthly_hours.month is 'First day of the month.';

-- portfolio/project_summaries.sql

-- A project with everything a portfolio line shows, computed on read. Runs as the caller: each table
-- under it applies its own policy. The aggregates are grouped before they are joined, so that one index
-- scan per table serves a whole scope and a single project alike. Whoever sees a project sees its account
-- and client; they are left joins all the same, since the planner would multiply what it guesses of three
-- policies, expect one project, and repeat the aggregates for each.
create or replace view public.project_summaries
with (security_invoker = true)
as
select
  projects.id,
  projects.organization_id,
  projects.account_id,
  accounts.name as account_name,
  accounts.client_id,
  clients.name as client_name,
  projects.code,
  projects.name,
  projects.summary,
  projects.status,
  projects.lead_id,
  leads.name as lead_name,
  projects.starts_on,
  projects.due_on,
  projects.budget_hours,
  projects.budget_amount,
  projects.version,
  projects.updated_at,
  projects.archived_at,
  coalesce(hours.actual_hours, 0) as actual_hours,
  coalesce(work.estimate_hours, 0) as estimate_hours,
  coalesce(work.task_count, 0) as task_count,
  coalesce(work.open_task_count, 0) as open_task_count,
  updates.health,
  updates.created_at as health_reported_at,
  greatest(hours.last_spent_on, work.last_completed_on, updates.created_at::date) as last_activity_on
from public.projects
left join public.accounts on accounts.id = projects.account_id
left join public.clients on clients.id = accounts.client_id
left join public.people as leads on leads.id = projects.lead_id
left join (
  select
    time_entries.project_id,
    sum(time_entries.hours) as actual_hours,
    max(time_entries.spent_on) as last_spent_on
  from public.time_entries
  group by time_entries.project_id
) as hours on hours.project_id = projects.id
left join (
  select
    tasks.project_id,
    sum(tasks.estimate_hours) as estimate_hours,
    count(*) as task_count,
    count(*) filter (where tasks.status in ('open', 'in_progress', 'blocked')) as open_task_count,
    max(tasks.completed_on) as last_completed_on
  from public.tasks
  where tasks.archived_at is null
  group by tasks.project_id
) as work on work.project_id = projects.id
left join (
  select distinct on (status_updates.project_id)
    status_updates.project_id,
    status_updates.health,
    status_updates.created_at
  from public.status_updates
  order by status_updates.project_id, status_updates.created_at desc
) as updates on updates.project_id = projects.id;

revoke all on public.project_summaries from public, anon, authenticated, service_role;
grant select on public.project_summaries to authenticated, service_role;

comment on view public.project_summaries is
  'Projects in the caller''s scope with account, client, lead, hours, tasks and latest health.';
comment on column public.project_summaries.actual_hours is 'Sum of time entries, in hours.';
comment on column public.project_summaries.last_activity_on is
  'Latest of hours spent, task completed and status told; null when nothing happened yet.';

-- portfolio/require_importer.sql

-- May the caller import? Asked before a file is read, so that nobody else's file costs anything.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.require_importer()
returns void
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.require_lead();
end;
$$;

create or replace function public.require_importer()
returns void
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.require_importer() $$;

revoke execute on function private.require_importer() from public;
revoke execute on function public.require_importer() from public;
grant execute on function private.require_importer() to authenticated;
grant execute on function public.require_importer() to authenticated;

comment on function public.require_importer() is
  'Answers nothing when the caller may import. Raises OPAUT · OPDEN.';

-- identity/policies.sql

-- The access matrix of identity. Reads only: people change through functions.
alter table public.organizations enable row level security;
alter table public.people enable row level security;
alter table public.invitations enable row level security;

revoke all on public.organizations, public.people, public.invitations
  from public, anon, authenticated, service_role;

grant select on public.organizations to authenticated, service_role;
grant select on public.people to authenticated, service_role;
-- token_hash is granted to nobody.
grant select (id, organization_id, person_id, email, invited_by, created_at, expires_at, accepted_at, revoked_at)
  on public.invitations to authenticated, service_role;

create policy organizations_select_insider on public.organizations
  for select to authenticated
  using (id = (select private.viewer_organization_id()));
comment on policy organizations_select_insider on public.organizations is
  'Admins, leads and members read their own organization; clients get none of it.';

create policy people_select_colleague on public.people
  for select to authenticated
  using (id = any ((select private.visible_person_ids())::uuid[]));
comment on policy people_select_colleague on public.people is
  'Admins and leads read everyone of their organization, members their colleagues.';

create policy invitations_select_admin on public.invitations
  for select to authenticated
  using (organization_id = (select private.administered_organization_id()));
comment on policy invitations_select_admin on public.invitations is
  'Admins read the invitations of their organization, never the token.';

-- portfolio/policies.sql

-- The access matrix of the portfolio. Reads only: every write is a function.
alter table public.clients enable row level security;
alter table public.accounts enable row level security;
alter table public.projects enable row level security;
alter table public.project_members enable row level security;
alter table public.tasks enable row level security;
alter table public.time_entries enable row level security;
alter table public.status_updates enable row level security;
alter table public.portfolio_import_runs enable row level security;
alter table public.portfolio_import_rows enable row level security;

revoke all on
  public.clients, public.accounts, public.projects, public.project_members, public.tasks,
  public.time_entries, public.status_updates, public.portfolio_import_runs, public.portfolio_import_rows
  from public, anon, authenticated, service_role;

grant select on public.clients to authenticated, service_role;
grant select on public.accounts to authenticated, service_role;
grant select on public.projects to authenticated, service_role;
grant select on public.project_members to authenticated, service_role;
grant select on public.tasks to authenticated, service_role;
grant select on public.time_entries to authenticated, service_role;
grant select on public.status_updates to authenticated, service_role;
grant select on public.portfolio_import_runs to authenticated, service_role;
grant select on public.portfolio_import_rows to authenticated, service_role;

create policy clients_select_in_scope on public.clients
  for select to authenticated
  using (id = any ((select private.visible_client_ids())::uuid[]));
comment on policy clients_select_in_scope on public.clients is
  'Admins and leads read every client, members those of their projects.';

create policy accounts_select_in_scope on public.accounts
  for select to authenticated
  using (id = any ((select private.visible_account_ids())::uuid[]));
comment on policy accounts_select_in_scope on public.accounts is
  'Admins and leads read every account, members those of their projects.';

create policy projects_select_in_scope on public.projects
  for select to authenticated
  using (id = any ((select private.visible_project_ids())::uuid[]));
comment on policy projects_select_in_scope on public.projects is
  'Admins and leads read every project, members their own.';

create policy project_members_select_in_scope on public.project_members
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy project_members_select_in_scope on public.project_members is
  'Whoever sees a project sees who works on it.';

create policy tasks_select_in_scope on public.tasks
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy tasks_select_in_scope on public.tasks is
  'Whoever sees a project sees its tasks.';

create policy time_entries_select_in_scope on public.time_entries
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy time_entries_select_in_scope on public.time_entries is
  'Whoever sees a project sees its hours.';

create policy status_updates_select_in_scope on public.status_updates
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy status_updates_select_in_scope on public.status_updates is
  'Whoever sees a project sees what was said about it.';

create policy portfolio_import_runs_select_lead on public.portfolio_import_runs
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy portfolio_import_runs_select_lead on public.portfolio_import_runs is
  'Admins and leads read the import runs of their organization.';

create policy portfolio_import_rows_select_lead on public.portfolio_import_rows
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy portfolio_import_rows_select_lead on public.portfolio_import_rows is
  'Admins and leads read what an import run did with each line.';

-- platform/errors.sql

-- The vocabulary of refusals. Functions raise these SQLSTATEs; hint carries a stable machine-readable
-- code, detail a JSON object. functions/_http/errors.ts maps them to HTTP, and a test holds both equal.
create or replace function private.error_codes()
returns table (code text, http_status integer, default_code text, meaning text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('OPAUT', 401, 'not_signed_in', 'no signed-in user stands behind the call'),
    ('OPDEN', 403, 'not_allowed', 'the role of the caller may never do this'),
    ('OPNFD', 404, 'not_found', 'missing, or not the caller''s: the two look the same'),
    ('OPSTA', 409, 'wrong_state', 'the object is in another state than the call assumes'),
    ('OPINV', 400, 'invalid', 'the input is malformed or contradicts itself'),
    ('OPBIG', 413, 'too_large', 'the input is larger than the service takes'),
    ('OPLIM', 429, 'rate_limited', 'too many calls; detail says when to try again')
$$;

revoke execute on function private.error_codes() from public;

comment on function private.error_codes() is
  'Every SQLSTATE that functions of this database raise, its HTTP status and its default error code.';

-- audit/tables.sql

-- What happened, who did it, and on whose behalf. Append-only from the first row, for the owner too.
create table public.audit_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  occurred_at timestamptz not null default now(),
  actor_person_id uuid,
  actor_user_id uuid,
  actor_db_role text not null,
  acted_as_person_id uuid,
  request_id text,
  action text not null,
  object_type text not null,
  object_id uuid,
  project_id uuid,
  is_restricted boolean not null default false,
  before jsonb,
  after jsonb,
  constraint audit_events_actor_fkey foreign key (organization_id, actor_person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint audit_events_acted_as_fkey foreign key (organization_id, acted_as_person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint audit_events_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict
);
comment on table public.audit_events is 'Append-only record of every change made through a function.';
comment on column public.audit_events.actor_db_role is 'Database role behind the call: authenticated, service_role, or none for the owner and cron.';
comment on column public.audit_events.acted_as_person_id is 'Whose view a lead had taken; the actor stays the lead.';
comment on column public.audit_events.is_restricted is 'Rests on a restricted source, and is as restricted as that.';

create index audit_events_organization_id_occurred_at_idx
  on public.audit_events (organization_id, occurred_at desc);
create index audit_events_object_id_idx on public.audit_events (object_id, occurred_at desc);
create index audit_events_actor_idx on public.audit_events (organization_id, actor_person_id);
create index audit_events_acted_as_idx on public.audit_events (organization_id, acted_as_person_id);
create index audit_events_project_idx on public.audit_events (organization_id, project_id);

create trigger tg_audit_events__refuse_change before update or delete on public.audit_events
  for each row execute function private.tg_refuse_change();
create trigger tg_audit_events__refuse_truncate before truncate on public.audit_events
  for each statement execute function private.tg_refuse_change();
-- ALWAYS: session_replication_role = replica would walk past an ordinary trigger.
alter table public.audit_events enable always trigger tg_audit_events__refuse_change;
alter table public.audit_events enable always trigger tg_audit_events__refuse_truncate;

-- audit/policies.sql

alter table public.audit_events enable row level security;

revoke all on public.audit_events from public, anon, authenticated, service_role;
grant select on public.audit_events to authenticated, service_role;

create policy audit_events_select_lead on public.audit_events
  for select to authenticated
  using (organization_id = (select private.led_organization_id()));
comment on policy audit_events_select_lead on public.audit_events is
  'Admins and leads read the record of their organization.';
