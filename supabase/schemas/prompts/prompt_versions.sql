-- Every version of the prompt, newest first. A page ends early if it would be too large.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.prompt_versions(before_number integer default null, page_size integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_page_size integer := least(greatest(coalesce(page_size, 20), 1), 50);
  v_versions public.prompt_versions[];
  v_version jsonb;
  v_rows jsonb[] := '{}';
  v_bytes integer := 0;
begin
  -- Reads one row more than a page has, to learn whether another page follows.
  v_versions := array(
    select prompt_versions from public.prompt_versions
    where prompt_versions.organization_id = v_viewer.organization_id
      and (before_number is null or prompt_versions.number < before_number)
    order by prompt_versions.number desc
    limit v_page_size + 1);
  for v_index in 1 .. least(v_page_size, cardinality(v_versions)) loop
    v_version := private.prompt_version_json(v_versions[v_index]);
    v_bytes := v_bytes + octet_length(v_version::text);
    exit when v_index > 1 and v_bytes > private.max_page_bytes();
    v_rows := v_rows || v_version;
  end loop;
  v_page_size := cardinality(v_rows);
  return jsonb_build_object(
    'versions', to_jsonb(v_rows),
    'next_before', case when cardinality(v_versions) > v_page_size then (v_versions[v_page_size]).number end);
end;
$$;

create or replace function public.prompt_versions(before_number integer default null, page_size integer default 20)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.prompt_versions(before_number, page_size) $$;

grant execute on function private.prompt_versions(integer, integer) to authenticated;
grant execute on function public.prompt_versions(integer, integer) to authenticated;
comment on function public.prompt_versions(integer, integer) is
  'Returns { versions, next_before }; the next page begins below that number. Raises OPAUT · OPDEN.';
