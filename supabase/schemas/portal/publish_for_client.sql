-- Records for which client a card was published, and its exact content. The released file is the version that is
-- currently indexed. Raises OPSTA (file_not_ready).
create or replace function private.publish_for_client(approval public.approvals)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source_id constant uuid := case approval.kind when 'deliverable_release' then approval.payload ->> 'source_id' end;
  v_version public.document_versions;
begin
  if exists (select from public.documents where documents.id = v_source_id) then
    select document_versions.* into v_version
    from public.documents
    join public.document_versions
      on document_versions.document_id = documents.id and document_versions.version = documents.indexed_version
    where documents.id = v_source_id and documents.organization_id = approval.organization_id
      and document_versions.sha256 is not null;
    if v_version.document_id is null then
      raise exception using
        errcode = 'OPSTA',
        message = 'The file isn''t processed yet. Execute the card again when it is',
        hint = 'file_not_ready';
    end if;
  end if;
  insert into private.portal_publications (
    organization_id, approval_id, project_id, client_id, content_hash, document_id, document_version, file_name,
    file_sha256)
  values (
    approval.organization_id, approval.id, approval.project_id,
    private.client_of_project(approval.organization_id, approval.project_id),
    encode(sha256(convert_to(jsonb_build_object(
      'payload', approval.payload, 'file_sha256', v_version.sha256)::text, 'UTF8')), 'hex'),
    v_version.document_id, v_version.version, v_version.file_name, v_version.sha256);
end;
$$;
comment on function private.publish_for_client(public.approvals) is 'Raises OPSTA (file_not_ready).';
