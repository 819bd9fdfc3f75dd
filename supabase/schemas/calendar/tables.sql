-- Events with their titles and attendees. Free/busy is a table of its own, without either.
create type public.calendar_event_status as enum ('confirmed', 'cancelled');
comment on type public.calendar_event_status is 'A cancelled event stays, so that its id is not given again.';

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint calendar_events_organization_id_id_key unique (organization_id, id),
  constraint calendar_events_provider_external_id_key unique (organization_id, provider, calendar_id, external_id),
  constraint calendar_events_project_fkey foreign key (organization_id, project_id)
    references public.projects (organization_id, id) on delete restrict,
  constraint summary_is_present check (btrim(summary) <> '' and char_length(summary) <= 500),
  constraint ends_after_start check (ends_at > starts_at),
  -- JSON has no word for infinity, and no reader for years of five digits.
  constraint times_are_instants check (starts_at >= '0001-01-01 00:00Z' and ends_at < '10000-01-01 00:00Z'),
  constraint external_id_is_present check (btrim(external_id) <> '' and char_length(external_id) <= 1024)
);
comment on table public.calendar_events is 'What is known of calendar events: a copy of the vendor''s, or the event itself where none is connected.';
comment on column public.calendar_events.etag is 'Version the vendor gave it; a change names it, so that nothing newer is written over.';

create index calendar_events_organization_id_project_id_idx on public.calendar_events (organization_id, project_id, starts_at);

create trigger tg_calendar_events__touch before update on public.calendar_events
  for each row execute function private.tg_touch();
