-- Data that background functions read from connected vendors: how far each listing was read, a receipt of every run,
-- which project each list belongs to, and what could not be applied. One transaction applies one page: rows, records,
-- cursor and counts.
create type public.sync_stream_name as enum (
  'tasks', 'hours', 'meetings', 'events', 'busy', 'files', 'companies', 'contacts', 'deals', 'emails');
comment on type public.sync_stream_name is 'The kind of data that a stream reads.';

create type public.sync_state as enum ('active', 'paused', 'needs_reconnect');
create type public.sync_pause_reason as enum ('disconnected');
comment on type public.sync_pause_reason is
  'Why a stream is paused. disconnected: the vendor is no longer connected.';

create type public.sync_end as enum (
  'completed', 'out_of_time', 'cursor_died', 'rate_limited', 'grant_dead', 'forbidden', 'unavailable',
  'invalid_response', 'lost', 'storage_full');
comment on type public.sync_end is
  'Why a run ended. out_of_time: the next run continues. lost: its worker died, or failed for a reason other than the vendor. storage_full: the organization has stored as much of this kind as it may.';

create type private.sync_outcome as enum ('created', 'updated', 'unchanged', 'deleted', 'filtered', 'failed');
comment on type private.sync_outcome is 'The outcome of one record in a run. Every record has exactly one.';

create table public.sync_streams (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  provider public.integration_provider not null,
  stream public.sync_stream_name not null,
  state public.sync_state not null default 'active',
  pause_reason public.sync_pause_reason,
  cursor text,
  listing integer not null default 1,
  confirmed_at timestamptz,
  completed_at timestamptz,
  failures integer not null default 0,
  stored_bytes bigint not null default 0,
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint sync_streams_organization_id_id_key unique (organization_id, id),
  constraint sync_streams_organization_id_provider_stream_key unique (organization_id, provider, stream),
  constraint paused_stream_has_reason check ((state = 'paused') = (pause_reason is not null)),
  constraint counts_are_counted check (listing >= 1 and failures >= 0 and stored_bytes >= 0)
)
-- Every page changes its stream, and its runs refer to it. With a low fill factor, old row versions are removed at
-- once.
with (fillfactor = 10);
comment on table public.sync_streams is 'The data that an organization reads from a vendor, and how far it has read.';
comment on column public.sync_streams.cursor is 'Where the next page begins; null at the beginning of a listing. It is never ahead of the rows.';
comment on column public.sync_streams.listing is
  'Number of the listing being read, from its first page to its last, across runs: a record without this number is missing from it.';
comment on column public.sync_streams.confirmed_at is 'Newest fact that the vendor confirmed.';
comment on column public.sync_streams.completed_at is 'When a listing was last read to its end.';
comment on column public.sync_streams.failures is 'Failed runs since the last one that succeeded: the pause grows with them.';
comment on column public.sync_streams.stored_bytes is 'Bytes of received emails, which the quota of their organization counts.';
create index sync_streams_next_at_idx on public.sync_streams (next_at) where state = 'active';

create table public.sync_runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  stream_id uuid not null,
  cursor_before text,
  cursor_after text,
  pages integer not null default 0,
  record_count integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  deleted integer not null default 0,
  filtered integer not null default 0,
  failed integer not null default 0,
  gaps integer not null default 0,
  calls integer not null default 0,
  retries integer not null default 0,
  ended_because public.sync_end,
  error text,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint sync_runs_organization_id_id_key unique (organization_id, id),
  constraint sync_runs_stream_fkey foreign key (organization_id, stream_id)
    references public.sync_streams (organization_id, id) on delete restrict,
  -- Every record that a run saw has one outcome.
  constraint records_are_accounted_for check (
    record_count = created + updated + unchanged + deleted + filtered + failed),
  constraint counts_are_counted check (
    least(pages, record_count, created, updated, unchanged, deleted, filtered, failed, gaps, calls, retries) >= 0),
  constraint ended_run_has_end_and_reason check ((ended_at is null) = (ended_because is null))
);
comment on table public.sync_runs is 'Receipts: what each run of a stream saw, and what became of it.';
comment on column public.sync_runs.record_count is 'Records that the vendor listed, and those missing from a complete listing.';
comment on column public.sync_runs.gaps is 'Number of times that the vendor no longer knew the position, so that everything is read again.';
create index sync_runs_stream_idx on public.sync_runs (organization_id, stream_id, started_at desc);
-- A stream has one run at a time.
create unique index sync_runs_stream_id_open_idx on public.sync_runs (stream_id) where ended_at is null;

