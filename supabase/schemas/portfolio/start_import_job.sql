create or replace function private.start_import_job(job_id uuid, attempt integer)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_import_job(job_id, attempt);
begin
  update public.portfolio_import_runs as runs
  set status = 'running'
  where runs.id = (v_job.payload ->> 'run_id')::uuid and runs.organization_id = v_job.organization_id
    and runs.status in ('pending', 'running');
  if not found then
    perform private.delete_job(v_job.id);
    return false;
  end if;
  return true;
end;
$$;

create or replace function public.start_import_job(job_id uuid, attempt integer)
returns boolean
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.start_import_job(job_id, attempt) $$;

grant execute on function private.start_import_job(uuid, integer) to service_role;
grant execute on function public.start_import_job(uuid, integer) to service_role;

comment on function public.start_import_job(uuid, integer) is
  'Called by import-act: marks the run as running; returns whether there is work to do. Raises OPSTA.';
