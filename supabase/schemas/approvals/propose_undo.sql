-- Proposes to undo an executed card: a new card, with the inverse as its payload, that a person decides. Raises OPAUT ·
-- OPDEN (neither admin nor lead) · OPNFD (approval_not_found) · OPSTA (not_undoable), and the errors of
-- propose_approval.
create or replace function private.propose_undo(approval_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals := private.lock_approval(propose_undo.approval_id, v_viewer);
begin
  if not private.is_undoable(v_approval) then
    raise exception using
      errcode = 'OPSTA',
      message = 'This card cannot be undone, or another card already undoes it',
      hint = 'not_undoable';
  end if;
  return jsonb_build_object('approval', private.approval_json(private.create_approval(
    v_viewer, v_approval.kind, v_approval.project_id, v_approval.inverse, '[]', 'person', null, v_approval.id)));
end;
$$;

create or replace function public.propose_undo(approval_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.propose_undo(approval_id) $$;

grant execute on function private.propose_undo(uuid) to authenticated;
grant execute on function public.propose_undo(uuid) to authenticated;
comment on function public.propose_undo(uuid) is
  'Returns { approval }: the new card that would undo the other one. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';
