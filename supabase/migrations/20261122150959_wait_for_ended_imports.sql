set local check_function_bodies = off;

create or replace function private.lock_imports (
  organization_id uuid
)
  returns void
  language plpgsql
  set search_path to 'pg_catalog', 'pg_temp'
  set lock_timeout to '250ms'
  AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('import_portfolio:' || organization_id, 0));
exception
  when lock_not_available then
    raise exception using
      errcode = 'OPSTA',
      message = 'Another import is running. Try again when it has ended',
      hint = 'import_running';
end;
$function$;
