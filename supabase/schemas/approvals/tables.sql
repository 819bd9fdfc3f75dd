-- The queue: proposals, their deciders and their results.
create type public.approval_status as enum (
  'pending', 'approved', 'rejected', 'executing', 'executed', 'failed', 'unknown');
comment on type public.approval_status is
  'pending → approved → executing → executed, failed or unknown; pending → rejected; failed → executing; unknown → executed or failed; an edited or lapsed card is pending again.';

create type public.proposer as enum ('person', 'agent', 'background');
comment on type public.proposer is 'Who proposed a card: a person, an agent in a person''s session, or a background function.';

create type public.citation_role as enum ('evidence', 'influence');
comment on type public.citation_role is 'evidence supports the content; influence is what the proposer had read before the proposal.';

create type public.approval_event_type as enum (
  'proposed', 'edited', 'approved', 'rejected', 'lapsed', 'execution_requested', 'execution_started',
  'vendor_called', 'vendor_confirmed', 'executed', 'failed', 'unknown', 'reviewed', 'assigned',
  'stated', 'statement_withdrawn');
comment on type public.approval_event_type is
  'lapsed: the decision is no longer valid (the decider''s role, the target or the evidence changed) and the card is pending again.';

create table public.approvals (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  kind public.approval_kind not null references public.approval_kinds (kind) on delete restrict,
  project_id uuid,
  status public.approval_status not null default 'pending',
  title text not null,
  payload jsonb not null,
  payload_hash text not null,
  version integer not null default 1,
  is_restricted boolean not null default false,
  scope_id uuid not null
    generated always as (case when is_restricted or project_id is null then organization_id else project_id end) stored,
  target_id uuid,
  target_snapshot jsonb,
  undo_of_id uuid,
  assigned_to uuid,
  stakes_rank bigint not null default 0,
  due_rank bigint not null default 0,

  proposer public.proposer not null,
  proposed_by uuid,
  agent_session_id uuid,
  last_edited_by uuid,

  decided_by uuid,
  decided_at timestamptz,
  decided_version integer,
  decided_hash text,
  decided_target_hash text,
  reason text,
  review jsonb,
  readiness jsonb not null default '[]',
  effect_payload jsonb,

  execution_requested_by uuid,
  execution_requested_at timestamptz,
  execution_job_id uuid,
  execution_attempt integer,
  execution_started_at timestamptz,
  vendor_called_at timestamptz,
  vendor_confirmed_at timestamptz,
  confirmed_result jsonb,
  executed_at timestamptz,
  execution_error text,
  result jsonb,
  inverse jsonb,

  request_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint approvals_organization_id_id_key unique (organization_id, id),
  constraint approvals_organization_id_id_scope_id_key unique (organization_id, id, scope_id),
  constraint approvals_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint approvals_undo_of_fkey foreign key (organization_id, undo_of_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint approvals_assigned_to_fkey foreign key (organization_id, assigned_to)
    references public.people (organization_id, id) on delete restrict,
  constraint approvals_proposed_by_fkey foreign key (organization_id, proposed_by)
    references public.people (organization_id, id) on delete restrict,
  constraint approvals_last_edited_by_fkey foreign key (organization_id, last_edited_by)
    references public.people (organization_id, id) on delete restrict,
  constraint approvals_decided_by_fkey foreign key (organization_id, decided_by)
    references public.people (organization_id, id) on delete restrict,
  constraint approvals_execution_requested_by_fkey foreign key (organization_id, execution_requested_by)
    references public.people (organization_id, id) on delete restrict,

  constraint title_is_present check (btrim(title) <> '' and char_length(title) <= 300),
  constraint payload_is_an_object check (jsonb_typeof(payload) = 'object'),
  constraint payload_is_bounded check (octet_length(payload::text) <= 500000),
  constraint readiness_is_a_list check (jsonb_typeof(readiness) = 'array'),
  constraint version_is_positive check (version >= 1),
  constraint only_background_proposal_has_no_person check ((proposer = 'background') = (proposed_by is null)),
  constraint pending_card_is_undecided check (
    (status = 'pending') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)
    and (decided_by is null) = (decided_version is null)
    and (decided_by is null) = (decided_hash is null)),
  constraint decision_binds_what_was_seen check (
    decided_hash is null or (decided_hash = payload_hash and decided_version = version)),
  constraint rejection_has_reason check ((status = 'rejected') = (reason is not null)),
  constraint reason_is_not_blank check (btrim(reason) <> '' and char_length(reason) <= 2000),
  constraint undecided_card_has_no_execution check (
    status not in ('pending', 'rejected')
    or (execution_requested_by is null and execution_requested_at is null and execution_job_id is null
        and execution_started_at is null and vendor_called_at is null)),
  constraint execution_was_requested check (
    (execution_requested_by is null) = (execution_requested_at is null)
    and (status not in ('executing', 'executed', 'failed', 'unknown') or execution_requested_by is not null)),
  constraint executing_card_has_job check (
    status <> 'executing' or (execution_job_id is not null and execution_attempt is not null)),
  constraint executed_card_has_time check ((status = 'executed') = (executed_at is not null)),
  constraint failed_or_unknown_has_error check ((status in ('failed', 'unknown')) = (execution_error is not null)),
  constraint confirmation_follows_call check (
    (vendor_confirmed_at is null) = (confirmed_result is null)
    and (vendor_confirmed_at is null or vendor_confirmed_at >= vendor_called_at)),
  constraint effect_was_decided check (effect_payload is null or decided_hash is not null),
  constraint executed_card_has_no_job check (status <> 'executed' or execution_job_id is null),
  constraint unknown_card_has_vendor_call check (status <> 'unknown' or vendor_called_at is not null),
  constraint only_executed_card_has_result check (status = 'executed' or (result is null and inverse is null))
);
comment on table public.approvals is 'Cards: an intended write, its decision and its execution.';
comment on column public.approvals.title is 'A short description of the change, for people.';
comment on column public.approvals.payload_hash is 'SHA-256 of everything that a decision covers: id, version, kind, project, target and payload. A trigger computes it.';
comment on column public.approvals.is_restricted is 'Whether its kind is restricted, it undoes a restricted card, or it cites or was made from a source that viewers of its project do not see.';
comment on column public.approvals.scope_id is
  'Its project, or the organization (admin and lead) when the card is restricted or has no project.';
