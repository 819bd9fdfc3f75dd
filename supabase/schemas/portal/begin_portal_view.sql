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
  v_publication record;
begin
  if v_viewer.role <> 'client' then
    perform private.record_audit_event(
      v_viewer.organization_id, 'client_portal.viewed', 'client', v_client_id);
    return;
  end if;
  for v_publication in
    update private.portal_publications as publications
    set first_read_at = clock_timestamp(), first_read_by = v_viewer.id
    from private.unread_publications(v_viewer.organization_id, v_client_id) as unread_publications
    join public.approvals on approvals.id = unread_publications.approval_id
    where publications.organization_id = v_viewer.organization_id and publications.approval_id = unread_publications.approval_id
      and publications.first_read_at is null
    returning publications.approval_id, publications.project_id, approvals.is_restricted
  loop
    perform private.record_audit_event(
      v_viewer.organization_id, 'publication.first_read', 'approval', v_publication.approval_id,
      project_id => v_publication.project_id, is_restricted => v_publication.is_restricted);
  end loop;
end;
$$;

-- The publications in a client's portal whose first reading isn't recorded.
create or replace function private.unread_publications(organization_id uuid, client_id uuid)
returns table (approval_id uuid)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from private.portal_publications as publications
    where publications.organization_id = unread_publications.organization_id
      and publications.client_id = unread_publications.client_id and publications.first_read_at is null)
  then
    return;
  end if;
  return query
    select publications.approval_id
    from private.portal_publications as publications
    join public.approvals on approvals.id = publications.approval_id
    where publications.organization_id = unread_publications.organization_id
      and publications.client_id = unread_publications.client_id and publications.first_read_at is null
      and publications.project_id = any (
        private.client_project_ids(unread_publications.organization_id, unread_publications.client_id))
      and private.is_shown_to_client(approvals);
end;
$$;
comment on function private.unread_publications(uuid, uuid) is
  'The publications in a client''s portal that no contact has read.';

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
