-- Only admins and leads change a team, only within their organization, and a change is applied completely or not at all.
begin;
select plan(28);
select tests.two_agencies();
create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select project_members::text from public.project_members union all
    select people::text from public.people union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
update public.people set archived_at = now(), user_id = null where id = tests.id('colleague');
create temporary table before as select pg_temp.snapshot() as snapshot;

select is(tests.answer(persona, format('select public.%s(%L, %L, %L)', called, tests.id('alpha'),
  tests.ids(array['member2']), tests.ids(array['member']))), expected, format('%s cannot call %s', persona, called))
from unnest(array['change_project_team', 'preview_project_team']) as called, (values
  ('member', 'OPDEN role_not_allowed'), ('member2', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
  ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD person_not_found'), ('anonymous', '42501'), ('service', '42501')
) as cases (persona, expected);

-- The first person may join the project, but the second makes the whole change fail.
select is(tests.answer('lead', format('select public.%s(%L, %L, null)', called, tests.id(project), tests.ids(array['member2', person]))),
  expected, format('%s refuses %s', called, what))
from unnest(array['change_project_team', 'preview_project_team']) as called, (values
  ('alpha', 'other_member', 'OPNFD person_not_found', 'a person of another organization'),
  ('alpha', 'nobody', 'OPNFD person_not_found', 'an unknown person'),
  ('alpha', 'client', 'OPSTA client_contact', 'a client contact'),
  ('alpha', 'colleague', 'OPSTA person_archived', 'a person who has left'),
  ('delta', 'member', 'OPNFD project_not_found', 'a project of another organization'),
  ('nowhere', 'member', 'OPNFD project_not_found', 'an unknown project')
) as cases (project, person, expected, what);

select is(pg_temp.snapshot(), before.snapshot, 'the refusals change nothing and record nothing') from before;
select tests.act_as('lead');
select throws_ok($$ select public.change_project_team(tests.id('alpha'), tests.ids(array['colleague']), null) $$, 'OPSTA',
  'colleague was offboarded. Invite them again to bring them back', 'a refusal names the person');

select * from finish();
rollback;
