-- Adds a comment to a task. Mentioned people find it under My work until they have read it.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (invalid_text, comment_is_empty, too_many_mentions) · OPNFD
-- (task_not_found, mention_not_found) · OPSTA (project_archived) · OPBIG (storage_quota_exceeded) · OPLIM.
create or replace function private.add_task_comment(task_id uuid, body text, mentions uuid[] default '{}')
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_body text;
  v_task public.tasks;
  v_comment public.task_comments;
begin
  perform private.limit_work_changes(v_viewer);
  v_body := private.require_comment(body);
  select * into v_task from public.tasks
  where tasks.id = add_task_comment.task_id and tasks.organization_id = v_viewer.organization_id and tasks.hidden_at is null
    and private.sees_project(v_viewer, tasks.project_id);
  if v_task.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such task', hint = 'task_not_found';
  end if;
  perform private.require_work_project(v_viewer, v_task.project_id);

  insert into public.task_comments (organization_id, project_id, task_id, author_id, body, created_at)
  values (v_task.organization_id, v_task.project_id, v_task.id, v_viewer.id, v_body, clock_timestamp())
  returning * into v_comment;
  perform private.set_mentions(v_comment, mentions);
  -- The audit event does not contain the text, because a removed comment must not stay readable there.
  perform private.record_audit_event(
    v_comment.organization_id, 'task_comment.added', 'task_comment', v_comment.id, null,
    jsonb_build_object('task_id', v_comment.task_id, 'version', v_comment.version), v_comment.project_id);
  perform private.reserve_storage(v_viewer, 'text', octet_length(v_comment.body));
  return private.comment_json(v_comment, v_viewer);
end;
$$;

-- Raises OPINV (invalid_text, comment_is_empty).
create or replace function private.require_comment(body text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if body is null then
    raise exception using errcode = 'OPINV', message = 'Enter a comment', hint = 'comment_is_empty';
  end if;
  return private.require_visible_text(body, false, 8000, 'body');
end;
$$;

create or replace function public.add_task_comment(task_id uuid, body text, mentions uuid[] default '{}')
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.add_task_comment(task_id, body, mentions) $$;

grant execute on function private.add_task_comment(uuid, text, uuid[]) to authenticated;
grant execute on function public.add_task_comment(uuid, text, uuid[]) to authenticated;
comment on function public.add_task_comment(uuid, text, uuid[]) is
  'Returns the comment. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG · OPLIM.';
