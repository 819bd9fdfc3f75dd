-- Deletes a job in the transaction of its effect. The caller holds its lease (require_job_lease).
create or replace function private.delete_job(job_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from private.jobs where jobs.id = delete_job.job_id;
end;
$$;
