-- The portal row of a card, whichever table it is in, as JSON; null if there is none.
create or replace function private.published_row(organization_id uuid, kind public.approval_kind, approval_id uuid)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case kind
    when 'weekly_update' then (
      select to_jsonb(publication) from public.weekly_updates as publication
      where publication.organization_id = published_row.organization_id
        and publication.approval_id = published_row.approval_id)
    when 'scope_change' then (
      select to_jsonb(publication) from public.scope_changes as publication
      where publication.organization_id = published_row.organization_id
        and publication.approval_id = published_row.approval_id)
    when 'sow_draft' then (
      select to_jsonb(publication) from public.sow_drafts as publication
      where publication.organization_id = published_row.organization_id
        and publication.approval_id = published_row.approval_id)
    when 'client_readout' then (
      select to_jsonb(publication) from public.client_readouts as publication
      where publication.organization_id = published_row.organization_id
        and publication.approval_id = published_row.approval_id)
    when 'deliverable_release' then (
      select to_jsonb(publication) from public.deliverable_releases as publication
      where publication.organization_id = published_row.organization_id
        and publication.approval_id = published_row.approval_id)
  end;
end;
$$;
comment on function private.published_row(uuid, public.approval_kind, uuid) is 'The portal row that a card created.';
