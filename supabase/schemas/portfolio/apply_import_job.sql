-- Imports the lines and ends the job in the same transaction, if the requester may still import. While another import of
-- the organization runs, the job is postponed. Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.apply_import_job(job_id uuid, attempt integer)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_import_job(job_id, attempt);
  v_run public.portfolio_import_runs;
  v_input private.import_inputs;
  v_requester public.people;
begin
  select * into v_run from public.portfolio_import_runs as runs
  where runs.id = (v_job.payload ->> 'run_id')::uuid and runs.organization_id = v_job.organization_id
    and runs.status in ('pending', 'running')
  for update;
  select * into v_input from private.import_inputs as inputs where inputs.run_id = v_run.id;
  if v_input.run_id is null then
    perform private.fail_import_run(v_run.id, 'The lines of the file no longer exist. Import the file again');
    perform private.delete_job(v_job.id);
    return false;
  end if;

  select * into v_requester from public.people
  where people.id = v_run.requested_by and people.organization_id = v_run.organization_id
    and people.archived_at is null and people.user_id is not null and people.role in ('admin', 'lead');
  if v_requester.id is null then
    perform private.fail_import_run(v_run.id, 'The person who started this import may no longer import. Ask an admin or a lead to start it again');
    perform private.delete_job(v_job.id);
    return false;
  end if;
  -- The audit event names the requester.
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_requester.user_id)::text, true);

  begin
    perform private.lock_imports(v_run.organization_id);
  exception when sqlstate 'OPSTA' then
    perform private.postpone_job(v_job.id, 5000);
    return true;
  end;
  begin
    perform private.run_import(v_run, v_input.rows, v_input.expected_plan_hash);
  exception when sqlstate 'OPSTA' or sqlstate 'OPINV' then
    perform private.fail_import_run(v_run.id, sqlerrm);
  end;
  delete from private.import_inputs as inputs where inputs.run_id = v_run.id;
  perform private.delete_job(v_job.id);
  return false;
end;
$$;

-- The Data API applies the time limit that the function sets.
create or replace function public.apply_import_job(job_id uuid, attempt integer)
returns boolean
language sql
set search_path = pg_catalog, pg_temp
set statement_timeout = '110s'
as $$ select private.apply_import_job(job_id, attempt) $$;

grant execute on function private.apply_import_job(uuid, integer) to service_role;
grant execute on function public.apply_import_job(uuid, integer) to service_role;

comment on function public.apply_import_job(uuid, integer) is
  'Called by import-act: applies the import and ends the job; true when it was postponed. Raises OPSTA.';
