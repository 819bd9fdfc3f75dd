-- A bare host takes a shorter way than a web address. Both become the same domain.
begin;
select plan(3);

select results_eq(
  $$ select private.domain_of(entries.address) from (values
       (1, 'Harbour.test'), (2, ' www.harbour.test '), (3, 'https://WWW.harbour.test/home'), (4, 'harbour.test:80'),
       (5, 'harbour.test?from=crm'), (6, 'http://harbour.test#top')) as entries (position, address)
     order by entries.position $$,
  $$ select 'harbour.test' from generate_series(1, 6) $$, 'a host and a web address have the same domain');
select is(private.domain_of(' '), null, 'an empty address has no domain');
select results_eq(
  $$ select private.filter_reason_of_crm(entries.data) from (values
       (1, '{"name": " ", "email": null}'::jsonb), (2, '{"name": null, "last_name": "Berg"}'), (3, '{"email": "ines@harbour.test"}'),
       (4, '{}')) as entries (position, data)
     order by entries.position $$,
  array['no_name', null, null, 'no_name'], 'a record without a name and an address is left out');

select * from finish();
rollback;
