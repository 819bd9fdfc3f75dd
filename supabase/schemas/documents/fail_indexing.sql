-- Marks a file as unreadable, with a code for programs and a sentence for people. It is not retried.
-- Raises OPSTA (lease_lost, wrong_executor) · OPINV (invalid_failure).
create or replace function private.fail_indexing(job_id uuid, attempt integer, code text, reason text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_indexing_job(fail_indexing.job_id, fail_indexing.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
begin
  if coalesce(fail_indexing.code, '') !~ '^[a-z][a-z_]{2,59}$'
    or coalesce(btrim(fail_indexing.reason), '') = '' or char_length(fail_indexing.reason) > 1000
  then
    raise exception using
      errcode = 'OPINV', message = 'A failure needs a code and a sentence', hint = 'invalid_failure';
  elsif v_upload.document_id is not null then
    perform private.fail_upload(v_upload, v_job, fail_indexing.code, fail_indexing.reason);
  end if;
end;
$$;

create or replace function public.fail_indexing(job_id uuid, attempt integer, code text, reason text)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_indexing(job_id, attempt, code, reason) $$;

grant execute on function private.fail_indexing(uuid, integer, text, text) to service_role;
grant execute on function public.fail_indexing(uuid, integer, text, text) to service_role;
comment on function public.fail_indexing(uuid, integer, text, text) is
  'Called by document-act: marks the upload as failed, with the reason. Raises OPSTA · OPINV.';
