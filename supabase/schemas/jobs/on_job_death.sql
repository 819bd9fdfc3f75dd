-- The consequences of a job's death, in the same transaction.
create or replace function private.on_job_death(job private.jobs)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (job).kind in (
    'approval_act', 'approval_review', 'task_act', 'task_reconcile', 'calendar_act', 'calendar_reconcile')
  then
    perform private.settle_dead_execution(job);
  elsif (job).kind = 'portfolio_import' then
    perform private.fail_import_run(((job).payload ->> 'run_id')::uuid, (job).last_error);
  elsif (job).kind = 'document_index' then
    perform private.fail_dead_indexing(job);
  elsif (job).kind = 'file_fetch' then
    perform private.fail_dead_file_fetch(job);
  elsif (job).payload ? 'tested_provider' then
    perform private.end_lost_connection_test(job);
  elsif (job).payload ? 'stream_id' then
    perform private.end_lost_sync_run(job, (job).last_error);
  end if;
end;
$$;
