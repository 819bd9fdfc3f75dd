begin;
select plan(11);
select tests.two_agencies();

create function pg_temp.refuses(persona text, code text, which text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok(
    format('select public.delete_import_mapping(%L)', tests.id(which)), code, null, format('%s cannot delete %s', persona, which));
end;
$$;
grant execute on function pg_temp.refuses(text, text, text) to public;

select pg_temp.refuses(persona, code, 'North mapping')
from (values
  ('member', 'OPDEN'), ('member2', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('anonymous', '42501'),
  ('service', '42501'), ('other_admin', 'OPNFD')
) as cases (persona, code);
select pg_temp.refuses('lead', 'OPNFD', 'an unknown mapping');
select tests.act_as('owner');
select is((select count(*)::integer from public.import_mappings where id = tests.id('North mapping')), 1, 'the refusals delete no mapping');

select tests.act_as('lead');
select public.delete_import_mapping(tests.id('North mapping'));
select tests.act_as('owner');
select results_eq(
  $$ select id from public.import_mappings where id in (tests.id('North mapping'), tests.id('South mapping')) $$,
  array[tests.id('South mapping')], 'a lead deletes a mapping of their organization');
select is((select before ->> 'name' from public.audit_events where action = 'import_mapping.deleted'), 'Weekly',
  'the audit log contains the deleted mapping');

select * from finish();
rollback;