create trigger tg_sync_runs__refuse_change before update on public.sync_runs
  for each row when (old.ended_at is not null) execute function private.tg_refuse_change();
create trigger tg_sync_runs__refuse_delete before delete on public.sync_runs
  for each row execute function private.tg_refuse_change();
create trigger tg_sync_runs__refuse_truncate before truncate on public.sync_runs
  for each statement execute function private.tg_refuse_change();
alter table public.sync_runs enable always trigger tg_sync_runs__refuse_change;
alter table public.sync_runs enable always trigger tg_sync_runs__refuse_delete;
alter table public.sync_runs enable always trigger tg_sync_runs__refuse_truncate;

create table public.sync_scopes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  stream_id uuid not null,
  external_id text not null,
  name text not null,
  project_id uuid not null,
  created_at timestamptz not null default now(),
  constraint sync_scopes_stream_id_external_id_key unique (organization_id, stream_id, external_id),
  constraint sync_scopes_stream_fkey foreign key (organization_id, stream_id)
    references public.sync_streams (organization_id, id) on delete restrict,
  constraint sync_scopes_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 200),
  constraint name_is_present check (btrim(name) <> '' and char_length(name) <= 200)
);
comment on table public.sync_scopes is 'Which project a list or project of a vendor belongs to. The records of others are left out.';
create index sync_scopes_project_idx on public.sync_scopes (organization_id, project_id);

create table public.sync_dead_letters (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  stream_id uuid not null,
  run_id uuid not null,
  external_id text not null,
  payload jsonb not null,
  payload_hash text not null,
  code text not null,
  reason text not null,
  listing integer not null default 1,
  attempt integer not null default 1,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint sync_dead_letters_stream_fkey foreign key (organization_id, stream_id)
    references public.sync_streams (organization_id, id) on delete restrict,
  constraint sync_dead_letters_run_fkey foreign key (organization_id, run_id)
    references public.sync_runs (organization_id, id) on delete restrict,
  constraint payload_hash_is_of_payload check (
    payload_hash = encode(sha256(convert_to(payload::text, 'UTF8')), 'hex')),
  constraint attempts_are_counted check (attempt >= 1)
);
comment on table public.sync_dead_letters is 'Records that could not be applied, with the reason. Each can be retried.';
comment on column public.sync_dead_letters.code is 'The hint of the refusal, or the SQLSTATE.';
comment on column public.sync_dead_letters.listing is 'The last listing of the stream that had the record.';
comment on column public.sync_dead_letters.resolved_at is
  'When a version of the record was applied, or when a complete listing no longer had it.';
create unique index sync_dead_letters_open_idx
  on public.sync_dead_letters (organization_id, stream_id, external_id) where resolved_at is null;
create index sync_dead_letters_stream_idx on public.sync_dead_letters (organization_id, stream_id);
create index sync_dead_letters_run_idx on public.sync_dead_letters (organization_id, run_id);

-- Ids are compared by their bytes: the rules of a language would cost as much as the rest of an insert.
create table private.sync_records (
  organization_id uuid not null,
  stream_id uuid not null,
  external_id text collate "C" not null,
  version text not null,
  hash text,
  scope_external_id text,
  project_id uuid,
  row_id uuid,
  is_here boolean not null,
  parent_external_id text,
  applied jsonb,
  seen_listing integer not null,
  removal_reason text,
  removal_approval_id uuid,
  conflict_at timestamptz,
  conflict_fields jsonb,
  restricted_ids uuid[] not null default '{}',
  -- guard_stream_of_records.sql guards the reference to the stream.
  constraint sync_records_pkey primary key (organization_id, stream_id, external_id),
  constraint sync_records_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024),
  constraint record_here_has_row check (not is_here or (row_id is not null and hash is not null)),
  constraint conflict_has_fields check (
    (conflict_at is null) = (conflict_fields is null) and conflict_fields <> '{}')
);
comment on table private.sync_records is 'The records of vendors: current rows of ours, former ones, and those that were left out.';
comment on column private.sync_records.version is 'The vendor''s version of the record, as text: a date type would lose digits.';
comment on column private.sync_records.scope_external_id is 'The list or project of the vendor that it is in.';
comment on column private.sync_records.applied is 'The vendor''s last stored fields, to notice a change that was made here.';
comment on column private.sync_records.removal_reason is 'Why the row is to be removed at the end of the listing.';
comment on column private.sync_records.removal_approval_id is
  'The card that decides about the removal of a row that is here, or that removed one. It is not a foreign key, because its index would be written with every record, and cards are never deleted.';
comment on column private.sync_records.conflict_fields is
  'Our values that the vendor''s newer ones replaced: { field: our value }, until both sides agree about a field again.';
