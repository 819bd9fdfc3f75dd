-- Checks the target and the evidence of a card again after its approval, and stores the result on the card.
-- Raises OPSTA (lease_lost, wrong_executor).
create or replace function private.review_approval(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(review_approval.job_id, review_approval.attempt);
  v_approval public.approvals := private.lock_approval_of(v_job, '{approval_review}');
begin
  if v_approval.status = 'approved' then
    update public.approvals set
      review = jsonb_build_object(
        'checked_at', clock_timestamp(), 'reasons', private.approval_lapse_reasons(v_approval))
    where approvals.id = v_approval.id
    returning * into v_approval;
    perform private.record_approval_event(v_approval, 'reviewed', v_approval.review, job => v_job);
  end if;
  perform private.delete_job(v_job.id);
  return jsonb_build_object('state', v_approval.status);
end;
$$;

create or replace function public.review_approval(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.review_approval(job_id, attempt) $$;

grant execute on function private.review_approval(uuid, integer) to service_role;
grant execute on function public.review_approval(uuid, integer) to service_role;

comment on function public.review_approval(uuid, integer) is
  'Stores the result of the re-check on the card; returns { state }. Raises OPSTA.';
