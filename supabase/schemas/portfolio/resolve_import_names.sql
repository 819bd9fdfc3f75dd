-- Finds the project of each line that names one without its code: the only project with that name, in the
-- file or the database, within the client and account that the line gives. Lines that name both client and account
-- go first, and their projects become candidates for lines that name fewer. A name without a match
-- becomes a new project; a name with several matches is a problem of its line.
create or replace function private.resolve_import_names(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Projects are found by the name that they will have: with their old names, the same file would match other projects
  -- next time.
  create temporary table import_candidates on commit drop as
  with coded_lines as (
    select distinct on (project_code) project_code, project_name, client_key, account_key
    from pg_temp.import_lines
    where problem is null and not is_only_named
    order by project_code, line
  )
  select
    coalesce('code:' || projects.code, 'id:' || projects.id) as project_key,
    projects.id as known_project_id,
    projects.code as project_code,
    lower(coalesce(coded_lines.project_name, projects.name)) as name_key,
    lower(clients.name) as client_key,
    lower(accounts.name) as account_key
  from public.projects
  join public.accounts on accounts.id = projects.account_id
  join public.clients on clients.id = accounts.client_id
  left join coded_lines on coded_lines.project_code = projects.code
  where projects.organization_id = resolve_import_names.organization_id
  union all
  select
    'code:' || coded_lines.project_code, null, coded_lines.project_code,
    lower(coalesce(coded_lines.project_name, coded_lines.project_code)),
    coalesce(coded_lines.client_key, coded_lines.account_key), coalesce(coded_lines.account_key, coded_lines.client_key)
  from coded_lines
  where not exists (
    select 1 from public.projects
    where projects.organization_id = resolve_import_names.organization_id
      and projects.code = coded_lines.project_code);

  for v_name_count in reverse 2..0 loop
    with resolutions as (
      select
        lines.line,
        count(distinct candidates.project_key) as candidate_count,
        min(candidates.project_key) as project_key,
        min(candidates.known_project_id::text)::uuid as known_project_id,
        min(candidates.project_code) as project_code
      from pg_temp.import_lines as lines
      left join pg_temp.import_candidates as candidates
        on candidates.name_key = lower(lines.project_name)
       and (lines.client_key is null or candidates.client_key = lines.client_key)
       and (lines.account_key is null or candidates.account_key = lines.account_key)
      where lines.problem is null and lines.is_only_named
        and num_nonnulls(lines.client_key, lines.account_key) = v_name_count
      group by lines.line
    )
    update pg_temp.import_lines
    set problem = case when resolutions.candidate_count > 1
          then 'More than one project has this name: give its code' end,
        -- A client without an account gets an account of the same name, and vice versa.
        project_key = coalesce(resolutions.project_key, concat_ws(
          chr(31), import_lines.project_key, coalesce(client_key, account_key), coalesce(account_key, client_key))),
        known_project_id = resolutions.known_project_id,
        project_code = resolutions.project_code
    from resolutions
    where import_lines.line = resolutions.line;

    insert into pg_temp.import_candidates (project_key, name_key, client_key, account_key)
    select distinct project_key, lower(project_name),
           coalesce(client_key, account_key), coalesce(account_key, client_key)
    from pg_temp.import_lines
    where problem is null and is_only_named and num_nonnulls(client_key, account_key) = v_name_count and v_name_count > 0
      and project_key <> all (select import_candidates.project_key from pg_temp.import_candidates);
  end loop;
  drop table pg_temp.import_candidates;
end;
$$;
