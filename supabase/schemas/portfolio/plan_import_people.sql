-- Plans the people of an import: those who worked, and those who are assigned.
create or replace function private.plan_import_people(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A person is named by address, by key, or by name, in this order; who is not known becomes a person
  -- without sign-in, so that hours have somebody to belong to. That gives nobody access to anything.
  -- Hours are never a client contact's.
  create temporary table import_people on commit drop as
  with named as (
    select lower(btrim(given.label)) as person_key, min(btrim(given.label)) as label
    from pg_temp.import_lines
    cross join lateral (values (import_lines.person), (import_lines.task_assignee)) as given (label)
    where import_lines.problem is null and btrim(given.label) <> ''
    group by lower(btrim(given.label))
  ),
  labels as materialized (
    select * from private.people_labels(plan_import_people.organization_id)
  )
  select
    named.person_key, named.label,
    known.id is null as is_new,
    coalesce(known.id, gen_random_uuid()) as id,
    coalesce(known.is_ambiguous, false) as is_ambiguous
  from named
  left join lateral (
    select
      candidates.id,
      candidates.nearness >= 3 and count(*) over (
        partition by candidates.nearness, candidates.is_archived) > 1 as is_ambiguous
    from (
      select labels.person_id as id, labels.is_archived, labels.nearness
      from labels
      where labels.label = named.person_key
    ) as candidates
    order by candidates.is_archived, candidates.nearness, candidates.id
    limit 1
  ) as known on true;

  update pg_temp.import_lines
  set problem = format('More than one person is named %s: give the address or key', import_people.label)
  from pg_temp.import_people
  where import_people.is_ambiguous
    and import_people.person_key in (
      lower(btrim(import_lines.person)), lower(btrim(import_lines.task_assignee)))
    and import_lines.problem is null;
  delete from pg_temp.import_people where is_ambiguous;

  update pg_temp.import_lines
  set person_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.person))),
      assignee_id = (
        select import_people.id from pg_temp.import_people
        where import_people.person_key = lower(btrim(import_lines.task_assignee)))
  where problem is null;
end;
$$;

revoke execute on function private.plan_import_people(uuid) from public;
