-- Restores a removed comment. Raises the errors of private.set_comment_removed.
create or replace function private.restore_task_comment(comment_id uuid, version integer)
returns jsonb
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$ select private.set_comment_removed(comment_id, version, false) $$;

create or replace function public.restore_task_comment(comment_id uuid, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.restore_task_comment(comment_id, version) $$;

grant execute on function private.restore_task_comment(uuid, integer) to authenticated;
grant execute on function public.restore_task_comment(uuid, integer) to authenticated;
comment on function public.restore_task_comment(uuid, integer) is
  'Returns the comment. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPLIM.';
