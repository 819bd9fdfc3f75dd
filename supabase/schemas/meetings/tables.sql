-- Recorded meetings. A meeting is the source with the same id, as a document is: its title, project, restriction and
-- published text are those of the source. One without a project waits for an admin or a lead, and is not indexed.
create type public.meeting_matched_by as enum ('evidence', 'person');
comment on type public.meeting_matched_by is
  'evidence: the calendar, the people or the title name the project. person: a person chose it, or none, and no sync changes it.';

create table public.meetings (
  id uuid primary key,
  organization_id uuid not null references public.organizations (id) on delete restrict,
  scope_id uuid not null,
  provider public.integration_provider not null,
  external_id text not null,
  url text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  recorded_by text,
  attendees jsonb not null default '[]',
  summary text,
  matched_by public.meeting_matched_by,
  match_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint meetings_organization_id_id_key unique (organization_id, id),
  constraint meetings_provider_external_id_key unique (organization_id, provider, external_id),
  -- Restricting, assigning or moving the source changes the meeting in the same statement.
  constraint meetings_source_fkey foreign key (organization_id, id, scope_id)
    references public.sources (organization_id, id, scope_id) on update cascade on delete cascade,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024),
  constraint url_is_a_web_address check (url ~ '^https://[^\s/]+' and char_length(url) <= 2000),
  constraint does_not_end_before_start check (ends_at >= starts_at),
  constraint attendees_are_a_list check (jsonb_typeof(attendees) = 'array'),
  constraint only_matched_meeting_has_reason check (match_reason is null or matched_by is not null)
);
comment on table public.meetings is 'Recorded meetings, as the vendor reports them, with the reason for their project.';
comment on column public.meetings.scope_id is 'The scope of its source.';
comment on column public.meetings.attendees is '[{ name, email, is_external }], as invited.';
comment on column public.meetings.match_reason is 'Why the meeting belongs to its project, as a sentence; null if it has no project.';

create index meetings_source_idx on public.meetings (organization_id, id, scope_id);
create index meetings_scope_id_idx on public.meetings (scope_id, starts_at desc);

create trigger tg_meetings__touch before update on public.meetings
  for each row execute function private.tg_touch();

-- The text of a meeting before it is published: a meeting without a project cannot be searched.
create table private.meeting_texts (
  meeting_id uuid not null,
  organization_id uuid not null,
  transcript jsonb not null default '[]',
  action_items jsonb not null default '[]',
  constraint meeting_texts_pkey primary key (meeting_id),
  constraint meeting_texts_meeting_fkey foreign key (organization_id, meeting_id)
    references public.meetings (organization_id, id) on delete cascade
);
comment on table private.meeting_texts is 'Transcripts and action items, as the vendor reports them.';
create index meeting_texts_meeting_idx on private.meeting_texts (organization_id, meeting_id);

-- Each action item that was ever read, so that it becomes one card at most.
create table private.meeting_action_items (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  meeting_id uuid not null,
  description text not null,
  offset_seconds integer not null,
  approval_id uuid,
  created_at timestamptz not null default now(),
  constraint meeting_action_items_pkey primary key (id),
  constraint meeting_action_items_meeting_id_description_key unique (meeting_id, description),
  constraint meeting_action_items_meeting_fkey foreign key (organization_id, meeting_id)
    references public.meetings (organization_id, id) on delete cascade,
  constraint meeting_action_items_approval_fkey foreign key (organization_id, approval_id)
    references public.approvals (organization_id, id) on delete restrict
);
comment on table private.meeting_action_items is 'Action items of meetings, each with the card that proposes it.';
comment on column private.meeting_action_items.approval_id is
  'Null if no card was proposed, because the item was already done or the meeting was long ago.';
create index meeting_action_items_meeting_idx on private.meeting_action_items (organization_id, meeting_id);
create index meeting_action_items_approval_idx on private.meeting_action_items (organization_id, approval_id);

create table private.meeting_deliveries (
  delivery_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  constraint meeting_deliveries_pkey primary key (delivery_id),
  constraint delivery_id_is_bounded check (char_length(delivery_id) between 1 and 300)
);
comment on table private.meeting_deliveries is
  'Deliveries of the meeting webhook that were handled, so that a repeated one has no effect.';
create index meeting_deliveries_received_at_idx on private.meeting_deliveries (received_at);