comment on column public.approvals.target_snapshot is 'The target when the payload was written; null if nothing is replaced.';
comment on column public.approvals.undo_of_id is 'The executed card that this one undoes.';
comment on column public.approvals.assigned_to is
  'The person who is to decide the card. It gives them no right: it counts only while they may decide the card anyway.';
comment on column public.approvals.stakes_rank is
  'Position in the inbox by stakes, then by due date; the lowest comes first. A trigger computes it: private.inbox_ranks().';
comment on column public.approvals.due_rank is 'Position in the inbox by due date, then by stakes.';
comment on column public.approvals.decided_target_hash is 'SHA-256 of the target at the moment of the decision. An execution compares it with the present target.';
comment on column public.approvals.review is 'Evidence and freshness as re-checked after the decision: { checked_at, reasons }.';
comment on column public.approvals.execution_job_id is 'The job that executes the card or looks up an unknown execution; null when there is none.';
comment on column public.approvals.readiness is
  'The reasons that prevented an approval when the payload was written; computed again whenever the card is opened or decided.';
comment on column public.approvals.effect_payload is
  'The payload to execute if it leaves out text from sources that members of the project cannot see; null if it is the payload itself.';
comment on column public.approvals.vendor_confirmed_at is
  'When a lookup after the call found the object that carries the marker of the card.';
comment on column public.approvals.confirmed_result is 'The object that the lookup found. The result is the same object, or null.';
comment on column public.approvals.vendor_called_at is 'Set before the vendor is called: from then on, a missing response does not mean that nothing happened.';
comment on column public.approvals.result is 'The object that the execution created or changed: { provider, external_id, url } or { table, id }.';
comment on column public.approvals.inverse is 'Payload of the card that would undo it; null where that is not possible.';

