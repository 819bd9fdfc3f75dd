-- The labels by which a file may name the people of an organization, except client contacts: address, key, name and
-- former names. Their nearness is 1 to 4, in this order. A label of a merged person is the survivor's.
create or replace function private.people_labels(organization_id uuid)
returns table (person_id uuid, label text, nearness integer, has_email boolean, is_archived boolean)
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select survivors.id, labels.label, min(labels.nearness), survivors.email is not null, survivors.archived_at is not null
  from public.people
  join public.people as survivors on survivors.id = coalesce(people.merged_into_id, people.id)
  cross join lateral (
    values (people.email, 1), (lower(people.external_key), 2), (lower(people.name), 3)
    union all
    select lower(former_names.name), 4 from private.person_former_names as former_names
    where former_names.person_id = people.id
  ) as labels (label, nearness)
  where people.organization_id = people_labels.organization_id
    and people.role <> 'client'
    and labels.label is not null
  group by survivors.id, labels.label
$$;
comment on function private.people_labels(uuid) is
  'Each label once per person, with the facts that an import compares: the nearness of the label, and whether the person has an email or is offboarded.';
