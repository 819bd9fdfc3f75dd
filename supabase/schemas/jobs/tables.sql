-- Work that outlives a request. A job is a row: enqueued in the transaction of the change that causes
-- it, leased by a worker, and deleted in the transaction of its effect. The remaining jobs are waiting, running or dead.
create table private.jobs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  kind text not null,
  payload jsonb not null default '{}',
  unique_key text,
  request_id text,
  run_at timestamptz not null default now(),
  attempt integer not null default 0,
  max_attempts integer not null,
  leased_by text,
  lease_until timestamptz,
  last_error text,
  died_at timestamptz,
  created_at timestamptz not null default now(),
  constraint kind_is_present check (btrim(kind) <> '' and char_length(kind) <= 60),
  constraint attempts_are_counted check (
    attempt >= 0 and attempt <= max_attempts and max_attempts >= 1 and max_attempts <= 100),
  constraint lease_has_worker_and_end check ((leased_by is null) = (lease_until is null)),
  constraint leased_job_was_attempted check (leased_by is null or attempt > 0),
  constraint dead_job_is_not_leased check (died_at is null or leased_by is null),
  constraint dead_job_has_error check (died_at is null or last_error is not null)
);
comment on table private.jobs is 'Durable work: waiting, running (leased) or dead. A finished job is deleted.';
comment on column private.jobs.unique_key is 'Unique among the jobs of a kind that are not dead, so that work enqueued twice is one job.';
comment on column private.jobs.request_id is 'Id of the request that caused the job, for logs.';
comment on column private.jobs.attempt is 'Number of the attempt; a worker whose attempt is over can change nothing (fencing).';
comment on column private.jobs.lease_until is 'When the worker''s lease ends; afterwards any worker may take the job.';
comment on column private.jobs.died_at is 'When its last attempt failed. Dead jobs stay, and portfolio-health lists them, until the same work is tried again.';

create index jobs_organization_id_idx on private.jobs (organization_id);
create unique index jobs_kind_unique_key_idx on private.jobs (kind, unique_key)
  where unique_key is not null and died_at is null;
create index jobs_waiting_idx on private.jobs (kind, run_at, id) where died_at is null and lease_until is null;
create index jobs_leased_idx on private.jobs (lease_until) where lease_until is not null;
-- Only dead jobs are in this index, so a job that is taken and finished costs one index entry less.
create index jobs_organization_id_died_at_idx on private.jobs (organization_id, died_at) where died_at is not null;

create table private.rate_limits (
  organization_id uuid not null,
  person_id uuid not null,
  route text not null,
  admitted_at timestamptz[] not null default '{}',
  constraint rate_limits_pkey primary key (person_id, route),
  constraint rate_limits_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint route_is_present check (btrim(route) <> '' and char_length(route) <= 60)
);
comment on table private.rate_limits is 'When a person''s latest calls of a route were admitted: a sliding window, exact across instances.';

create index rate_limits_organization_id_person_id_idx on private.rate_limits (organization_id, person_id);

-- One row per limited route, from a data migration.
create table private.rate_limit_settings (
  route text primary key,
  default_calls integer not null,
  max_calls integer,
  constraint route_is_present check (btrim(route) <> '' and char_length(route) <= 60),
  constraint limits_are_positive check (default_calls >= 1 and max_calls >= 1)
);
comment on table private.rate_limit_settings is 'How many calls of a route a person has per minute.';
comment on column private.rate_limit_settings.max_calls is 'The value in the operator''s environment; null means the default.';

-- One row per quota, from a data migration.
create table private.quotas (
  name text primary key,
  default_limit bigint not null,
  operator_limit bigint,
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 60),
  constraint limits_are_positive check (default_limit >= 1 and operator_limit >= 1)
);
comment on table private.quotas is
  'How much a person or an organization may store: open cards, and bytes of documents, text and received emails.';
comment on column private.quotas.operator_limit is 'The value in the operator''s environment; null means the default.';

create type private.storage_kind as enum ('documents', 'text');
comment on type private.storage_kind is 'documents: uploaded files. text: conversations, cards, status updates, tasks, comments, and notes of hours.';

create table private.storage_usage (
  organization_id uuid not null,
  person_id uuid not null,
  kind private.storage_kind not null,
  bytes bigint not null default 0,
  constraint storage_usage_pkey primary key (person_id, kind),
  constraint storage_usage_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint bytes_are_counted check (bytes >= 0)
);
comment on table private.storage_usage is
  'How much each person has stored. Each write updates the count, because adding up conversations at each question would take too long.';

create index storage_usage_organization_id_kind_idx on private.storage_usage (organization_id, kind);
create index storage_usage_organization_id_person_id_idx on private.storage_usage (organization_id, person_id);