create index approvals_organization_id_status_idx on public.approvals (organization_id, status, created_at desc, id desc);
create index approvals_organization_id_created_at_idx on public.approvals (organization_id, created_at desc, id desc);
create index approvals_scope_id_status_idx on public.approvals (scope_id, status, created_at desc, id desc);
create index approvals_organization_id_project_id_idx on public.approvals (organization_id, project_id, created_at desc);
create index approvals_kind_idx on public.approvals (kind);
create index approvals_organization_id_undo_of_id_idx on public.approvals (organization_id, undo_of_id);
create index approvals_organization_id_proposed_by_idx on public.approvals (organization_id, proposed_by);
create index approvals_organization_id_proposed_by_pending_idx
  on public.approvals (organization_id, proposed_by) where status = 'pending';
create index approvals_organization_id_assigned_to_idx on public.approvals (organization_id, assigned_to);
create index approvals_pending_by_stakes_idx
  on public.approvals (organization_id, stakes_rank, created_at, id) where status = 'pending';
create index approvals_pending_by_due_date_idx
  on public.approvals (organization_id, due_rank, created_at, id) where status = 'pending';
create index approvals_organization_id_last_edited_by_idx on public.approvals (organization_id, last_edited_by);
create index approvals_organization_id_decided_by_idx on public.approvals (organization_id, decided_by);
create index approvals_organization_id_execution_requested_by_idx
  on public.approvals (organization_id, execution_requested_by);
-- The trigrams of titles, for find_rows.
create index approvals_title_trigrams_idx
  on public.approvals using gin (private.search_name(title) extensions.gin_trgm_ops);
-- A stream has at most one open card about removals.
create unique index approvals_open_sync_removal_idx on public.approvals (organization_id, target_id)
  where kind = 'sync_removal' and undo_of_id is null and status in ('pending', 'approved', 'executing', 'failed');
create unique index approvals_execution_job_id_idx on public.approvals (execution_job_id) where execution_job_id is not null;

