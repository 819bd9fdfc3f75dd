-- Saves a mapping under a name; it replaces a mapping with the same name, whatever its case.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPSTA (too many are saved).
create or replace function private.save_import_mapping(name text, mapping jsonb)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_limit constant integer := 100;
  v_name text := btrim(save_import_mapping.name);
  v_mapping public.import_mappings;
begin
  if v_name is null or char_length(v_name) not between 1 and 100 then
    raise exception using
      errcode = 'OPINV', message = 'Enter a name of 1 to 100 characters', hint = 'invalid_name';
  end if;
  if not private.is_import_mapping(save_import_mapping.mapping)
    or octet_length(save_import_mapping.mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'Map each field to a column or a value, in at most 100 kB',
      hint = 'invalid_mapping';
  end if;
  -- One at a time: two concurrent calls would both find room, or both find the name free. FOR NO KEY UPDATE lets
  -- other writes, such as an import, refer to the row.
  perform 1 from public.organizations
  where organizations.id = v_viewer.organization_id
  for no key update;
  if (
    select count(*) from public.import_mappings
    where import_mappings.organization_id = v_viewer.organization_id
      and lower(import_mappings.name) <> lower(v_name)
  ) >= v_limit then
    raise exception using
      errcode = 'OPSTA',
      message = format('You have %s saved mappings, the maximum. Delete one first', v_limit),
      hint = 'too_many_import_mappings';
  end if;

  update public.import_mappings
  set name = v_name, mapping = save_import_mapping.mapping
  where import_mappings.organization_id = v_viewer.organization_id
    and lower(import_mappings.name) = lower(v_name)
  returning * into v_mapping;
  if v_mapping.id is null then
    insert into public.import_mappings (organization_id, name, mapping, created_by)
    values (v_viewer.organization_id, v_name, save_import_mapping.mapping, v_viewer.id)
    returning * into v_mapping;
  end if;
  perform private.record_audit_event(
    v_viewer.organization_id, 'import_mapping.saved', 'import_mapping', v_mapping.id, null,
    jsonb_build_object('name', v_mapping.name));
  return to_jsonb(v_mapping);
end;
$$;

create or replace function public.save_import_mapping(name text, mapping jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.save_import_mapping(name, mapping) $$;

grant execute on function private.save_import_mapping(text, jsonb) to authenticated;
grant execute on function public.save_import_mapping(text, jsonb) to authenticated;

comment on function public.save_import_mapping(text, jsonb) is
  'Saves a mapping under a name and returns it. Raises OPAUT · OPDEN · OPINV · OPSTA.';
