-- Ends a run that its job did not complete, with the reason. The run has written nothing.
create or replace function private.fail_import_run(run_id uuid, error text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run public.portfolio_import_runs;
begin
  update public.portfolio_import_runs as runs
  set status = 'failed', error = fail_import_run.error, finished_at = clock_timestamp()
  where runs.id = fail_import_run.run_id and runs.status in ('pending', 'running')
  returning * into v_run;
  if v_run.id is not null then
    delete from private.import_inputs as inputs where inputs.run_id = v_run.id;
    perform private.record_audit_event(
      v_run.organization_id, 'portfolio_import.failed', 'portfolio_import_run', v_run.id, null,
      jsonb_build_object('mode', v_run.mode, 'file_name', v_run.file_name, 'error', v_run.error));
  end if;
end;
$$;
