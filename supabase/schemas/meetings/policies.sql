-- The access matrix of meetings. Reads only: every write is a function.
alter table public.meetings enable row level security;
alter table private.meeting_texts enable row level security;
alter table private.meeting_action_items enable row level security;
alter table private.meeting_deliveries enable row level security;

revoke all on public.meetings, private.meeting_texts, private.meeting_action_items, private.meeting_deliveries
  from public, anon, authenticated, service_role;
grant select on public.meetings to authenticated, service_role;

create policy meetings_select_in_scope on public.meetings
  for select to authenticated
  using (scope_id = any ((select private.visible_scope_ids())::uuid[]));
comment on policy meetings_select_in_scope on public.meetings is
  'Viewers of a project see its meetings; restricted ones and those without a project are for admins and leads.';
