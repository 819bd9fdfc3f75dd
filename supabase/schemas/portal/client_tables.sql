-- The records of the portal that clients create, or that record what they were shown. No role reads them directly:
-- get_client_portal projects them column by column.
create type public.client_request_kind as enum ('question', 'change', 'problem', 'other');
comment on type public.client_request_kind is 'The subject of a client''s request.';

create type public.client_request_status as enum ('open', 'answered', 'declined');
comment on type public.client_request_status is
  'open until a person decides its card: answered when the card is executed, declined when it is rejected.';

create type public.deliverable_decision as enum ('approved', 'changes_requested');
comment on type public.deliverable_decision is 'A client''s decision about a deliverable.';

create table private.portal_publications (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  project_id uuid not null,
  client_id uuid not null,
  content_hash text not null,
  document_id uuid,
  document_version integer,
  file_name text,
  file_sha256 text,
  first_read_at timestamptz,
  first_read_by uuid,
  constraint portal_publications_pkey primary key (approval_id),
  constraint portal_publications_organization_id_approval_id_key unique (organization_id, approval_id),
  constraint portal_publications_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint portal_publications_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint portal_publications_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint portal_publications_version_fkey foreign key (organization_id, document_id, document_version)
    references public.document_versions (organization_id, document_id, version) on delete restrict,
  constraint portal_publications_first_read_by_fkey foreign key (organization_id, first_read_by)
    references public.people (organization_id, id) on delete restrict,
  constraint content_hash_is_hex check (content_hash ~ '^[0-9a-f]{64}$'),
  constraint file_is_one_version check (
    num_nulls(document_id, document_version, file_name, file_sha256) in (0, 4)),
  constraint first_reading_has_reader check ((first_read_at is null) = (first_read_by is null))
);
comment on table private.portal_publications is
  'The client for whom a card was published, and the exact content. It stays with that client if the project moves to another one.';
comment on column private.portal_publications.content_hash is
  'SHA-256 of the approved payload and of the released file; a client''s decision refers to it.';
comment on column private.portal_publications.document_version is 'The version of the file when it was released; later ones are not shown.';

create index portal_publications_project_idx on private.portal_publications (organization_id, project_id);
create index portal_publications_client_idx on private.portal_publications (organization_id, client_id);
create index portal_publications_version_idx
  on private.portal_publications (organization_id, document_id, document_version);
create index portal_publications_first_read_by_idx on private.portal_publications (organization_id, first_read_by);

create table private.released_dates (
  project_id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  client_id uuid not null,
  starts_on date,
  due_on date,
  released_by uuid not null,
  released_at timestamptz not null default now(),
  constraint released_dates_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint released_dates_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint released_dates_released_by_fkey foreign key (organization_id, released_by)
    references public.people (organization_id, id) on delete restrict,
  constraint due_after_start check (due_on >= starts_on),
  constraint days_are_days check (
    starts_on between '0001-01-01' and '9999-12-31' and due_on between '0001-01-01' and '9999-12-31')
);
comment on table private.released_dates is 'The dates of a project that its client may see; the internal ones can differ.';

create index released_dates_project_idx on private.released_dates (organization_id, project_id);
create index released_dates_client_idx on private.released_dates (organization_id, client_id);
create index released_dates_released_by_idx on private.released_dates (organization_id, released_by);

create table private.client_requests (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  client_id uuid not null,
  project_id uuid not null,
  approval_id uuid not null,
  kind public.client_request_kind not null,
  content text not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  respond_by date not null,
  status public.client_request_status not null default 'open',
  reply text,
  ended_at timestamptz,
  constraint client_requests_approval_id_key unique (organization_id, approval_id),
  constraint client_requests_scope_key unique (organization_id, id, client_id, project_id),
  constraint client_requests_client_fkey foreign key (organization_id, client_id)
    references public.clients (organization_id, id) on delete restrict,
  constraint client_requests_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint client_requests_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict,
  constraint client_requests_asked_by_fkey foreign key (organization_id, asked_by)
    references public.people (organization_id, id) on delete restrict,
  constraint content_is_present check (btrim(content) <> '' and char_length(content) <= 4000),
  constraint ended_request_has_time check ((status = 'open') = (ended_at is null)),
  constraint only_answered_request_has_reply check (reply is null or status = 'answered')
);
comment on table private.client_requests is
  'Requests of clients, in their words, with the published reply. The organization works with the card of each request.';

create index client_requests_client_idx on private.client_requests (organization_id, client_id, asked_at desc);
create index client_requests_project_idx on private.client_requests (organization_id, project_id);
create index client_requests_asked_by_idx on private.client_requests (organization_id, asked_by);

create table private.deliverable_decisions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  approval_id uuid not null,
  decision public.deliverable_decision not null,
  comment text,
  content_hash text not null,
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamptz not null default clock_timestamp(),
  constraint deliverable_decisions_publication_fkey foreign key (organization_id, approval_id)
    references private.portal_publications (organization_id, approval_id) on delete restrict,
  constraint deliverable_decisions_decided_by_fkey foreign key (organization_id, decided_by)
    references public.people (organization_id, id) on delete restrict,
  constraint comment_is_not_blank check (btrim(comment) <> '' and char_length(comment) <= 4000),
  constraint requested_change_has_comment check (decision = 'approved' or comment is not null)
);
comment on table private.deliverable_decisions is 'Clients'' decisions about deliverables. Append-only; the latest decision counts.';
comment on column private.deliverable_decisions.decided_by_name is 'The name at the time of the decision, because the record never changes.';

create index deliverable_decisions_publication_idx
  on private.deliverable_decisions (organization_id, approval_id, decided_at desc);
create index deliverable_decisions_decided_by_idx on private.deliverable_decisions (organization_id, decided_by);

create trigger tg_deliverable_decisions__refuse_change before update or delete on private.deliverable_decisions
  for each row execute function private.tg_refuse_change();
create trigger tg_deliverable_decisions__refuse_truncate before truncate on private.deliverable_decisions
  for each statement execute function private.tg_refuse_change();
alter table private.deliverable_decisions enable always trigger tg_deliverable_decisions__refuse_change;
alter table private.deliverable_decisions enable always trigger tg_deliverable_decisions__refuse_truncate;

-- The content of a publication never changes; its first reading is recorded once.
create or replace function private.tg_portal_publications__guard_content()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if old.first_read_at is null
    and to_jsonb(new) - '{first_read_at,first_read_by}'::text[] = to_jsonb(old) - '{first_read_at,first_read_by}'::text[]
  then
    return new;
  end if;
  raise exception using
    errcode = 'OPSTA', message = 'A publication never changes', hint = 'append_only';
end;
$$;
comment on function private.tg_portal_publications__guard_content() is 'Raises OPSTA (append_only).';

create trigger tg_portal_publications__guard_content before update on private.portal_publications
  for each row execute function private.tg_portal_publications__guard_content();
create trigger tg_portal_publications__refuse_delete before delete on private.portal_publications
  for each row execute function private.tg_refuse_change();
create trigger tg_portal_publications__refuse_truncate before truncate on private.portal_publications
  for each statement execute function private.tg_refuse_change();
alter table private.portal_publications enable always trigger tg_portal_publications__guard_content;
alter table private.portal_publications enable always trigger tg_portal_publications__refuse_delete;
alter table private.portal_publications enable always trigger tg_portal_publications__refuse_truncate;
