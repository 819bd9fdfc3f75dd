-- Syncs, and foreign keys within them, keep plans that were made for empty tables. Such a plan takes any index that begins with a
-- column of its condition. If that is the organization, it reads all emails of the organization for each record.
begin;
select plan(3);
set local enable_seqscan = off;

create function pg_temp.index_columns(target regclass) returns setof text language sql as $$
  select pg_index.indexrelid::regclass::text
  from pg_index
  join pg_attribute on attrelid = indrelid and attnum = indkey[0]
  where indrelid = target and indpred is null and attname = 'organization_id'
$$;
create function pg_temp.index_of(condition text) returns text language plpgsql as $$
declare
  v_plan jsonb;
begin
  execute 'explain (format json) select from public.inbound_emails where ' || condition into v_plan;
  return jsonb_path_query_first(v_plan, '$.**."Index Name"') #>> '{}';
end;
$$;

select set_eq($$ select pg_temp.index_columns('public.inbound_emails') $$, array['inbound_emails_organization_id_id_key'],
  'only the key of emails begins with the organization');
select set_eq($$ select pg_temp.index_columns('public.email_domains') $$, array['email_domains_organization_id_id_key'],
  'only the key of remembered domains begins with the organization');
select matches(
  pg_temp.index_of(format('organization_id = %L and id = %1$L for key share', gen_random_uuid())),
  '^inbound_emails_(pkey|organization_id_id_key)$', 'a foreign key to an email reads one email');

select * from finish();
rollback;
