-- The access matrix of the calendar. Reads only: every write is a function.
alter table public.calendar_events enable row level security;
alter table public.calendar_event_project_overrides enable row level security;
alter table public.busy_calendars enable row level security;
alter table public.busy_blocks enable row level security;

revoke all on
  public.calendar_events, public.calendar_event_project_overrides, public.busy_calendars, public.busy_blocks
  from public, anon, authenticated, service_role;

grant select on public.calendar_events to authenticated, service_role;
grant select on public.calendar_event_project_overrides to authenticated, service_role;
grant select on public.busy_calendars to authenticated, service_role;
grant select on public.busy_blocks to authenticated, service_role;

create policy calendar_events_select_in_scope on public.calendar_events
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy calendar_events_select_in_scope on public.calendar_events is
  'Viewers of a project see its events; admins and leads also see those without a project. get_calendar also returns the events that a member attends, without their projects.';

create policy calendar_event_project_overrides_select_in_scope on public.calendar_event_project_overrides
  for select to authenticated
  using (project_id = any ((select private.visible_project_ids())::uuid[]));
comment on policy calendar_event_project_overrides_select_in_scope on public.calendar_event_project_overrides is
  'Viewers of a project see which events people assigned to it.';

create policy busy_calendars_select_colleague on public.busy_calendars
  for select to authenticated
  using (organization_id = (select private.viewer_organization_id()));
comment on policy busy_calendars_select_colleague on public.busy_calendars is
  'Colleagues see when each other''s busy times were read.';

create policy busy_blocks_select_colleague on public.busy_blocks
  for select to authenticated
  using (organization_id = (select private.viewer_organization_id()));
comment on policy busy_blocks_select_colleague on public.busy_blocks is 'Colleagues see each other''s busy times.';
