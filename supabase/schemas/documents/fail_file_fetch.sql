-- Ends the job of a file whose bytes cannot be fetched. The file becomes a dead letter; readers still get the previous
-- version.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.fail_file_fetch(job_id uuid, attempt integer, code text, reason text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_lock record;
begin
  v_lock := private.lock_fetched_file(job_id, attempt);
  if (v_lock.file).id is not null then
    perform private.add_file_dead_letter(v_lock.file, fail_file_fetch.code, fail_file_fetch.reason);
  end if;
  perform private.delete_job((v_lock.job).id);
end;
$$;

create or replace function public.fail_file_fetch(job_id uuid, attempt integer, code text, reason text)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_file_fetch(job_id, attempt, code, reason) $$;

grant execute on function private.fail_file_fetch(uuid, integer, text, text) to service_role;
grant execute on function public.fail_file_fetch(uuid, integer, text, text) to service_role;

comment on function public.fail_file_fetch(uuid, integer, text, text) is
  'Called by file-sync: ends the job with a dead letter. Raises OPSTA.';
