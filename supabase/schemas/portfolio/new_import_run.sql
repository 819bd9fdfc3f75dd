-- The receipt of a requested import, not yet stored. Refuses a request that no import could use.
-- Raises OPINV (malformed) · OPBIG (too many rows).
create or replace function private.new_import_run(
  requester public.people,
  mode public.import_mode,
  file_name text,
  file_sha256 text,
  parser_version text,
  mapping jsonb,
  rows jsonb
)
returns public.portfolio_import_runs
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row_limit constant integer := 20000;
  v_run public.portfolio_import_runs;
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_typeof(mapping -> 'fields') is distinct from 'object' then
    raise exception using
      errcode = 'OPINV', message = 'An import needs rows and a mapping of fields', hint = 'invalid_import';
  end if;
  if jsonb_array_length(rows) > v_row_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('An import takes at most %s rows. Split the file', v_row_limit),
      hint = 'too_many_rows';
  end if;
  if file_name is null or char_length(file_name) not between 1 and 200
    or file_sha256 is null or file_sha256 !~ '^[0-9a-f]{64}$'
    or char_length(parser_version) > 50
    or octet_length(mapping::text) > 100000
  then
    raise exception using
      errcode = 'OPINV',
      message = 'The import''s file name, hash, parser version or mapping is malformed',
      hint = 'invalid_import';
  end if;
  v_run.id := gen_random_uuid();
  v_run.organization_id := (requester).organization_id;
  v_run.requested_by := (requester).id;
  v_run.mode := new_import_run.mode;
  v_run.file_name := new_import_run.file_name;
  v_run.file_sha256 := new_import_run.file_sha256;
  v_run.parser_version := new_import_run.parser_version;
  v_run.mapping := new_import_run.mapping;
  v_run.created_at := clock_timestamp();
  return v_run;
end;
$$;
