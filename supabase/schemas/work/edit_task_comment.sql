-- Changes the text and the mentions of a comment. Only its author may do this, for a day. The earlier text stays
-- readable.
-- Raises OPAUT · OPDEN (no organization, client, not_the_author) · OPINV (invalid_text, comment_is_empty,
-- version_missing, too_many_mentions) · OPNFD (comment_not_found, mention_not_found) · OPSTA (project_archived,
-- version_conflict, comment_removed, correction_closed) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.edit_task_comment(
  comment_id uuid, version integer, body text, mentions uuid[] default '{}'
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_body text;
  v_before public.task_comments;
  v_after public.task_comments;
begin
  perform private.limit_work_changes(v_viewer);
  v_body := private.require_comment(body);
  v_before := private.lock_comment(v_viewer, edit_task_comment.comment_id, edit_task_comment.version);
  if v_before.author_id <> v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only its author can edit a comment. Add a comment of your own instead',
      hint = 'not_the_author';
  elsif v_before.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The comment is removed. Restore the comment first', hint = 'comment_removed';
  elsif clock_timestamp() >= v_before.created_at + private.correction_window() then
    raise exception using
      errcode = 'OPSTA',
      message = 'A comment can be edited for a day. Add another comment instead',
      hint = 'correction_closed';
  end if;

  v_after := v_before;
  if v_before.body <> v_body then
    insert into private.task_comment_versions (organization_id, comment_id, version, body, written_at)
    values (v_before.organization_id, v_before.id, v_before.version, v_before.body,
            coalesce(v_before.edited_at, v_before.created_at));
    update public.task_comments set body = v_body, edited_at = clock_timestamp()
    where task_comments.id = v_before.id
    returning * into v_after;
    perform private.record_audit_event(
      v_after.organization_id, 'task_comment.edited', 'task_comment', v_after.id,
      jsonb_build_object('version', v_before.version),
      jsonb_build_object('task_id', v_after.task_id, 'version', v_after.version), v_after.project_id);
    perform private.reserve_storage(v_viewer, 'text', octet_length(v_after.body));
  end if;
  perform private.set_mentions(v_after, mentions);
  return private.comment_json(v_after, v_viewer);
end;
$$;

create or replace function public.edit_task_comment(
  comment_id uuid, version integer, body text, mentions uuid[] default '{}'
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.edit_task_comment(comment_id, version, body, mentions) $$;

grant execute on function private.edit_task_comment(uuid, integer, text, uuid[]) to authenticated;
grant execute on function public.edit_task_comment(uuid, integer, text, uuid[]) to authenticated;
comment on function public.edit_task_comment(uuid, integer, text, uuid[]) is
  'Returns the comment. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
