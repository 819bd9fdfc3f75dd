-- Only changes of projects in the caller's scope are listed.
begin;
select plan(19);
select tests.two_agencies();
update public.organizations set time_zone = 'Europe/Berlin' where id = tests.id('North');
insert into public.status_updates (id, organization_id, project_id, author_id, health, summary, created_at) values
  -- This is ten minutes past midnight in Berlin, on the next day.
  (tests.id('night'), tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', 'Written at night', '2025-02-09 23:10+00'),
  (tests.id('beta news'), tests.id('North'), tests.id('beta'), tests.id('lead'), 'on_track', 'Fine', '2025-02-09 12:00+00');
insert into public.tasks (id, organization_id, project_id, title, status, completed_on, assignee_id) values
  (tests.id('finished'), tests.id('North'), tests.id('alpha'), 'Finished', 'done', '2025-02-08', tests.id('freelancer')),
  (tests.id('finished later'), tests.id('North'), tests.id('alpha'), 'Finished later', 'done', '2025-02-12', null);
insert into public.portfolio_classifications
  (organization_id, project_id, version, tier, service_line, risk, reason, classified_by, created_at)
select tests.id('North'), tests.id('alpha'), coalesce(max(version), 0) + 1, 'core', 'Web', 'high', 'Late', tests.id('lead'), '2025-02-20'
from public.portfolio_classifications where project_id = tests.id('alpha');

create function pg_temp.changes(day_from date, day_to date, as_person uuid default null)
returns setof uuid language plpgsql as $$
begin
  return query select (change ->> 'id')::uuid
    from jsonb_array_elements(public.list_changes(day_from, day_to, as_person_id => as_person) -> 'changes') as change;
end;
$$;
grant execute on function pg_temp.changes(date, date, uuid) to authenticated;
select tests.sees(persona, format('select pg_temp.changes(%s)', arguments), expected)
from (values
  ('lead', '''2025-02-08'', ''2025-02-10''', array['night', 'beta news', 'finished']),
  ('member', '''2025-02-08'', ''2025-02-10''', array['night', 'finished']),
  ('member2', '''2025-02-08'', ''2025-02-10''', array['beta news']),
  ('other_admin', '''2025-02-08'', ''2025-02-10''', '{}'),
  ('lead', '''2025-02-08'', ''2025-02-09''', array['beta news', 'finished']),
  ('lead', '''2025-02-10'', ''2025-02-12''', array['night', 'finished later']),
  ('lead', '''2025-02-08'', ''2025-02-10'', tests.id(''member2'')', array['beta news']),
  ('member', '''2025-02-08'', ''2025-02-10'', tests.id(''lead'')', array['night', 'finished'])
) as arguments (persona, arguments, expected);

select tests.act_as('member');
select is(array(select pg_temp.changes('2025-02-08', '2025-02-10')), tests.ids('{night,finished}'), 'the newest change comes first');
select is(public.list_changes('2025-02-08', '2025-02-08') #> '{changes,0,person}', 'null', 'a person outside the scope has no name');
select tests.act_as('lead');
select is(public.list_changes('2025-02-08', '2025-02-08') #>> '{changes,0,person}', 'freelancer', 'a lead reads the name of a freelancer');
select is(jsonb_path_query_array(public.list_changes('2025-02-08', '2025-02-10') -> 'changes', '$[*].facts'),
  '[{"health": "at_risk"}, {"health": "on_track"}, {"status": "done"}]', 'each change has its facts');
select is(jsonb_path_query_array(public.list_changes('2025-02-20', '2025-02-20') -> 'changes', '$[*].facts'),
  '[{"tier": "core", "service_line": "Web", "risk": "high"}]', 'a classification has its facts');
select is(public.list_changes('2025-02-08', '2025-02-12', result_limit => 1) - 'changes', '{"total": 4, "left_out": 3}',
  'changes beyond the limit are counted');

select is(tests.answer(persona, format('select public.list_changes(''2025-02-01'', ''2025-03-01'', %s)', arguments)), refused,
  format('%s who lists changes (%s) gets %s', persona, arguments, refused))
from (values
  ('member', 'project_id => tests.id(''beta'')', 'OPNFD project_not_found'),
  ('lead', 'project_id => tests.id(''delta'')', 'OPNFD project_not_found'),
  ('lead', 'as_person_id => tests.id(''other_admin'')', 'OPNFD person_not_found'),
  ('member', 'result_limit => 101', 'OPINV limit_out_of_range'),
  ('client', 'result_limit => 10', 'OPDEN role_not_allowed')) as arguments (persona, arguments, refused);

select * from finish();
rollback;
