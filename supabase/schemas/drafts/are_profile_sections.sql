-- Whether a value is a list of 1 to 30 sections { heading, guidance?, collects }, each heading once.
create or replace function private.are_profile_sections(value jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) not between 1 and 30 then
    return false;
  end if;
  return not exists (
      select from jsonb_array_elements(value) as section
      where jsonb_typeof(section) <> 'object'
        or section - '{heading,guidance,collects}'::text[] <> '{}'
        or coalesce(jsonb_typeof(section -> 'heading'), '') <> 'string'
        or btrim(section ->> 'heading') = '' or char_length(section ->> 'heading') > 200
        or jsonb_typeof(coalesce(section -> 'guidance', '""')) <> 'string'
        or char_length(section ->> 'guidance') > 2000
        or jsonb_typeof(coalesce(section -> 'collects', '[]')) <> 'array'
        or not coalesce(section -> 'collects', '[]') <@ to_jsonb(private.evidence_groups()))
    and (select count(distinct lower(btrim(section ->> 'heading'))) = count(*)
         from jsonb_array_elements(value) as section);
end;
$$;
comment on function private.are_profile_sections(jsonb) is 'Whether a value is a list of sections of an authoring profile.';

create or replace function private.evidence_groups()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select '{period,changed,done,decided,at_risk,hours,planned,passage,fact}'::text[] $$;
comment on function private.evidence_groups() is 'The groups into which an evidence pack is sorted.';
