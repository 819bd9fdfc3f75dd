-- The history of a drafted card: its evidence pack, its profile and file, the sentences people stated, its publication
-- and the client's first reading. Versions and the decision are on the card itself.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (draft_not_found).
create or replace function private.get_draft(approval_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_approval public.approvals;
  v_draft public.drafts;
  v_pack public.evidence_packs;
  v_project public.projects;
begin
  select * into v_approval from public.approvals
  where approvals.id = get_draft.approval_id and approvals.organization_id = v_viewer.organization_id;
  select * into v_draft from public.drafts where drafts.approval_id = v_approval.id;
  select * into v_pack from public.evidence_packs where evidence_packs.id = v_draft.pack_id;
  select * into v_project from public.projects where projects.id = v_approval.project_id;
  if v_approval.id is null
    or not exists (select from private.client_texts(v_approval.kind, v_approval.payload))
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such draft', hint = 'draft_not_found';
  end if;
  return jsonb_build_object(
    'approval', private.approval_json(v_approval),
    'project', private.draft_project_json(v_project),
    'pack', case when v_pack.id is not null then private.evidence_pack_json(v_pack) end,
    'item_numbers', to_jsonb(v_draft.item_numbers),
    'model', v_draft.model,
    'export', coalesce(v_draft.export, private.draft_export(v_approval, null)),
    'statements', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'sentence', statements.sentence, 'by', private.person_reference(statements.stated_by), 'stated_at', statements.stated_at)
        order by statements.stated_at, statements.id), '[]')
      from public.author_statements as statements
      where statements.approval_id = v_approval.id and statements.withdrawn_at is null),
    'publication', (
      select jsonb_build_object(
        'client', clients.name, 'published_at', v_approval.executed_at,
        'first_read_at', publications.first_read_at, 'first_read_by', private.person_reference(publications.first_read_by))
      from private.portal_publications as publications
      join public.clients on clients.id = publications.client_id
      where publications.approval_id = v_approval.id))
    || private.approval_history(v_approval);
end;
$$;

create or replace function public.get_draft(approval_id uuid)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_draft(approval_id) $$;

grant execute on function private.get_draft(uuid) to authenticated;
grant execute on function public.get_draft(uuid) to authenticated;
comment on function public.get_draft(uuid) is
  'Returns { approval, project, pack, export, statements, publication, events, versions, … }. Raises OPAUT · OPDEN · OPNFD.';
