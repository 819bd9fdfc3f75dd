-- Ends a person's choice of an event's project, so that the event is matched again.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (event_not_found).
create or replace function public.clear_event_override(event_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.override_event_project(event_id) $$;

grant execute on function public.clear_event_override(uuid) to authenticated;
comment on function public.clear_event_override(uuid) is
  'Returns { event, previous_project_id }. Raises OPAUT · OPDEN · OPNFD.';