create table public.approval_versions (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  version integer not null,
  title text not null,
  payload jsonb not null,
  payload_hash text not null,
  written_by uuid,
  scope_id uuid not null,
  created_at timestamptz not null default now(),
  constraint approval_versions_pkey primary key (approval_id, version),
  constraint approval_versions_approval_fkey foreign key (organization_id, approval_id, scope_id)
    references public.approvals (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint approval_versions_written_by_fkey foreign key (organization_id, written_by)
    references public.people (organization_id, id) on delete restrict
);
comment on table public.approval_versions is 'Every payload of a card.';
comment on column public.approval_versions.written_by is 'Proposer of the first version, editor of the others; null for a background function.';

create index approval_versions_approval_idx on public.approval_versions (organization_id, approval_id, scope_id);
create index approval_versions_written_by_idx on public.approval_versions (organization_id, written_by);
create index approval_versions_scope_id_idx on public.approval_versions (scope_id, approval_id);

create table public.approval_citations (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  number integer not null,
  role public.citation_role not null,
  source_id uuid not null,
  source_version integer not null,
  source_was_restricted boolean not null default false,
  passage_id uuid,
  quote text,
  scope_id uuid not null,
  constraint approval_citations_pkey primary key (approval_id, number),
  constraint approval_citations_approval_fkey foreign key (organization_id, approval_id, scope_id)
    references public.approvals (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint approval_citations_source_fkey foreign key (organization_id, source_id)
    references public.sources (organization_id, id) on delete restrict,
  constraint evidence_is_quoted check (role <> 'evidence' or quote is not null),
  constraint quote_is_not_blank check (btrim(quote) <> '' and char_length(quote) <= 4000),
  constraint number_is_bounded check (number between 1 and 200)
);
comment on table public.approval_citations is 'The evidence of a card, numbered as in its text, and the sources that influenced it.';
comment on column public.approval_citations.source_was_restricted is
  'Whether the source was restricted when it was cited. A source that was restricted later does not support a card.';
comment on column public.approval_citations.passage_id is
  'The passage that contains the quote or its beginning; null if none did when the card was proposed. No foreign key: passages are deleted with their version, and the citation is then shown as changed or missing.';

create index approval_citations_approval_idx on public.approval_citations (organization_id, approval_id, scope_id);
create index approval_citations_source_idx on public.approval_citations (organization_id, source_id);
create index approval_citations_scope_id_idx on public.approval_citations (scope_id, approval_id);

create table public.approval_events (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  number integer not null,
  type public.approval_event_type not null,
  status public.approval_status not null,
  version integer not null,
  payload_hash text not null,
  actor_id uuid,
  actor_db_role text not null,
  request_id text,
  job_id uuid,
  attempt integer,
  decided_card jsonb,
  details jsonb,
  scope_id uuid not null,
  occurred_at timestamptz not null default clock_timestamp(),
  constraint approval_events_pkey primary key (approval_id, number),
  constraint approval_events_approval_fkey foreign key (organization_id, approval_id, scope_id)
    references public.approvals (organization_id, id, scope_id) on update cascade on delete restrict,
  constraint approval_events_actor_fkey foreign key (organization_id, actor_id)
    references public.people (organization_id, id) on delete restrict
);
comment on table public.approval_events is 'Append-only history of a card.';
comment on column public.approval_events.status is 'Status of the card after the event.';
comment on column public.approval_events.decided_card is 'The card as its decider saw it: title and payload, for an approval also diff, evidence and its state.';

create index approval_events_approval_idx on public.approval_events (organization_id, approval_id, scope_id);
create index approval_events_actor_idx on public.approval_events (organization_id, actor_id);
create index approval_events_scope_id_idx on public.approval_events (scope_id, approval_id);

-- Which version of a card each session was shown last. If a call to approve names no version, the
-- API adds this one.
create table private.approval_readings (
  organization_id uuid not null,
  person_id uuid not null,
  session_id text not null,
  approval_id uuid not null,
  version integer not null,
  read_at timestamptz not null default clock_timestamp(),
  constraint approval_readings_pkey primary key (person_id, session_id, approval_id),
  constraint approval_readings_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete cascade,
  constraint approval_readings_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete cascade
);
comment on table private.approval_readings is 'The version of a card that a session was shown last, by the inbox, the list, or its own proposal or edit.';
comment on column private.approval_readings.session_id is 'The session claim of the token; empty if the token has none.';

create index approval_readings_person_idx on private.approval_readings (organization_id, person_id);
create index approval_readings_approval_idx on private.approval_readings (organization_id, approval_id);

-- The material of a card: everything that the assistant's conversation had seen. Read through
-- private.approval_card().
create table private.approval_materials (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  scope_id uuid not null,
  source_id uuid,
  constraint approval_materials_approval_id_scope_id_source_id_key
    unique nulls not distinct (approval_id, scope_id, source_id),
  constraint approval_materials_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint approval_materials_source_fkey foreign key (organization_id, source_id)
    references public.sources (organization_id, id) on delete restrict
);
comment on table private.approval_materials is 'The scopes and sources behind a card that an assistant proposed.';
comment on column private.approval_materials.scope_id is
  'The scope when the card was proposed: a project, or the organization where it is wider, restricted or unknown.';
comment on column private.approval_materials.source_id is 'Null for rows that are not a source.';

create index approval_materials_organization_id_approval_id_idx
  on private.approval_materials (organization_id, approval_id);
create index approval_materials_organization_id_source_id_idx
  on private.approval_materials (organization_id, source_id);

-- The colleague who is shown the cards that are assigned to an absent person. Read through get_account() and the
-- cards.
create table private.approval_delegations (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  person_id uuid primary key,
  delegate_id uuid not null,
  first_on date not null,
  last_on date not null,
  created_at timestamptz not null default now(),
  constraint approval_delegations_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint approval_delegations_delegate_fkey foreign key (organization_id, delegate_id)
    references public.people (organization_id, id) on delete restrict,
  constraint delegate_is_another_person check (delegate_id <> person_id),
  constraint absence_has_days check (last_on between first_on and first_on + 366)
);
comment on table private.approval_delegations is
  'A person''s absence, and the colleague who is shown their assigned cards during it. It transfers no right.';
comment on column private.approval_delegations.first_on is 'First and last day of the absence, in the time zone of the organization.';

create index approval_delegations_person_idx on private.approval_delegations (organization_id, person_id);
create index approval_delegations_delegate_idx on private.approval_delegations (organization_id, delegate_id);
