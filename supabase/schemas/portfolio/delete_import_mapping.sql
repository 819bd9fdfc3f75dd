-- Deletes a saved mapping. Runs retain the mapping that they used.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD.
create or replace function private.delete_import_mapping(mapping_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_name text;
begin
  delete from public.import_mappings
  where import_mappings.id = mapping_id and import_mappings.organization_id = v_viewer.organization_id
  returning import_mappings.name into v_name;
  if v_name is null then
    raise exception using
      errcode = 'OPNFD', message = 'There is no such mapping', hint = 'import_mapping_not_found';
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'import_mapping.deleted', 'import_mapping', mapping_id,
    jsonb_build_object('name', v_name));
end;
$$;

create or replace function public.delete_import_mapping(mapping_id uuid)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.delete_import_mapping(mapping_id) $$;

grant execute on function private.delete_import_mapping(uuid) to authenticated;
grant execute on function public.delete_import_mapping(uuid) to authenticated;

comment on function public.delete_import_mapping(uuid) is
  'Deletes a saved mapping. Raises OPAUT · OPDEN · OPNFD.';
