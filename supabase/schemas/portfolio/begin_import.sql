-- Stores an import for a job to apply: its receipt, as pending, and the lines of its file.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPBIG (too many rows).
create or replace function private.begin_import(
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
  v_run public.portfolio_import_runs := private.new_import_run(
    private.require_lead(), mode, file_name, file_sha256, parser_version, mapping, rows);
  v_job_id uuid;
begin
  v_run.status := 'pending';
  insert into public.portfolio_import_runs select v_run.*;
  insert into private.import_inputs (run_id, organization_id, rows, expected_plan_hash)
  values (v_run.id, v_run.organization_id, begin_import.rows, begin_import.expected_plan_hash);
  v_job_id := private.enqueue_job(
    v_run.organization_id, 'portfolio_import', jsonb_build_object('run_id', v_run.id), v_run.id::text,
    request_id => nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id');
  perform private.record_audit_event(
    v_run.organization_id, 'portfolio_import.begun', 'portfolio_import_run', v_run.id, null,
    jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name));
  return jsonb_build_object('run', to_jsonb(v_run), 'job_id', v_job_id);
end;
$$;

create or replace function public.begin_import(
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
  select private.begin_import(
    mode, file_name, file_sha256, parser_version, mapping, rows, expected_plan_hash)
$$;

grant execute on function
  private.begin_import(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;
grant execute on function
  public.begin_import(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;

comment on function public.begin_import(public.import_mode, text, text, text, jsonb, jsonb, text) is
  'Returns { run, job_id }; a job applies the import. Raises OPAUT · OPDEN · OPINV · OPBIG.';
