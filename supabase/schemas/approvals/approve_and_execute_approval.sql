create or replace function private.approve_and_execute_approval(
  approval_id uuid, version integer default null, with_quotes boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(approve_and_execute_approval.approval_id, v_viewer);
begin
  v_approval := private.decide_to_approve(
    v_approval, v_viewer, approve_and_execute_approval.version, approve_and_execute_approval.with_quotes);
  v_approval := private.request_execution(v_approval, v_viewer);
  return jsonb_build_object('approval', private.approval_json(v_approval));
end;
$$;

create or replace function public.approve_and_execute_approval(
  approval_id uuid, version integer default null, with_quotes boolean default false)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.approve_and_execute_approval(approval_id, version, with_quotes) $$;

grant execute on function private.approve_and_execute_approval(uuid, integer, boolean) to authenticated;
grant execute on function public.approve_and_execute_approval(uuid, integer, boolean) to authenticated;

comment on function public.approve_and_execute_approval(uuid, integer, boolean) is
  'Approves and requests execution in one transaction; returns { approval }. Raises OPAUT · OPDEN · OPNFD · OPSTA.';
