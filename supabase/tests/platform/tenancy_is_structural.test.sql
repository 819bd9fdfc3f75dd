-- Every business table and every key between them has organization_id, so that a constraint refuses an id of another
-- organization even if code forgets to check it.
begin;
select plan(4);

create function pg_temp.homeless() returns setof text language sql as $$
  select relname::text
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('organizations', 'approval_kinds')
    and not exists (
      select from pg_attribute
      where attrelid = pg_class.oid and attname = 'organization_id' and attnotnull
        and atttypid = 'uuid'::regtype)
$$;

create function pg_temp.loose_keys() returns setof text language sql as $$
  select format('%s (%s)', conname, conrelid::regclass)
  from pg_constraint
  join pg_class as target on target.oid = confrelid
  where contype = 'f'
    and connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and target.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and confrelid not in (
        'public.organizations'::regclass, 'public.approval_kinds'::regclass, 'private.embedding_models'::regclass)
    and not exists (
      select from unnest(conkey, confkey) as pair (here, there)
      join pg_attribute as ours on ours.attrelid = conrelid and ours.attnum = here
      join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = there
      where ours.attname = 'organization_id' and theirs.attname = 'organization_id')
$$;

select is_empty('select pg_temp.homeless()', 'every table except organizations and the catalog of kinds has a required organization_id');
select is_empty('select pg_temp.loose_keys()', 'every foreign key between our tables has organization_id, except those to the catalogs of kinds and models');

create table public.homeless (organization_id uuid, account_id uuid constraint by_id_alone references public.accounts (id));
select results_eq('select pg_temp.homeless()', array['homeless'], 'the check finds a nullable organization_id');
select results_eq('select pg_temp.loose_keys()', array['by_id_alone (homeless)'], 'the check finds a foreign key without organization_id');

select * from finish();
rollback;
