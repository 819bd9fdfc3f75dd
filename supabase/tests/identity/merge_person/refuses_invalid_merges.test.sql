begin;
select plan(20);
select tests.two_agencies();
insert into public.people (id, organization_id, name, role, is_employee, client_id)
values (tests.id('contact'), tests.id('North'), 'contact', 'client', false, tests.id('Garden'));

create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select people::text from public.people union all
    select project_members::text from public.project_members union all
    select tasks::text from public.tasks union all
    select time_entries::text from public.time_entries union all
    select person_merges::text from private.person_merges union all
    select person_merge_moves::text from private.person_merge_moves union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
create temporary table before as select pg_temp.snapshot() as snapshot;

create function pg_temp.refuses(persona text, code text, duplicate text, survivor text, hint text, description text)
returns text language plpgsql as $$
declare
  v_state text := 'accepted';
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    perform public.merge_person(tests.id(duplicate), 1, tests.id(survivor));
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return is(concat_ws(' ', v_state, nullif(v_hint, '')), concat_ws(' ', code, hint), description);
end;
$$;

select pg_temp.refuses(persona, code, 'colleague', 'member', hint, persona || ' cannot merge people')
from (values
  ('lead', 'OPDEN', 'role_not_allowed'), ('member', 'OPDEN', 'role_not_allowed'), ('client', 'OPDEN', 'role_not_allowed'),
  ('outsider', 'OPDEN', 'no_membership'), ('other_admin', 'OPNFD', 'person_not_found'),
  ('anonymous', '42501', null), ('service', '42501', null)
) as cases (persona, code, hint);

select pg_temp.refuses('admin', 'OPINV', 'member', 'member', 'same_person', 'a person cannot be merged with themselves');
select pg_temp.refuses('admin', 'OPSTA', 'member', 'member2', 'both_have_accounts', 'two people with accounts cannot be merged');
select pg_temp.refuses('admin', 'OPSTA', 'member', 'colleague', 'duplicate_has_account', 'a person with an account cannot be the duplicate');
select pg_temp.refuses('admin', 'OPNFD', 'colleague', 'other_member', 'person_not_found', 'a survivor in another organization is not found');
select pg_temp.refuses('admin', 'OPNFD', 'other_member', 'colleague', 'person_not_found', 'a duplicate in another organization is not found');
select pg_temp.refuses('admin', 'OPNFD', 'colleague', 'nobody', 'person_not_found', 'an unknown person is not found');
select pg_temp.refuses('admin', 'OPSTA', 'contact', 'member', 'different_clients', 'a client contact cannot be merged into a colleague');
select pg_temp.refuses('admin', 'OPSTA', 'colleague', 'client', 'different_clients', 'a colleague cannot be merged into a client contact');
select pg_temp.refuses('admin', 'OPSTA', 'contact', 'client', 'different_clients', 'contacts of two clients cannot be merged');
select is(pg_temp.snapshot(), snapshot, 'the refused merges change nothing') from before;

update public.people set archived_at = now(), user_id = null where id = tests.id('member2');
select pg_temp.refuses('admin', 'OPSTA', 'colleague', 'member2', 'person_archived', 'a person who has left cannot be a survivor');
select pg_temp.refuses('admin', 'OPSTA', 'member2', 'member', 'version_conflict', 'a merge at a stale version is refused');
select tests.act_as('admin');
select public.merge_person(tests.id('colleague'), 1, tests.id('member'));
select throws_ok($$ select public.merge_person(tests.id('colleague'), 2, tests.id('lead')) $$, 'OPSTA',
  'This person has already been merged', 'a merged person cannot be merged again');

select * from finish();
rollback;
