-- Records a view of a portal before the portal is read: for a client, the first reading of each publication; for an
-- admin or a lead, every view of the portal as the client sees it.
-- Raises OPAUT · OPDEN (role member, or no organization) · OPINV (client_missing) · OPNFD (client_not_found).
create or replace function private.begin_portal_view(client_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_viewer();
  v_client_id constant uuid := private.portal_client_id(v_viewer, begin_portal_view.client_id);
  v_project_ids uuid[];
  v_publication record;
begin
  if v_viewer.role <> 'client' then
    perform private.record_audit_event(
      v_viewer.organization_id, 'client_portal.viewed', 'client', v_client_id);
    return;
  end if;
  v_project_ids := private.client_project_ids(v_viewer.organization_id, v_client_id);
  for v_publication in
    update private.portal_publications as published
    set first_read_at = clock_timestamp(), first_read_by = v_viewer.id
    from public.approvals
    where published.organization_id = v_viewer.organization_id and published.client_id = v_client_id
      and published.project_id = any (v_project_ids) and published.first_read_at is null
      and approvals.id = published.approval_id
      and private.is_shown_to_client(approvals)
    returning published.approval_id, published.project_id, approvals.is_restricted
  loop
    perform private.record_audit_event(
      v_viewer.organization_id, 'publication.first_read', 'approval', v_publication.approval_id,
      project_id => v_publication.project_id, is_restricted => v_publication.is_restricted);
  end loop;
end;
$$;

-- Whether the row that a card published is in the portal of its client.
create or replace function private.is_shown_to_client(approval public.approvals)
returns boolean
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row constant jsonb := private.published_row(approval.organization_id, approval.kind, approval.id);
begin
  return coalesce(
    v_row ->> 'withdrawn_at' is null
      and (approval.kind = 'sow_draft' or not (v_row ->> 'is_restricted')::boolean), false);
end;
$$;
comment on function private.is_shown_to_client(public.approvals) is 'Whether the portal of the client shows what the card published.';

create or replace function public.begin_portal_view(client_id uuid default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.begin_portal_view(client_id) $$;

grant execute on function private.begin_portal_view(uuid) to authenticated;
grant execute on function public.begin_portal_view(uuid) to authenticated;

comment on function public.begin_portal_view(uuid) is
  'Returns nothing; get_client_portal must follow within five minutes. Raises OPAUT · OPDEN · OPINV · OPNFD.';
