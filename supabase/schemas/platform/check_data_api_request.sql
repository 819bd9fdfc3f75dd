-- The Data API calls this before every request, as the caller: the role authenticator names this function in its
-- setting pgrst.db_pre_request. The embedded stack applies the same rules in its gateway. A planned or estimated
-- count and a query plan come from the statistics of the whole table, so they reveal rows that no policy shows.
-- anon may not execute it, because nothing in the Data API is open to anon.
-- Raises OPINV (only_exact_counts, no_query_plans).
create or replace function private.check_data_api_request()
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_header record;
begin
  for v_header in
    select lower(header.key) as name, header.value
    from jsonb_each_text(nullif(current_setting('request.headers', true), '')::jsonb) as header
    where lower(header.key) in ('prefer', 'accept')
  loop
    if v_header.name = 'accept' and v_header.value ~* 'vnd\.pgrst\.plan' then
      raise exception using
        errcode = 'OPINV', message = 'Query plans are not available', hint = 'no_query_plans';
    elsif v_header.name = 'prefer' and exists (
      select from regexp_split_to_table(v_header.value, '[,;]') as preference
      where btrim(preference) ~* '^"?count\M' and btrim(preference) <> 'count=exact')
    then
      raise exception using
        errcode = 'OPINV',
        message = 'Only exact counts are available. Send Prefer: count=exact',
        hint = 'only_exact_counts';
    end if;
  end loop;
end;
$$;

grant execute on function private.check_data_api_request() to authenticated, service_role;

comment on function private.check_data_api_request() is
  'For the Data API: refuses counts that are not exact, and query plans. Raises OPINV.';
