-- A card as the API returns it: contract Approval of functions/_domain/approvals/contract.ts.
create or replace function private.approval_json(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_kind public.approval_kinds;
begin
  select * into v_kind from public.approval_kinds where approval_kinds.kind = approval.kind;
  return jsonb_build_object(
    'id', approval.id,
    'kind', approval.kind,
    'kind_title', v_kind.title,
    'group', v_kind."group",
    'stakes', v_kind.stakes,
    'status', approval.status,
    'title', approval.title,
    'payload', approval.payload,
    'version', approval.version,
    'project', (select jsonb_build_object('id', projects.id, 'name', projects.name)
                from public.projects where projects.id = approval.project_id),
    'is_restricted', approval.is_restricted,
    'proposer', jsonb_build_object(
      'type', approval.proposer,
      'person', private.person_reference(approval.proposed_by),
      'agent_session_id', approval.agent_session_id),
    'assigned_to', private.assignee_json(approval),
    'last_edited_by', private.person_reference(approval.last_edited_by),
    'decided_by', private.person_reference(approval.decided_by),
    'decided_at', approval.decided_at,
    'reason', approval.reason,
    'review', approval.review,
    'execution', private.execution_json(approval),
    'undo_of_id', approval.undo_of_id,
    'is_undoable', private.is_undoable(approval),
    'created_at', approval.created_at,
    'updated_at', approval.updated_at);
end;
$$;
comment on function private.approval_json(public.approvals) is 'Returns a card with the names of the people and the project in it.';

create or replace function private.execution_json(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'state', case
      when approval.status = 'executing' then 'running'
      when approval.status in ('executed', 'unknown') then approval.status::text
      when approval.execution_job_id is not null then 'queued'
      when approval.status = 'failed' then 'failed'
      else 'none' end,
    'job_id', approval.execution_job_id,
    'requested_by', private.person_reference(approval.execution_requested_by),
    'requested_at', approval.execution_requested_at,
    'started_at', approval.execution_started_at,
    'executed_at', approval.executed_at,
    'error', approval.execution_error,
    'result', approval.result);
end;
$$;
comment on function private.execution_json(public.approvals) is
  'Returns the progress of a card''s execution: contract Execution.';

-- One undo at a time: nobody can propose an undo while another undo of the card is open, or after one was executed.
create or replace function private.is_undoable(approval public.approvals)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return approval.status = 'executed' and approval.inverse is not null and not exists (
    select from public.approvals as undo
    where undo.organization_id = approval.organization_id
      and undo.undo_of_id = approval.id and undo.status <> 'rejected');
end;
$$;

create or replace function private.person_reference(person_id uuid)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object('id', people.id, 'name', people.name)
    from public.people where people.id = person_reference.person_id);
end;
$$;
comment on function private.person_reference(uuid) is 'Returns { id, name } of a person, or null if there is none.';
