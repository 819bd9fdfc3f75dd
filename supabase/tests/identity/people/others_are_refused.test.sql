-- Every function refuses callers who are not admins (or leads, for memberships), and admins with unknown ids or ids of
-- another organization. The refusals change nothing.
begin;
select plan(64);
select tests.two_agencies();

create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select people::text from public.people union all
    select invitations::text from public.invitations union all
    select project_members::text from public.project_members union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
create temporary table before as select pg_temp.snapshot() as snapshot;

create temporary table calls (name text, statement text, lead_may boolean);
insert into calls values
  ('role', $$ select public.change_person_role(tests.id('member2'), 1, 'admin') $$, false),
  ('offboard', $$ select public.offboard_person(tests.id('member2'), 1) $$, false),
  ('prompt', $$ select public.set_prompt_owner(tests.id('lead'), 1, true) $$, false),
  ('revoke', $$ select public.revoke_invitation(tests.id('North invitation')) $$, false),
  ('preview', $$ select public.preview_person_change(tests.id('member2'), '{"to": "offboarded"}') $$, false),
  ('membership', $$ select public.set_project_membership(tests.id('alpha'), tests.id('member2'), true) $$, true),
  ('membership preview', $$ select public.preview_person_change(tests.id('member2'),
    jsonb_build_object('to', 'membership', 'project_id', tests.id('alpha'), 'is_member', true)) $$, true);
grant select on calls to public;

create function pg_temp.is_refused(persona text, statement text, code text, description text) returns text
language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok(statement, code, null, persona || ' is refused: ' || description);
end;
$$;
grant execute on function pg_temp.is_refused(text, text, text, text) to public;

select pg_temp.is_refused(persona, statement, code, calls.name)
from calls cross join (values
  ('lead', 'OPDEN'), ('member', 'OPDEN'), ('member2', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'),
  ('anonymous', '42501'), ('service', '42501')
) as cases (persona, code)
where persona <> 'lead' or not lead_may;

-- People cannot raise their own role.
select pg_temp.is_refused(persona, format('select public.change_person_role(tests.id(%L), 1, ''admin'')', persona),
  'OPDEN', 'the role of admin for themselves')
from unnest(array['lead', 'member', 'client']) as persona;
select pg_temp.is_refused('lead', $$ select public.set_prompt_owner(tests.id('lead'), 1, true) $$, 'OPDEN',
  'the prompt for themselves');
select pg_temp.is_refused('member2', $$ select public.set_project_membership(tests.id('alpha'), tests.id('member2'), true) $$,
  'OPDEN', 'a membership for themselves');

-- An admin of one organization has no rights in the other.
select pg_temp.is_refused('other_admin', statement, 'OPNFD', calls.name) from calls;
select pg_temp.is_refused('admin', $$ select public.change_person_role(tests.id('member2'), 1, 'client', tests.id('South Harbour')) $$,
  'OPNFD', 'a client of another organization');
select pg_temp.is_refused('admin', $$ select public.set_project_membership(tests.id('delta'), tests.id('member2'), true) $$,
  'OPNFD', 'a project of another organization');

-- Unknown and missing values.
select pg_temp.is_refused('admin', $$ select public.offboard_person(null, 1) $$, 'OPNFD', 'a missing person');
select pg_temp.is_refused('admin', $$ select public.revoke_invitation(null) $$, 'OPNFD', 'a missing invitation');

select tests.act_as('owner');
select is(pg_temp.snapshot(), snapshot, 'the refusals change nothing and record nothing') from before;

select * from finish();
rollback;
