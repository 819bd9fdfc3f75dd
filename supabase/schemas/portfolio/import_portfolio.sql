-- Imports clients, projects, people, tasks and hours from the rows of one file: dry run and apply are
-- the same code. Everything happens in the transaction of the call, so that a crash leaves nothing half
-- done; a failure inside leaves only its receipt.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPBIG (too many rows)
-- · OPSTA (import_running; import_plan_changed: the plan is not the one that was seen).
create or replace function private.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_row_limit constant integer := 20000;
  v_fields text[];
  v_run public.portfolio_import_runs;
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_typeof(mapping -> 'fields') is distinct from 'object' then
    raise exception using
      errcode = 'OPINV', message = 'An import needs rows and a mapping of fields', hint = 'invalid_import';
  end if;
  if jsonb_array_length(rows) > v_row_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('An import takes at most %s rows. Split the file', v_row_limit),
      hint = 'too_many_rows';
  end if;
  if file_name is null or char_length(file_name) not between 1 and 200
    or file_sha256 is null or file_sha256 !~ '^[0-9a-f]{64}$'
    or char_length(parser_version) > 50
    or octet_length(mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'The import''s file name, hash, parser version or mapping is malformed',
      hint = 'invalid_import';
  end if;
  v_fields := array(select jsonb_object_keys(mapping -> 'fields'));

  v_run.id := gen_random_uuid();
  v_run.organization_id := v_viewer.organization_id;
  v_run.requested_by := v_viewer.id;
  v_run.mode := mode;
  v_run.file_name := file_name;
  v_run.file_sha256 := file_sha256;
  v_run.parser_version := parser_version;
  v_run.mapping := mapping;
  v_run.created_at := clock_timestamp();

  perform private.lock_imports(v_viewer.organization_id);

  begin
    perform private.stage_import(rows);
    perform private.plan_import_people(v_viewer.organization_id);
    perform private.plan_import_portfolio(v_viewer.organization_id, v_fields);
    perform private.plan_import_work(v_fields);

    create temporary table import_plan on commit drop as select * from private.import_plan_lines();
    v_run.plan_hash := private.import_plan_hash(mapping, rows);
    v_run.counts := private.import_counts();
    v_run.validation := (
      select jsonb_build_object(
        'problem_count', count(*),
        'problems', coalesce(
          jsonb_agg(jsonb_build_object('line', line, 'message', reason) order by line)
            filter (where place <= 200), '[]'))
      from (select line, reason, row_number() over (order by line) as place
            from pg_temp.import_plan where disposition = 'skipped') as skipped);

    if expected_plan_hash is not null and expected_plan_hash <> v_run.plan_hash then
      raise exception using
        errcode = 'OPSTA',
        message = 'The data changed since the preview. Look at the new preview before you apply',
        hint = 'import_plan_changed';
    end if;
    if mode = 'apply' then
      perform private.carry_out_import(v_viewer.organization_id);
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
  insert into public.portfolio_import_runs select v_run.*;
  if v_run.status = 'succeeded' then
    insert into public.portfolio_import_rows (
      organization_id, run_id, line, disposition, project_code, task_key, reason, changes)
    select v_viewer.organization_id, v_run.id, line, disposition, project_code, task_key, reason, changes
    from pg_temp.import_plan;
    drop table pg_temp.import_plan;
  end if;
  if v_run.applied_at is not null then
    perform private.record_import_changes(v_run.organization_id, v_run.id);
  end if;

  perform private.record_audit_event(
    v_viewer.organization_id, 'portfolio_import.' || v_run.status, 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'counts', v_run.counts));
  return to_jsonb(v_run);
end;
$$;

create or replace function public.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.import_portfolio(
    mode, file_name, file_sha256, parser_version, mapping, rows, expected_plan_hash)
$$;

revoke execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) from public;
revoke execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) from public;
grant execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;
grant execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;

comment on function public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) is
  'Plans and, with mode apply, carries out an import; answers the run as stored. Raises OPAUT · OPDEN · OPINV · OPBIG · OPSTA.';
