-- Corrects a posted status. Only its author may do this, for a day. The earlier text stays as a version that everyone
-- who sees the project can read. The status keeps its date, and everything derived from it uses the new text.
-- Raises OPAUT · OPDEN (no organization, client, not_the_author) · OPINV (invalid_status_update, version_missing) ·
-- OPNFD (status_update_not_found) · OPSTA (project_archived, correction_closed, version_conflict) · OPBIG
-- (storage_quota_exceeded).
create or replace function private.correct_status_update(
  status_update_id uuid,
  version integer,
  health public.project_health,
  summary text,
  risks text default null,
  next_steps text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_before public.status_updates;
  v_after public.status_updates;
begin
  perform private.require_status_text(health, summary);
  select * into v_before
  from public.status_updates
  where status_updates.id = status_update_id
    and status_updates.project_id = any (private.project_ids_of(v_viewer))
  for update;
  if v_before.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such status', hint = 'status_update_not_found';
  elsif v_before.author_id <> v_viewer.id then
    raise exception using
      errcode = 'OPDEN',
      message = 'Only its author can correct a status. Post a status of your own instead',
      hint = 'not_the_author';
  elsif clock_timestamp() >= v_before.created_at + private.correction_window() then
    raise exception using
      errcode = 'OPSTA',
      message = 'A status can be corrected for a day after it was posted. Post a new status instead',
      hint = 'correction_closed';
  elsif exists (
    select from public.projects
    where projects.id = v_before.project_id and projects.archived_at is not null)
  then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived. Restore it first', hint = 'project_archived';
  end if;
  perform private.refuse_stale_version(
    'status_update', v_before.id, correct_status_update.version, v_before.version, to_jsonb(v_before));

  if (v_before.health, v_before.summary, v_before.risks, v_before.next_steps)
    is not distinct from (health, summary, risks, next_steps)
  then
    return to_jsonb(v_before);
  end if;
  insert into public.status_update_versions (
    organization_id, project_id, status_update_id, version, health, summary, risks, next_steps, written_at)
  values (
    v_before.organization_id, v_before.project_id, v_before.id, v_before.version, v_before.health,
    v_before.summary, v_before.risks, v_before.next_steps, coalesce(v_before.corrected_at, v_before.created_at));
  update public.status_updates
  set health = correct_status_update.health,
      summary = correct_status_update.summary,
      risks = correct_status_update.risks,
      next_steps = correct_status_update.next_steps,
      version = v_before.version + 1,
      corrected_at = clock_timestamp()
  where status_updates.id = v_before.id
  returning * into v_after;
  perform private.record_row_change(
    v_after.organization_id, 'status_update.corrected', 'status_update', v_after.id,
    to_jsonb(v_before) - 'corrected_at', to_jsonb(v_after) - 'corrected_at', v_after.project_id);
  perform private.reserve_storage(v_viewer, 'text', octet_length(
    concat(v_after.summary, v_after.risks, v_after.next_steps)));
  return to_jsonb(v_after);
end;
$$;

create or replace function private.correction_window()
returns interval
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select interval '24 hours' $$;
comment on function private.correction_window() is 'How long the author of a status or a comment may correct it.';

create or replace function public.correct_status_update(
  status_update_id uuid,
  version integer,
  health public.project_health,
  summary text,
  risks text default null,
  next_steps text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.correct_status_update(status_update_id, version, health, summary, risks, next_steps)
$$;

grant execute on function
  private.correct_status_update(uuid, integer, public.project_health, text, text, text) to authenticated;
grant execute on function
  public.correct_status_update(uuid, integer, public.project_health, text, text, text) to authenticated;

comment on function public.correct_status_update(uuid, integer, public.project_health, text, text, text) is
  'Returns the corrected status update. version is the one that the caller saw. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG.';
