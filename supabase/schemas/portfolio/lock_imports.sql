-- One import or undoing at a time per organization: a plan must not age between being made and carried
-- out. Refused and not queued, since whoever waited would hold a connection that others need.
-- Raises OPSTA (import_running).
create or replace function private.lock_imports(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('import_portfolio:' || organization_id, 0)) then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
  end if;
end;
$$;
