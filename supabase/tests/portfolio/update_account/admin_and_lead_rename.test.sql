begin;
select plan(18);
select tests.two_agencies();
insert into public.accounts (organization_id, client_id, name) values (tests.id('North'), tests.id('Harbour'), 'Docks');

create function pg_temp.hint_of(persona text, account text, version integer, changes jsonb) returns text language plpgsql as $$
declare
  v_hint text := 'accepted';
  v_state text;
begin
  perform tests.act_as(persona);
  begin
    perform public.update_account(tests.id(account), version, changes);
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint, v_state = returned_sqlstate;
  end;
  perform tests.act_as('owner');
  return coalesce(nullif(v_hint, ''), v_state);
end;
$$;

select is(pg_temp.hint_of(persona, 'Harbour shop', 1, '{"name": "Forged"}'), hint, persona || ' cannot rename an account')
from (values ('member', 'role_not_allowed'), ('client', 'role_not_allowed'), ('outsider', 'no_membership'),
  ('other_admin', 'account_not_found'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, hint);
select is(pg_temp.hint_of('lead', 'South shop', 1, '{"name": "Forged"}'), 'account_not_found', 'an account of another organization is not found');
select is((name, version)::text, '("Harbour shop",1)', 'the refusals change nothing') from public.accounts where id = tests.id('Harbour shop');

select is(pg_temp.hint_of('lead', 'Harbour shop', 1, '{"name": " Harbour store "}'), 'accepted', 'a lead renames an account');
select is((name, version)::text, '("Harbour store",2)', 'a new name makes a new version') from public.accounts where id = tests.id('Harbour shop');
select is((before ->> 'name', after ->> 'name')::text, '("Harbour shop","Harbour store")', 'the audit log contains both names')
from public.audit_events where object_id = tests.id('Harbour shop') and action = 'account.updated';
select is(pg_temp.hint_of('admin', 'Harbour shop', 1, '{"name": "Other"}'), 'version_conflict', 'a rename at a stale version is refused');
select is(pg_temp.hint_of('admin', 'Harbour shop', 2, '{"name": "Harbour store"}'), 'accepted', 'the same name changes nothing');
select is(version, 2, 'the same name makes no new version') from public.accounts where id = tests.id('Harbour shop');
select is(pg_temp.hint_of('admin', 'Harbour shop', 2, '{"name": "docks"}'), 'account_exists', 'the name of another account of the same client is refused');
select is(pg_temp.hint_of('admin', 'Harbour shop', 2, '{"name": " "}'), 'invalid_name', 'a blank name is refused');
select is(pg_temp.hint_of('admin', 'Harbour shop', 2, jsonb_build_object('client_id', tests.id('Garden'))), 'unknown_fields', 'an account cannot move to another client');
select is(pg_temp.hint_of('admin', 'Harbour shop', 2, '{"name": "Harbour shop"}'), 'accepted', 'a lead restores the former name');

select * from finish();
rollback;
