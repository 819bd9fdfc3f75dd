-- Undoes an applied import completely or not at all: created rows are deleted, and changed rows get their former values.
-- It is refused if those rows have changed since; the detail of the refusal counts and lists them.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD · OPSTA (import_running; import_not_applied: a dry run, or
-- failed; import_undone; import_not_recorded; import_touched).
create or replace function private.undo_import(run_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_row_limit constant integer := 20;
  v_run public.portfolio_import_runs;
  v_conflicts jsonb;
begin
  select * into v_run
  from public.portfolio_import_runs as runs
  where runs.id = undo_import.run_id and runs.organization_id = v_viewer.organization_id
  for update;
  if v_run.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such import', hint = 'import_run_not_found';
  end if;
  perform private.lock_imports(v_viewer.organization_id);
  if v_run.mode <> 'apply' or v_run.status <> 'succeeded' then
    raise exception using
      errcode = 'OPSTA', message = 'Only an import that was applied can be undone', hint = 'import_not_applied';
  elsif v_run.undone_at is not null then
    raise exception using
      errcode = 'OPSTA', message = 'This import has already been undone', hint = 'import_undone';
  elsif v_run.applied_at is null then
    raise exception using
      errcode = 'OPSTA',
      message = 'This import is from before changes were recorded, so it cannot be undone',
      hint = 'import_not_recorded';
  end if;

  with conflicts as (
    select * from private.changes_since_import(v_run.id)
  )
  select jsonb_build_object(
    'count', (select count(*) from conflicts),
    'rows', jsonb_agg(jsonb_build_object(
      'type', page.entity, 'id', page.entity_id,
      'label', private.import_label(page.entity, page.entity_id), 'why', page.why)
      order by page.entity, page.why, page.entity_id))
  into v_conflicts
  from (select * from conflicts order by entity, why, entity_id limit v_row_limit) as page;
  if v_conflicts ->> 'count' <> '0' then
    raise exception using
      errcode = 'OPSTA',
      message = 'Later changes affect rows of this import, so it was not undone. Undo those changes first',
      detail = v_conflicts::text,
      hint = 'import_touched';
  end if;

  perform private.revert_import(v_run.id);
  update public.portfolio_import_runs as runs
  set undone_at = now(), undone_by = v_viewer.id
  where runs.id = v_run.id
  returning * into v_run;
  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.undone', 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$$;

-- The name of an imported row for people; null if it was deleted.
create or replace function private.import_label(entity public.import_entity, entity_id uuid)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select case entity
    when 'client' then (select name from public.clients where id = entity_id)
    when 'account' then (select name from public.accounts where id = entity_id)
    when 'person' then (select name from public.people where id = entity_id)
    when 'project' then (select concat_ws(' ', code, name) from public.projects where id = entity_id)
    when 'task' then (select title from public.tasks where id = entity_id)
    when 'time_entry' then (
      select format('%s h on %s', trim_scale(hours), spent_on) from public.time_entries where id = entity_id)
    when 'person_rate' then (
      select format('Rate of %s from %s', people.name, person_rates.valid_from)
      from public.person_rates join public.people on people.id = person_rates.person_id where person_rates.id = entity_id)
    when 'project_rate' then (
      select format('Rate of %s from %s', projects.name, project_rates.valid_from)
      from public.project_rates join public.projects on projects.id = project_rates.project_id where project_rates.id = entity_id)
  end
$$;

create or replace function public.undo_import(run_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.undo_import(run_id) $$;

grant execute on function private.undo_import(uuid) to authenticated;
grant execute on function public.undo_import(uuid) to authenticated;

comment on function public.undo_import(uuid) is
  'Undoes an applied import; returns the run. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
