-- Events with their titles and attendees. Busy times, which have neither, have their own tables.
create type public.calendar_event_status as enum ('confirmed', 'cancelled', 'tentative');
comment on type public.calendar_event_status is 'A cancelled event stays, so that its id is not used again.';

create table public.calendar_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  provider public.external_provider not null,
  external_id text not null,
  calendar_id text not null default 'primary',
  project_id uuid,
  summary text not null,
  description text,
  location text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null,
  attendees text[] not null default '{}',
  status public.calendar_event_status not null default 'confirmed',
  etag text,
  is_all_day boolean not null default false,
  organizer_email text,
  series_id text,
  uid text,
  url text,
  match_reason text,
  is_override boolean not null default false,
  participants text[] not null generated always as (
    private.event_participants(attendees, organizer_email, calendar_id)) stored,
  scope_id uuid not null generated always as (coalesce(project_id, organization_id)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint calendar_events_organization_id_id_key unique (organization_id, id),
  constraint calendar_events_provider_external_id_key unique (organization_id, provider, calendar_id, external_id),
  constraint calendar_events_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint summary_is_present check (btrim(summary) <> '' and char_length(summary) <= 500),
  constraint does_not_end_before_start check (ends_at >= starts_at),
  -- JSON has no infinity, and readers do not expect years of five digits.
  constraint times_are_instants check (starts_at >= '0001-01-01 00:00Z' and ends_at < '10000-01-01 00:00Z'),
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024),
  constraint url_is_a_web_address check (url ~ '^https://[^\s/]+' and char_length(url) <= 2000),
  constraint only_matched_event_has_reason check (match_reason is null or project_id is not null),
  constraint override_has_project check (not is_override or project_id is not null)
);
comment on table public.calendar_events is 'Calendar events: copies of the vendor''s, or the events themselves where no vendor is connected.';
comment on column public.calendar_events.etag is 'The vendor''s version of the event; a change names it, so that it overwrites nothing newer.';
comment on column public.calendar_events.calendar_id is 'The calendar that it was read from: usually the address of its owner.';
comment on column public.calendar_events.series_id is 'The vendor''s id of the repeating event that this one belongs to.';
comment on column public.calendar_events.uid is 'The copies of an event in the calendars of several people have the same uid.';
comment on column public.calendar_events.match_reason is 'The reason for its project; null if a card created it for the project.';
comment on column public.calendar_events.is_override is 'A person chose the project, for this event or a copy of it.';
comment on column public.calendar_events.participants is 'Addresses of all participants, in lower case.';
comment on column public.calendar_events.scope_id is 'Its project, or the organization (admin and lead) while it has none.';

create index calendar_events_organization_id_project_id_idx on public.calendar_events (organization_id, project_id, starts_at);
create index calendar_events_scope_id_idx on public.calendar_events (scope_id, starts_at);
create index calendar_events_organization_id_starts_at_idx on public.calendar_events (organization_id, starts_at);
create index calendar_events_organization_id_uid_idx on public.calendar_events (organization_id, uid, starts_at)
  where uid is not null;

create trigger tg_calendar_events__touch before update on public.calendar_events
  for each row execute function private.tg_touch();

create table public.calendar_event_project_overrides (
  organization_id uuid not null references public.organizations (id) on delete restrict,
  event_id uuid not null,
  project_id uuid not null,
  chosen_by uuid not null,
  created_at timestamptz not null default now(),
  constraint calendar_event_project_overrides_pkey primary key (organization_id, event_id),
  constraint calendar_event_project_overrides_event_fkey foreign key (organization_id, event_id)
    references public.calendar_events (organization_id, id) on delete restrict,
  constraint calendar_event_project_overrides_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint calendar_event_project_overrides_chosen_by_fkey foreign key (organization_id, chosen_by)
    references public.people (organization_id, id) on delete restrict
);
comment on table public.calendar_event_project_overrides is
  'The projects that people chose for events. Syncs read them and never write them.';
create index calendar_event_project_overrides_project_idx
  on public.calendar_event_project_overrides (organization_id, project_id);
create index calendar_event_project_overrides_chosen_by_idx
  on public.calendar_event_project_overrides (organization_id, chosen_by);

create table public.busy_calendars (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  provider public.integration_provider not null,
  external_id text not null,
  person_id uuid not null,
  window_starts_at timestamptz not null,
  window_ends_at timestamptz not null,
  synced_at timestamptz not null,
  constraint busy_calendars_organization_id_id_key unique (organization_id, id),
  constraint busy_calendars_organization_id_provider_external_id_key unique (organization_id, provider, external_id),
  constraint busy_calendars_person_fkey foreign key (organization_id, person_id)
    references public.people (organization_id, id) on delete restrict,
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024),
  constraint window_ends_after_start check (window_ends_at > window_starts_at)
);
comment on table public.busy_calendars is 'The calendars whose busy times are read, and when each was read last.';
create index busy_calendars_person_idx on public.busy_calendars (organization_id, person_id);

create table public.busy_blocks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references public.organizations (id) on delete restrict,
  calendar_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint busy_blocks_organization_id_calendar_id_times_key
    unique (organization_id, calendar_id, starts_at, ends_at),
  constraint busy_blocks_calendar_fkey foreign key (organization_id, calendar_id)
    references public.busy_calendars (organization_id, id) on delete restrict,
  constraint ends_after_start check (ends_at > starts_at),
  constraint times_are_instants check (starts_at >= '0001-01-01 00:00Z' and ends_at < '10000-01-01 00:00Z')
);
comment on table public.busy_blocks is 'When people are busy. The reason is unknown: there is no column for a title.';
