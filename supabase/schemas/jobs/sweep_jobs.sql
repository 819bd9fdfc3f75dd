-- Ends expired leases, at most 10,000, and returns their number.
create or replace function private.sweep_jobs()
returns integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  return private.end_expired_leases(null, 10000);
end;
$$;
