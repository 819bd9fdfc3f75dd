-- The access matrix of the calendar. Reads only: every write is a function.
alter table public.calendar_events enable row level security;

revoke all on public.calendar_events from public, anon, authenticated, service_role;

grant select on public.calendar_events to authenticated, service_role;

create policy calendar_events_select_in_scope on public.calendar_events
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy calendar_events_select_in_scope on public.calendar_events is
  'Whoever sees a project sees the events matched to it.';
