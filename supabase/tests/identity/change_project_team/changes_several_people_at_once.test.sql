-- Several people join and leave in one step, and the inverse of the answer restores the team.
begin;
select plan(13);
select tests.two_agencies();
create function pg_temp.team(project text) returns text language sql as $$
  select coalesce(string_agg(people.name, ' ' order by people.name), '')
  from public.project_members join public.people on people.id = project_members.person_id
  where project_members.project_id = tests.id(team.project)
$$;
create temporary table answers (step text, answer jsonb);
grant all on answers to authenticated;

select tests.act_as('lead');
insert into answers select 'change', public.change_project_team(
  tests.id('alpha'), tests.ids(array['member2', 'freelancer', 'lead']), tests.ids(array['member']));
select tests.act_as('owner');
select is(pg_temp.team('alpha'), 'freelancer lead member2', 'one call adds three people to a team and removes one');
select is(pg_temp.team('shared'), 'member member2', 'a change of one team leaves the team of another project unchanged');
select bag_eq($$ select jsonb_array_elements_text(answer -> 'added')::uuid from answers $$,
  tests.ids(array['member2', 'freelancer', 'lead']), 'the answer lists the people who joined');
select is((select answer -> 'removed' from answers), to_jsonb(array[tests.id('member')]), 'the answer lists the people who left');
select tests.sees('member', 'select id from public.projects', array['shared']);
select tests.sees('member2', 'select id from public.projects', array['alpha', 'beta', 'shared']);

select tests.act_as('admin');
insert into answers select 'again', public.change_project_team(
  tests.id('alpha'), tests.ids(array['member2', 'colleague']), tests.ids(array['member']));
select is((select answer - 'project_id' from answers where step = 'again'),
  jsonb_build_object('added', array[tests.id('colleague')], 'removed', '{}'::uuid[]), 'the answer lists only actual changes');
insert into answers select 'undo', public.change_project_team(tests.id('alpha'),
  array(select jsonb_array_elements_text(answer -> 'removed')::uuid),
  array(select jsonb_array_elements_text(answer -> 'added')::uuid)) from answers where step = 'again';
select tests.act_as('owner');
select is(pg_temp.team('alpha'), 'freelancer lead member2', 'the inverse restores the team');
select is(tests.answer('lead', $$ select public.change_project_team(tests.id('alpha'), null, tests.ids(array['freelancer'])) $$), 'ok',
  'a missing list of people counts as empty');

select bag_eq($$ select (actor_person_id, object_id, after -> 'is_member')::text
    from public.audit_events where action = 'person.membership_changed' and project_id = tests.id('alpha') $$,
  array(select (tests.id(actor), tests.id(person), is_member::text::jsonb)::text from (values
    ('lead', 'member2', true), ('lead', 'freelancer', true), ('lead', 'lead', true), ('lead', 'member', false),
    ('admin', 'colleague', true), ('admin', 'colleague', false), ('lead', 'freelancer', false)
  ) as cases (actor, person, is_member)), 'each change of a person has one audit event');

select is(tests.answer('lead', format('select public.change_project_team(%L, %L, %L)', tests.id('beta'), added, removed)), expected, what)
from (values
  ('{}'::uuid[], '{}'::uuid[], 'OPINV no_people', 'a call without people is refused'),
  (tests.ids(array['member', 'member2']), tests.ids(array['member']), 'OPINV person_named_twice', 'a person cannot join and leave in one call'),
  (array(select gen_random_uuid() from generate_series(1, 101)), '{}', 'OPINV too_many_people', 'more than a hundred people are refused')
) as cases (added, removed, expected, what);

select * from finish();
rollback;
