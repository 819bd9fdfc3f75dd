-- A synced contact takes over the existing contact with its address. The search for it does not read the other contacts
-- of the organization, even while the table has no statistics.
begin;
select plan(3);
select tests.two_agencies();
select tests.crm_and_files();

create function pg_temp.contacts_read()
returns bigint
language sql
as $$
  select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables
  where schemaname = 'public' and relname = 'contacts'
$$;

select tests.sync('companies', array[tests.company('C1')]);
select tests.sync('contacts', array(select tests.contact('P' || n) from generate_series(1, 1000) as n));
insert into public.contacts (id, organization_id, client_id, name, email)
values (tests.id('own contact'), tests.id('North'), tests.id('Harbour'), 'Written here', 'p1001@harbour.test');
create temporary table before_page as select pg_temp.contacts_read() as count;
select is(
  tests.counts(tests.sync('contacts', array(select tests.contact('P' || n) from generate_series(1001, 1050) as n))),
  '{50,0,0,0,0,0}', 'a page of contacts is stored');
select cmp_ok(pg_temp.contacts_read() - count, '<', 5000::bigint, 'a page of contacts does not read all contacts of the organization for each record')
from before_page;
select is(external_key, 'hubspot:P1001', 'a synced contact takes over the existing contact with its address')
from public.contacts where id = tests.id('own contact');

select * from finish();
rollback;
