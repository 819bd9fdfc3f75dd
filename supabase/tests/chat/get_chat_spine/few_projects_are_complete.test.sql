-- The context of an answer contains the projects of the spine. Few projects, and projects requested by id, are complete;
-- if there are many, only their figures are included. All are within the scopes of the caller and of the person viewed as.
begin;
select plan(35);
select tests.two_agencies();
insert into public.tasks (organization_id, project_id, title, status, due_on)
values (tests.id('North'), tests.id('alpha'), 'Late', 'blocked', '2026-01-01'),
  (tests.id('North'), tests.id('alpha'), 'Open', 'open', null), (tests.id('North'), tests.id('alpha'), 'Done', 'done', null);
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
values (tests.id('North'), tests.id('alpha'), tests.id('member'), current_date, 3);
insert into public.status_updates (organization_id, project_id, author_id, health, summary)
values (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', 'Now');
create function pg_temp.projects(as_name text default null, project_names text[] default null, question text default null)
returns setof uuid language sql as $$
  select (item ->> 'id')::uuid
  from json_array_elements(public.get_chat_spine(
    question, (select array_agg(tests.id(name)) from unnest(project_names) as name), tests.id(as_name)) -> 'projects') as item
$$;
grant execute on function pg_temp.projects(text, text[], text) to authenticated;

-- The projects that each persona gets.
select tests.sees(persona, format('select pg_temp.projects(%L, %L)', as_name, project_names), expected)
from (values
  ('lead', null, null, array['alpha', 'beta', 'gamma', 'shared']),
  ('member', null, null, array['alpha', 'shared']),
  ('lead', 'member2', null, array['beta', 'shared']),
  ('member', 'lead', null, array['alpha', 'shared']),
  ('other_admin', null, null, array['delta']),
  ('lead', null, '{beta}', array['beta']),
  ('member', null, '{beta}', '{}'), ('member', 'lead', '{beta,alpha}', array['alpha']),
  ('lead', 'member2', '{alpha,beta}', array['beta']),
  ('lead', null, '{delta,nothing}', '{}'), ('lead', null, '{alpha,alpha}', array['alpha'])
) as cases (persona, as_name, project_names, expected);
select is(tests.answer(persona, format('select public.get_chat_spine(as_person_id => tests.id(%L))', as_name)), refused,
  format('%s who views as %s is refused the spine', persona, coalesce(as_name, 'no one else')))
from (values ('client', null, 'OPDEN role_not_allowed'), ('outsider', null, 'OPDEN no_membership'),
  ('lead', 'nobody', 'OPNFD person_not_found'), ('lead', 'other_admin', 'OPNFD person_not_found'),
  ('anonymous', null, '42501'), ('service', null, '42501')) as cases (persona, as_name, refused);

select tests.act_as('lead');
select is((public.get_chat_spine()::jsonb - 'left_out'), public.get_spine() - 'left_out', 'with few projects, the answer equals the spine');
select is(public.get_chat_spine(project_ids => array[tests.id('alpha')])::jsonb #> '{projects,0}',
  (select item from jsonb_array_elements(public.get_spine() -> 'projects') as item where item ->> 'id' = tests.id('alpha')::text),
  'a requested project equals its part of the spine');

select tests.act_as('owner');
insert into public.projects (organization_id, account_id, name, code, status)
select tests.id('North'), tests.id('Garden site'), format('quiet %s end', n), format('Q-%s', n), 'completed'
from generate_series(1, 210) as n;
insert into public.projects (organization_id, account_id, name, status, archived_at)
values (tests.id('North'), tests.id('Garden site'), 'archived one', 'completed', now());
select tests.act_as('lead');
create temporary table answers as
select public.get_chat_spine('How are QUIET 98 END and Q-97 and archived one?')::jsonb as answer_to_question, public.get_chat_spine()::jsonb as answer_without_question,
  public.get_spine() as spine;
create function pg_temp.names(answer jsonb) returns text[] language sql as $$
  select array_agg(item ->> 'name' order by number) from jsonb_array_elements(answer -> 'projects') with ordinality as cases (item, number)
$$;
select is((pg_temp.names(answer_without_question))[:150], pg_temp.names(spine), 'with many projects, the answer begins with the projects of the whole spine in the same order') from answers;
select is((answer_without_question #>> '{left_out,projects}')::integer, 214 - 200, 'the answer counts the projects that it leaves out') from answers;
-- Q-97 contains Q-9, so both projects are included: the model decides which one the question means.
select is(jsonb_array_length(answer_to_question -> 'projects'), 200 + (
    select count(*) from unnest(array['quiet 9 end', 'quiet 97 end', 'quiet 98 end']) as name
    where name <> all (pg_temp.names(answer_without_question)))::integer, 'projects that the question can mean are added')
from answers;
select ok(answer_to_question -> 'projects' @> '[{"name": "quiet 98 end"}, {"name": "quiet 97 end"}]', 'a question can name a project by name or code') from answers;
select ok(not answer_to_question -> 'projects' @> '[{"name": "archived one"}]', 'an archived project is never added') from answers;
select is((answer_to_question #>> '{left_out,projects}')::integer, 214 - jsonb_array_length(answer_to_question -> 'projects'), 'projects that the question names do not count as left out') from answers;
create temporary table alpha as
select (select item from jsonb_array_elements(answer_without_question -> 'projects') as item where item ->> 'id' = tests.id('alpha')::text) as line,
  (select item from jsonb_array_elements(spine -> 'projects') as item where item ->> 'id' = tests.id('alpha')::text) as whole
from answers;
select is(line - array['burn', 'open_items', 'summary', 'open_tasks', 'people', 'status_updates', 'activity', 'left_out'],
  whole - array['burn', 'open_items', 'summary', 'open_tasks', 'people', 'status_updates', 'activity', 'left_out'],
  'a project as figures has the figures of the complete project') from alpha;
select is((line -> 'burn') - array['hours_last_30_days', 'last_entry'], (whole -> 'burn') - array['hours_last_30_days', 'last_entry'],
  'a project as figures has its hours') from alpha;
select is(line -> 'open_items', '{"open": 3, "blocked": 1, "past_due": 1}', 'a project as figures has the counts of its open items') from alpha;
select ok(whole -> 'open_items' @> (line -> 'open_items'), 'a project as figures has the counts of the complete project') from alpha;
select is(array(select key from jsonb_each(line) where value = 'null' and key in ('open_tasks', 'people', 'status_updates', 'activity', 'left_out') order by 1),
  array['activity', 'left_out', 'open_tasks', 'people', 'status_updates'], 'a project as figures has no lists') from alpha;
select is(pg_temp.names(public.get_chat_spine(project_ids => (select array_agg(projects.id order by projects.name) from public.projects where archived_at is null))::jsonb),
  (select (array_agg(projects.name order by projects.name))[:200] from public.projects where archived_at is null),
  'at most 200 requested projects are returned, in the requested order');

select tests.act_as('lead');
select isnt(public.get_chat_spine(as_person_id => tests.id('member'))::jsonb, null, 'a lead can view as a member');
select isnt(public.get_chat_spine(project_ids => '{}', as_person_id => tests.id('member'))::jsonb, null, 'a lead can view as a member and request no projects');
select tests.act_as('owner');
select is(count(*)::integer, 2, 'each view as another person is recorded')
from public.audit_events where action = 'view_as.read' and acted_as_person_id = tests.id('member') and actor_person_id = tests.id('lead');
select is(
  (select array_agg(projects.id order by number) from unnest(private.most_active_projects(array(select id from public.projects), 10)) with ordinality as cases (id, number)
   join public.projects using (id)), null, 'a caller who is not signed in gets no projects');

select * from finish();
rollback;
