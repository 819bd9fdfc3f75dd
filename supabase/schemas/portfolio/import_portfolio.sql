-- Imports clients, projects, people, tasks, hours and rates from the rows of one file: dry run and apply share their
-- code. The call is one transaction, so a crash leaves nothing half done, and a failure leaves only its receipt.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (malformed) · OPBIG (too many rows) · OPSTA
-- (import_running; import_plan_changed: the plan differs from the previewed one).
create or replace function private.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_run public.portfolio_import_runs := private.new_import_run(
    private.require_lead(), mode, file_name, file_sha256, parser_version, mapping, rows);
begin
  perform private.lock_imports(v_run.organization_id);
  return to_jsonb(private.run_import(v_run, rows, expected_plan_hash));
end;
$$;

create or replace function public.import_portfolio(
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb,
  expected_plan_hash text default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.import_portfolio(
    mode, file_name, file_sha256, parser_version, mapping, rows, expected_plan_hash)
$$;

grant execute on function
  private.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;
grant execute on function
  public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) to authenticated;

comment on function public.import_portfolio(public.import_mode, text, text, text, jsonb, jsonb, text) is
  'Plans an import and, with mode apply, applies it; returns the stored run. Raises OPAUT · OPDEN · OPINV · OPBIG · OPSTA.';
