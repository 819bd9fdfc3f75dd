-- Removes a comment, or restores a removed one. Only its author, admins and leads may do this. A removed comment is
-- not shown to anyone. Repeating the call changes nothing.
-- Raises OPAUT · OPDEN (no organization, client, not_the_author) · OPINV (version_missing) · OPNFD (comment_not_found)
-- · OPSTA (project_archived, version_conflict) · OPLIM.
create or replace function private.set_comment_removed(comment_id uuid, version integer, is_removed boolean)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_before public.task_comments;
  v_after public.task_comments;
begin
  perform private.limit_work_changes(v_viewer);
  v_before := private.lock_comment(
    v_viewer, set_comment_removed.comment_id, set_comment_removed.version);
  if v_before.author_id <> v_viewer.id and v_viewer.role not in ('admin', 'lead') then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only its author, an admin or a lead can remove a comment',
      hint = 'not_the_author';
  elsif (v_before.archived_at is not null) = is_removed then
    return private.comment_json(v_before, v_viewer);
  end if;
  update public.task_comments set archived_at = case when is_removed then now() end
  where task_comments.id = v_before.id
  returning * into v_after;
  perform private.record_audit_event(
    v_after.organization_id, case when is_removed then 'task_comment.removed' else 'task_comment.restored' end,
    'task_comment', v_after.id, jsonb_build_object('version', v_before.version),
    jsonb_build_object('task_id', v_after.task_id, 'version', v_after.version), v_after.project_id);
  return private.comment_json(v_after, v_viewer);
end;
$$;

create or replace function private.remove_task_comment(comment_id uuid, version integer)
returns jsonb
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$ select private.set_comment_removed(comment_id, version, true) $$;

create or replace function public.remove_task_comment(comment_id uuid, version integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.remove_task_comment(comment_id, version) $$;

grant execute on function private.remove_task_comment(uuid, integer) to authenticated;
grant execute on function public.remove_task_comment(uuid, integer) to authenticated;
comment on function public.remove_task_comment(uuid, integer) is
  'Returns the comment. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPLIM.';
