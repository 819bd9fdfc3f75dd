-- The JSON of a comment, and the checks shared by the functions that change comments.

create or replace function private.comment_json(comment public.task_comments, viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', comment.id,
    'task_id', comment.task_id,
    'version', comment.version,
    'author', private.visible_name(comment.author_id, viewer),
    'body', comment.body,
    'mentions', (
      select coalesce(jsonb_agg(private.visible_name(mentions.person_id, viewer) order by mentions.person_id), '[]')
      from private.task_comment_mentions as mentions where mentions.comment_id = comment.id),
    'created_at', comment.created_at,
    'edited_at', comment.edited_at,
    'archived_at', comment.archived_at,
    'earlier', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'version', versions.version, 'body', versions.body, 'written_at', versions.written_at)
        order by versions.version), '[]')
      from private.task_comment_versions as versions where versions.comment_id = comment.id),
    'can_edit', comment.author_id = viewer.id and comment.archived_at is null
      and clock_timestamp() < comment.created_at + private.correction_window(),
    'can_remove', comment.author_id = viewer.id or viewer.role in ('admin', 'lead'))
$$;

-- A person by id, with the name if the viewer may see the person.
create or replace function private.visible_name(person_id uuid, viewer public.people)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('id', people.id, 'name', case
    when viewer.role in ('admin', 'lead') or people.is_employee or people.id = viewer.id then people.name end)
  from public.people
  where people.id = visible_name.person_id and people.organization_id = viewer.organization_id
$$;

-- The comment, locked, if the viewer sees the project and it is not archived.
-- Raises OPNFD (comment_not_found) · OPSTA (project_archived, version_conflict) · OPINV (version_missing).
create or replace function private.lock_comment(viewer public.people, comment_id uuid, version integer)
returns public.task_comments
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_comment public.task_comments;
begin
  select * into v_comment from public.task_comments
  where task_comments.id = comment_id and task_comments.organization_id = viewer.organization_id
    and private.sees_project(viewer, task_comments.project_id)
    -- A removed comment exists only for people who may restore it.
    and (task_comments.archived_at is null or task_comments.author_id = viewer.id
         or viewer.role in ('admin', 'lead'))
    and not exists (
      select from public.tasks where tasks.id = task_comments.task_id and tasks.hidden_at is not null)
  for no key update;
  if v_comment.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such comment', hint = 'comment_not_found';
  end if;
  perform private.require_work_project(viewer, v_comment.project_id);
  perform private.refuse_stale_version(
    'task_comment', v_comment.id, lock_comment.version, v_comment.version, private.comment_json(v_comment, viewer));
  return v_comment;
end;
$$;

-- Replaces the mentions of a comment, which becomes unread for newly mentioned people. A mention of the author has no effect.
-- Raises OPINV (too_many_mentions) · OPNFD (mention_not_found: a person who cannot see the project).
create or replace function private.set_mentions(comment public.task_comments, mentions uuid[])
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[] := array(
    select distinct id from unnest(mentions) as id where id is distinct from (comment).author_id order by id);
begin
  if cardinality(v_ids) > 50 or array_position(v_ids, null) is not null then
    raise exception using errcode = 'OPINV', message = 'Mention at most 50 people', hint = 'too_many_mentions';
  elsif exists (
    select from unnest(v_ids) as input (id)
    where not exists (
      select from public.people
      where people.id = input.id and people.organization_id = (comment).organization_id
        and people.role <> 'client' and private.sees_project(people, (comment).project_id)))
  then
    raise exception using
      errcode = 'OPNFD',
      message = 'A mentioned person cannot see the project. Add the person to the project first',
      hint = 'mention_not_found';
  end if;
  delete from private.task_comment_mentions as stale_mentions
  where stale_mentions.comment_id = (comment).id and stale_mentions.person_id <> all (v_ids);
  insert into private.task_comment_mentions (organization_id, comment_id, person_id)
  select (comment).organization_id, (comment).id, id from unnest(v_ids) as id
  on conflict do nothing;
end;
$$;
