begin;
select plan(19);
select tests.two_agencies();
insert into public.people (id, organization_id, name, role, is_employee)
values (tests.id('imported'), tests.id('North'), 'imported', 'member', true);

create function pg_temp.hint_of(persona text, person text, version integer, email text) returns text language plpgsql as $$
declare
  v_hint text := 'accepted';
  v_state text;
begin
  perform tests.act_as(persona);
  begin
    perform public.set_person_email(tests.id(person), version, email);
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint, v_state = returned_sqlstate;
  end;
  perform tests.act_as('owner');
  return coalesce(nullif(v_hint, ''), v_state);
end;
$$;

select is(pg_temp.hint_of('admin', 'imported', 1, 'nobody'), 'invalid_email', 'an invalid address is refused');
select is(pg_temp.hint_of('admin', 'imported', 1, 'MEMBER@tests.test'), 'email_taken', 'the address of another person is refused');
select is(pg_temp.hint_of('admin', 'imported', 1, ' Imported@Tests.test '), 'accepted', 'an admin adds an email');
select is((email, version)::text, '(imported@tests.test,2)', 'an added email is stored in lower case') from public.people where id = tests.id('imported');
select is(pg_temp.hint_of('admin', 'imported', 2, 'other@tests.test'), 'email_present', 'an existing email cannot be replaced');
select is(pg_temp.hint_of('admin', 'imported', 1, null), 'version_conflict', 'a change of an email at a stale version is refused');
select is(pg_temp.hint_of('admin', 'imported', 2, null), 'accepted', 'an admin removes the email');
select is((email, version)::text, '(,3)', 'a person whose email was removed has none') from public.people where id = tests.id('imported');
select is((before ->> 'email', after ->> 'email')::text, '(imported@tests.test,)', 'the audit log contains the removed email')
from public.audit_events where object_id = tests.id('imported') and (after ->> 'version')::integer = 3;
select is(pg_temp.hint_of('admin', 'member', 1, null), 'email_in_use', 'the email of an account cannot be removed');
select is(pg_temp.hint_of('admin', 'colleague', 1, null), 'email_in_use', 'the email of an open invitation cannot be removed');
select is(pg_temp.hint_of('admin', 'other_member', 1, 'x@tests.test'), 'person_not_found', 'a person of another organization is not found');

select is(pg_temp.hint_of(persona, 'imported', 3, 'forged@tests.test'), hint, persona || ' cannot set the email of a person')
from (values ('lead', 'role_not_allowed'), ('member', 'role_not_allowed'), ('client', 'role_not_allowed'),
  ('outsider', 'no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, hint);
select is((email, version)::text, '(,3)', 'the refusals change nothing') from public.people where id = tests.id('imported');

select * from finish();
rollback;
