-- Notes for readers of an upload: the flags of extraction and, for contracts and statements of work, the elements
-- that the text lacks. The kind may change after processing, and the flags follow it.
create or replace function private.flags_of_kind(kind public.document_kind, flags text[], facts jsonb)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_missing_elements constant text[] := array(
    select jsonb_array_elements_text(coalesce(flags_of_kind.facts -> 'not_found', '[]')));
begin
  return array(
    select flag from unnest(flags_of_kind.flags) as flag where flag <> all (v_missing_elements)
    union all
    select flag from unnest(v_missing_elements) as flag where private.is_restricted_kind(flags_of_kind.kind));
end;
$$;
