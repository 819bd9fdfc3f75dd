-- People's decisions about findings. The findings themselves are computed on read and not stored.

create type public.finding_severity as enum ('high', 'medium', 'low');
create type public.finding_state as enum ('open', 'unverified', 'settled');
create type public.finding_subject as enum ('project', 'client', 'import_run', 'approval', 'job', 'document', 'sync_stream', 'organization');
create type public.resolution_state as enum ('settled', 'reopened');

create table public.reconciliation_resolutions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  finding_code text not null,
  subject_type public.finding_subject not null,
  subject_id uuid not null,
  version integer not null,
  state public.resolution_state not null,
  facts_hash text not null,
  reason text not null,
  decided_by uuid not null,
  created_at timestamptz not null default now(),
  constraint reconciliation_resolutions_finding_version_key
    unique (organization_id, finding_code, subject_id, version),
  constraint reconciliation_resolutions_decided_by_fkey foreign key (organization_id, decided_by)
    references public.people (organization_id, id) on delete restrict,
  constraint finding_code_is_a_word check (finding_code ~ '^[a-z][a-z_]{2,59}$'),
  constraint versions_count_from_one check (version >= 1),
  constraint facts_hash_is_hex check (facts_hash ~ '^[0-9a-f]{64}$'),
  constraint reason_is_present check (btrim(reason) <> '' and char_length(reason) <= 1000)
);
comment on table public.reconciliation_resolutions is
  'Every decision to settle or reopen a finding, with its author and reason. The highest version counts until the facts change.';
comment on column public.reconciliation_resolutions.subject_id is
  'The row that the finding is about, of the table in subject_type. No foreign key can refer to several tables, so only private.resolve_finding writes here.';
comment on column public.reconciliation_resolutions.facts_hash is
  'Hash of the facts that were settled; when the facts change, the finding is open again.';
create index reconciliation_resolutions_decided_by_idx
  on public.reconciliation_resolutions (organization_id, decided_by);

create trigger tg_reconciliation_resolutions__refuse_change
  before update or delete on public.reconciliation_resolutions
  for each row execute function private.tg_refuse_change();
create trigger tg_reconciliation_resolutions__refuse_truncate
  before truncate on public.reconciliation_resolutions
  for each statement execute function private.tg_refuse_change();
-- ALWAYS, because session_replication_role = replica would skip an ordinary trigger.
alter table public.reconciliation_resolutions
  enable always trigger tg_reconciliation_resolutions__refuse_change;
alter table public.reconciliation_resolutions
  enable always trigger tg_reconciliation_resolutions__refuse_truncate;

-- The figures that a project is judged by. They are computed once per read, and every rule compares some of them.
create type private.project_figures as (
  organization_id uuid,
  project_id uuid,
  name text,
  status public.project_status,
  lead_id uuid,
  lead_name text,
  lead_has_left boolean,
  due_on date,
  budget_hours numeric,
  budget_amount numeric,
  actual_hours numeric,
  entry_count bigint,
  taskless_hours numeric,
  taskless_count bigint,
  future_count bigint,
  last_spent_on date,
  task_count bigint,
  estimate_hours numeric,
  estimated_count bigint,
  open_count bigint,
  verified_count bigint,
  unverified_count bigint,
  unowned_count bigint,
  departed_owner_count bigint,
  past_due_count bigint,
  earliest_due_on date,
  last_activity_on date,
  health public.project_health,
  status_on date,
  cadence public.reporting_cadence,
  status_days integer,
  today date
);
comment on type private.project_figures is 'The figures by which rules judge a project, computed once per read.';

create type private.finding as (
  code text,
  subject_type public.finding_subject,
  subject_id uuid,
  subject_name text,
  project_id uuid,
  is_unverified boolean,
  size numeric,
  facts jsonb,
  basis text,
  evidence_total bigint
);
comment on type private.finding is
  'A problem that a lead should look at. size orders the findings of one code; basis changes when a lead should look again.';

-- At most one row, from the operator's environment.
create table private.health_settings (
  is_only boolean primary key default true,
  verification_window_days integer,
  constraint only_one_row check (is_only),
  constraint verification_window_is_in_range check (verification_window_days between 1 and 365)
);
comment on table private.health_settings is 'The operator''s settings for the rules of health.';
comment on column private.health_settings.verification_window_days is 'For how many days activity verifies a task; null means the default.';