comment on column private.sync_records.restricted_ids is
  'Sources that were restricted because their removal may wait, and that are open again when the record is listed again.';
-- The project first: a lookup of a record by its key that is planned while the table is empty would otherwise take this
-- index as well, and read all records of the organization.
create index sync_records_project_idx on private.sync_records (project_id, organization_id);
create index sync_records_parent_idx on private.sync_records (stream_id, parent_external_id)
  where parent_external_id is not null;
create index sync_records_removal_idx on private.sync_records (stream_id) where removal_reason is not null;
create index sync_records_removal_approval_idx on private.sync_records (organization_id, removal_approval_id)
  where removal_approval_id is not null;
create index sync_records_restricted_idx on private.sync_records (stream_id) where restricted_ids <> '{}';
create index sync_records_conflict_idx on private.sync_records (stream_id) where conflict_at is not null;

create table private.sync_run_records (
  organization_id uuid not null,
  run_id uuid not null,
  position bigint not null generated always as identity,
  external_ids text[] not null,
  outcomes private.sync_outcome[] not null,
  reasons text[] not null,
  constraint sync_run_records_pkey primary key (organization_id, run_id, position),
  constraint sync_run_records_run_fkey foreign key (organization_id, run_id)
    references public.sync_runs (organization_id, id) on delete restrict,
  constraint every_record_has_outcome check (
    cardinality(external_ids) > 0 and cardinality(outcomes) = cardinality(external_ids)
    and cardinality(reasons) = cardinality(external_ids) and array_position(outcomes, null) is null)
);
comment on table private.sync_run_records is
  'Every id that a run saw, and its outcome, in a row per page: a row per record would cost as much as the record. Deleted after a week.';
comment on column private.sync_run_records.reasons is 'Why each record has its outcome; null where the outcome explains itself.';

create type private.sync_change as (
  position bigint, external_id text, version text, outcome private.sync_outcome, reason text, hash text, data jsonb,
  scope_external_id text, project_id uuid, person_id uuid, row_id uuid, is_removal boolean,
  has_new_id boolean);
comment on type private.sync_change is 'A listed record, with what is to be done about it.';
comment on column private.sync_change.has_new_id is 'row_id is new, so that no row has it.';

create table private.sync_channels (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  stream_id uuid not null,
  resource text not null,
  address text not null,
  external_id text,
  external_resource_id text,
  token_hash text,
  secret_name text,
  failure text,
  expires_at timestamptz not null,
  pushed_at timestamptz,
  closing_secret_name text,
  closing_settings jsonb,
  created_at timestamptz not null default now(),
  constraint sync_channels_organization_id_id_key unique (organization_id, id),
  constraint sync_channels_external_id_key unique (external_id),
  constraint sync_channels_stream_fkey foreign key (organization_id, stream_id)
    references public.sync_streams (organization_id, id) on delete restrict,
  constraint open_channel_can_be_verified check (
    num_nonnulls(token_hash, secret_name) = (failure is null)::integer and (external_id is null) = (failure is not null)),
  constraint token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint closing_channel_has_grant check ((closing_secret_name is null) = (closing_settings is null))
);
comment on table private.sync_channels is
  'Where vendors announce changes: the push channels and webhooks of streams, and attempts to open one that failed.';
comment on column private.sync_channels.resource is 'The calendar, workspace or list of changes that is watched.';
comment on column private.sync_channels.address is 'Where the vendor sends pushes.';
comment on column private.sync_channels.token_hash is 'SHA-256 of the token that each push contains.';
comment on column private.sync_channels.secret_name is 'Name in the vault of the secret that signs each push.';
comment on column private.sync_channels.closing_secret_name is
  'Name in the vault of the secret of a vendor that was disconnected: its worker stops the channel with it. Pushes are refused.';
comment on column private.sync_channels.closing_settings is 'The settings that the vendor was connected with.';
comment on column private.sync_channels.expires_at is 'The end of the channel, or when another attempt to open it is due.';
create index sync_channels_stream_idx on private.sync_channels (organization_id, stream_id);

create table private.sync_pushes (
  organization_id uuid not null,
  channel_id uuid not null,
  message_id text not null,
  received_at timestamptz not null default now(),
  constraint sync_pushes_pkey primary key (organization_id, channel_id, message_id),
  constraint sync_pushes_channel_fkey foreign key (organization_id, channel_id)
    references private.sync_channels (organization_id, id) on delete cascade
);
comment on table private.sync_pushes is 'Pushes of the last days, so that a repeated delivery has no effect.';
create index sync_pushes_received_at_idx on private.sync_pushes (received_at);
