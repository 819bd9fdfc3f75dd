-- Marks mentions of the caller in these comments as read, and skips comments without one.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (too_many_comments).
create or replace function private.mark_mentions_read(comment_ids uuid[])
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_count integer;
begin
  if coalesce(cardinality(comment_ids), 0) not between 1 and 200 then
    raise exception using errcode = 'OPINV', message = 'Select 1 to 200 comments', hint = 'too_many_comments';
  end if;
  update private.task_comment_mentions as mentions set read_at = now()
  where mentions.person_id = v_viewer.id and mentions.comment_id = any (comment_ids) and mentions.read_at is null;
  get diagnostics v_count = row_count;
  return jsonb_build_object(
    'read', v_count,
    'unread', private.my_mentions(v_viewer, private.project_ids_of(v_viewer)) -> 'total');
end;
$$;

create or replace function public.mark_mentions_read(comment_ids uuid[])
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.mark_mentions_read(comment_ids) $$;

grant execute on function private.mark_mentions_read(uuid[]) to authenticated;
grant execute on function public.mark_mentions_read(uuid[]) to authenticated;
comment on function public.mark_mentions_read(uuid[]) is 'Returns { read, unread }. Raises OPAUT · OPDEN · OPINV.';
