-- Whether a list of labels can be stored: at most 20, each of 1 to 40 visible characters, none twice.
create or replace function private.are_labels(labels text[])
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_ndims(labels), 1) = 1 and cardinality(labels) <= 20
    and array_position(labels, null) is null
    and not exists (
      select from unnest(labels) as label
      where label is distinct from (private.check_text(label, true, 40)).normal_form)
    and (select count(distinct lower(label)) from unnest(labels) as label) = cardinality(labels)
$$;
