-- One value for a whole plan, so that apply can require the plan that a person saw.
create or replace function private.import_plan_hash(mapping jsonb, rows jsonb)
returns text
language sql
set search_path = pg_catalog, pg_temp
as $$
  -- The input, the rows that it matches and the changes. New rows count by key, because their ids differ each time.
  select encode(sha256(convert_to(jsonb_build_array(
    mapping,
    rows,
    (select jsonb_agg(jsonb_build_array(line, disposition, reason, changes) order by line)
     from pg_temp.import_plan),
    (select jsonb_agg(jsonb_build_array(person_key, case when not is_new then id end) order by person_key)
     from pg_temp.import_people),
    (select jsonb_agg(jsonb_build_array(client_key, account_key, case when not is_new then id end)
                      order by client_key, account_key)
     from pg_temp.import_accounts),
    (select jsonb_agg(jsonb_build_array(project_key, case when not is_new then id end) order by project_key)
     from pg_temp.import_projects),
    (select jsonb_agg(jsonb_build_array(project_key, person_key, is_new) order by project_key, person_key)
     from pg_temp.import_memberships),
    (select jsonb_agg(jsonb_build_array(line, entity, case when not is_new then id end) order by line, entity)
     from pg_temp.import_rates)
  )::text, 'UTF8')), 'hex')
$$;
