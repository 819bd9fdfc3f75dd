-- Posts a status update of a project. The project's members may do this, and every admin and lead.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV · OPNFD · OPSTA (project_archived) · OPBIG
-- (storage_quota_exceeded).
create or replace function private.post_status_update(
  project_id uuid,
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
  v_project public.projects;
  v_update public.status_updates;
begin
  perform private.require_status_text(health, summary);
  select * into v_project
  from public.projects
  where projects.id = post_status_update.project_id
    and projects.id = any (private.project_ids_of(v_viewer));
  if v_project.id is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such project', hint = 'project_not_found';
  elsif v_project.archived_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'The project is archived. Restore it first', hint = 'project_archived';
  end if;

  insert into public.status_updates (
    organization_id, project_id, author_id, health, summary, risks, next_steps, created_at)
  values (
    v_project.organization_id, v_project.id, v_viewer.id, post_status_update.health,
    post_status_update.summary, post_status_update.risks, post_status_update.next_steps,
    clock_timestamp())
  returning * into v_update;
  perform private.record_audit_event(
    v_project.organization_id, 'status_update.posted', 'status_update', v_update.id, null,
    jsonb_build_object('health', v_update.health), v_project.id);
  perform private.reserve_storage(v_viewer, 'text', octet_length(
    concat(v_update.summary, v_update.risks, v_update.next_steps)));
  return to_jsonb(v_update);
end;
$$;

create or replace function private.require_status_text(health public.project_health, summary text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if health is null or char_length(btrim(coalesce(summary, ''))) not between 1 and 4000 then
    raise exception using
      errcode = 'OPINV',
      message = 'A status needs a health and a summary of at most 4,000 characters',
      hint = 'invalid_status_update';
  end if;
end;
$$;
comment on function private.require_status_text(public.project_health, text) is
  'Raises OPINV (invalid_status_update).';

create or replace function public.post_status_update(
  project_id uuid,
  health public.project_health,
  summary text,
  risks text default null,
  next_steps text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.post_status_update(project_id, health, summary, risks, next_steps) $$;

grant execute on function
  private.post_status_update(uuid, public.project_health, text, text, text) to authenticated;
grant execute on function
  public.post_status_update(uuid, public.project_health, text, text, text) to authenticated;

comment on function public.post_status_update(uuid, public.project_health, text, text, text) is
  'Returns the status update. Raises OPAUT · OPDEN · OPINV · OPNFD · OPSTA · OPBIG.';
