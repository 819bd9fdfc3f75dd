-- Plans the people of an import: those with hours, those who are assigned, and those named as members of a project.
create or replace function private.plan_import_people(organization_id uuid)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  create temporary table import_mentions on commit drop as
  select
    import_lines.line, input.part,
    coalesce(nullif(btrim(input.label), ''), btrim(input.email)) as label,
    coalesce(nullif(lower(btrim(input.email)), ''), lower(btrim(input.label))) as person_key,
    nullif(lower(btrim(input.email)), '') as email
  from pg_temp.import_lines
  cross join lateral (
    select 'person' as part, import_lines.person as label, import_lines.person_email as email
    union all select 'assignee', import_lines.task_assignee, import_lines.task_assignee_email
    union all select 'member', member, null from unnest(import_lines.project_members) as member
  ) as input
  where import_lines.problem is null and btrim(concat(input.label, input.email)) <> '';

  -- If one line of the file has both a name and an address, the name alone means the same person on other lines.
  update pg_temp.import_mentions
  set person_key = addresses.email
  from (
    select lower(label) as name_key, min(email) as email
    from pg_temp.import_mentions
    where email is not null
    group by lower(label)
    having count(distinct email) = 1
  ) as addresses
  where import_mentions.email is null and import_mentions.person_key = addresses.name_key;

  -- Finds a person by address, by key, or by name, in this order. An unknown name becomes a person without a
  -- sign-in, spelled as on its first line, so that hours belong to a person. A person of that name with another
  -- address is a different person. Hours never belong to a client contact.
  create temporary table import_people on commit drop as
  with mentions as (
    select
      import_mentions.person_key,
      (array_agg(label order by lower(label) = import_mentions.person_key, line, part desc))[1] as label
    from pg_temp.import_mentions
    group by import_mentions.person_key
  ),
  labels as materialized (
    select * from private.people_labels(plan_import_people.organization_id)
  )
  select
    mentions.person_key, mentions.label,
    match.id is null as is_new,
    coalesce(match.id, gen_random_uuid()) as id,
    coalesce(match.is_ambiguous, false) as is_ambiguous
  from mentions
  left join lateral (
    select
      candidates.id,
      candidates.nearness >= 3 and count(*) over (
        partition by candidates.nearness, candidates.is_archived) > 1 as is_ambiguous
    from (
      select
        labels.person_id as id, labels.is_archived,
        -- A person with another key ranks no higher than a match by name.
        min(case when labels.label = mentions.person_key then labels.nearness
                 else greatest(labels.nearness, 3) end) as nearness
      from labels
      where labels.label = mentions.person_key
        or (not labels.has_email and labels.label = lower(mentions.label))
      group by labels.person_id, labels.is_archived
    ) as candidates
    order by candidates.is_archived, candidates.nearness, candidates.id
    limit 1
  ) as match on true;

  update pg_temp.import_lines
  set problem = format('More than one person is named %s: give the email address or key', import_people.label),
      problem_field = case import_mentions.part
        when 'person' then 'person' when 'assignee' then 'task_assignee' else 'project_members' end
  from pg_temp.import_mentions
  join pg_temp.import_people on import_people.person_key = import_mentions.person_key
  where import_people.is_ambiguous
    and import_lines.line = import_mentions.line
    and import_lines.problem is null;
  delete from pg_temp.import_people where is_ambiguous;

  update pg_temp.import_lines
  set person_id = assignments.person_id, assignee_id = assignments.assignee_id
  from (
    select
      import_mentions.line,
      (array_agg(import_people.id) filter (where import_mentions.part = 'person'))[1] as person_id,
      (array_agg(import_people.id) filter (where import_mentions.part = 'assignee'))[1] as assignee_id
    from pg_temp.import_mentions
    join pg_temp.import_people on import_people.person_key = import_mentions.person_key
    group by import_mentions.line
  ) as assignments
  where import_lines.line = assignments.line and import_lines.problem is null;
end;
$$;
