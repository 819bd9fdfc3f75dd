-- The labels of tasks that the viewer may see, most used first, so that a field can suggest them.
-- Raises OPAUT · OPDEN (no organization, client).
create or replace function private.list_task_labels()
returns text[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
begin
  return array(
    select label
    from public.tasks, unnest(tasks.labels) as label
    where tasks.organization_id = v_viewer.organization_id
      and tasks.project_id = any (private.project_ids_of(v_viewer))
      and tasks.archived_at is null
      and tasks.labels <> '{}'
    group by label
    order by count(*) desc, label
    limit 200);
end;
$$;

create or replace function public.list_task_labels()
returns text[]
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.list_task_labels() $$;

grant execute on function private.list_task_labels() to authenticated;
grant execute on function public.list_task_labels() to authenticated;
comment on function public.list_task_labels() is
  'Returns at most 200 labels, most used first. Raises OPAUT · OPDEN.';
