-- Runs an import that is allowed and checked: plans it, applies it in that mode, and writes its receipt. Imports
-- in a request and in a job share this code. A failure inside leaves only its receipt. The caller has called
-- private.lock_imports.
-- Raises OPINV (malformed) · OPSTA (import_plan_changed: the plan differs from the previewed one).
create or replace function private.run_import(
  run public.portfolio_import_runs, rows jsonb, expected_plan_hash text
)
returns public.portfolio_import_runs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run public.portfolio_import_runs := run;
  v_fields text[] := array(select jsonb_object_keys((run).mapping -> 'fields'));
begin
  begin
    perform private.stage_import(run_import.rows);
    perform private.plan_import_people(v_run.organization_id);
    perform private.plan_import_portfolio(v_run.organization_id, v_fields);
    perform private.refuse_rate_lines();
    perform private.plan_import_work(v_run.organization_id, v_fields);
    perform private.plan_import_rates(v_fields);
    -- By default, an import gives no one access to more projects.
    perform private.plan_import_memberships(coalesce(v_run.mapping ->> 'memberships', 'none'));

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(v_run.mapping, run_import.rows);
    v_run.counts := private.import_counts();
    -- Without a choice of memberships, the receipt has no count of them.
    if not v_run.mapping ? 'memberships' then
      v_run.counts := v_run.counts - 'memberships';
    end if;
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_strip_nulls(
            jsonb_build_object('line', line, 'message', reason, 'field', field)) order by line)
            filter (where position <= 200), '[]'))
      from (select line, reason, field, row_number() over (order by line) as position
            from pg_temp.import_plan where disposition = 'skipped') as skips);

    if run_import.expected_plan_hash is not null and run_import.expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Review the new preview before you apply it',
        hint = 'import_plan_changed';
    end if;
    if v_run.mode = 'apply' then
      perform private.apply_import(v_run.organization_id);
      perform private.apply_import_rates(v_run.organization_id);
      perform private.apply_memberships(v_run.organization_id);
      v_run.applied_at := now();
    end if;
    v_run.status := 'succeeded';
  exception
    when sqlstate 'OPSTA' or sqlstate 'OPINV' then
      raise;
    when others then
      v_run.status := 'failed';
      v_run.error := sqlerrm;
      v_run.plan_hash := null;
      v_run.counts := null;
      v_run.validation := null;
      v_run.applied_at := null;
  end;

  v_run.finished_at := clock_timestamp();
  insert into public.portfolio_import_runs select v_run.*
  on conflict (id) do update
  set status = excluded.status, plan_hash = excluded.plan_hash, counts = excluded.counts,
      validation = excluded.validation, error = excluded.error,
      finished_at = excluded.finished_at, applied_at = excluded.applied_at;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_run.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
    insert into public.portfolio_import_memberships (
      organization_id, run_id, project_id, person_id, project_name, person_name)
    select v_run.organization_id, v_run.id, project_id, person_id, project_name, person_name
    from pg_temp.import_memberships where is_new;
  end if;
  if v_run.applied_at is not null then
    perform private.record_import_changes(v_run.organization_id, v_run.id);
  end if;

  perform private.record_audit_event(
    v_run.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return v_run;
end;
$$;
