-- Every prompt there was, newest first.
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
begin
  -- One more than the page says whether there is another.
  v_versions := array(
    select prompt_versions from public.prompt_versions
    where prompt_versions.organization_id = v_viewer.organization_id
      and (before_number is null or prompt_versions.number < before_number)
    order by prompt_versions.number desc
    limit v_page_size + 1);
  return jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(private.prompt_version_json(listed::public.prompt_versions) order by listed.number desc), '[]')
      from unnest(v_versions[:v_page_size]) as listed),
    'next_before', case when cardinality(v_versions) > v_page_size then (v_versions[v_page_size]).number end);
end;
$$;

create or replace function public.prompt_versions(before_number integer default null, page_size integer default 20)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.prompt_versions(before_number, page_size) $$;

revoke execute on function private.prompt_versions(integer, integer) from public;
revoke execute on function public.prompt_versions(integer, integer) from public;
grant execute on function private.prompt_versions(integer, integer) to authenticated;
grant execute on function public.prompt_versions(integer, integer) to authenticated;
comment on function public.prompt_versions(integer, integer) is
  'Answers { versions, next_before }; the next page begins below that number. Raises OPAUT · OPDEN.';
