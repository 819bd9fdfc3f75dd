-- People list the tasks within their scope, blocked ones first.
begin;
select plan(34);
select tests.two_agencies();
insert into public.tasks (id, organization_id, project_id, title, status, priority, due_on, assignee_id) values
  (tests.id('late'), tests.id('North'), tests.id('alpha'), 'Late 100% sure', 'open', 2, '2026-03-01', tests.id('freelancer')),
  (tests.id('stuck'), tests.id('North'), tests.id('alpha'), 'Stuck', 'blocked', 3, '2026-09-01', null),
  (tests.id('done'), tests.id('North'), tests.id('alpha'), 'Done', 'done', 1, '2026-02-01', null),
  (tests.id('urgent'), tests.id('North'), tests.id('alpha'), 'Urgent', 'in_progress', 1, '2026-03-01', tests.id('member'));

create function pg_temp.tasks(arguments text default '') returns setof uuid language plpgsql as $$
declare v_listed jsonb;
begin
  execute format('select public.list_tasks(%s)', arguments) into v_listed;
  return query select (task ->> 'id')::uuid from jsonb_array_elements(v_listed -> 'tasks') as task;
end;
$$;
grant execute on function pg_temp.tasks(text) to authenticated;
select tests.sees(persona, format('select pg_temp.tasks(%L)', arguments), expected)
from (values
  ('admin', '', array['alpha task', 'beta task', 'shared task', 'late', 'stuck', 'urgent']),
  ('member', '', array['alpha task', 'shared task', 'late', 'stuck', 'urgent']),
  ('member2', '', array['beta task', 'shared task']),
  ('other_admin', '', array['delta task']),
  -- Viewing as another person only narrows the scope, and has no effect for a member.
  ('lead', 'as_person_id => tests.id(''member2'')', array['beta task', 'shared task']),
  ('lead', 'as_person_id => tests.id(''client'')', '{}'),
  ('admin', 'as_person_id => tests.id(''lead'')', array['alpha task', 'beta task', 'shared task', 'late', 'stuck', 'urgent']),
  ('member', 'as_person_id => tests.id(''admin'')', array['alpha task', 'shared task', 'late', 'stuck', 'urgent']),
  ('member', 'as_person_id => tests.id(''member2'')', array['alpha task', 'shared task', 'late', 'stuck', 'urgent']),
  -- Filters by project, status, day, title and assignee.
  ('member', 'tests.id(''shared'')', array['shared task']),
  ('member', 'statuses => ''{done,blocked}''', array['stuck', 'done']),
  ('member', 'statuses => ''{}''', '{}'),
  ('member', 'statuses => null', '{}'),
  ('member', 'due_from => ''2026-03-01'', due_to => ''2026-03-01''', array['late', 'urgent']),
  ('member', 'title_contains => ''100%''', array['late']),
  ('member', 'title_contains => ''%''', array['late']),
  ('member', 'title_contains => ''_''', '{}'),
  ('member', 'assignee_id => tests.id(''member'')', array['alpha task', 'shared task', 'urgent']),
  ('lead', 'tests.id(''gamma'')', '{}')
) as arguments (persona, arguments, expected);
select tests.act_as('member');
select is(array(select pg_temp.tasks('tests.id(''alpha'')')), tests.ids('{stuck,urgent,late,alpha task}'),
  'blocked tasks come first, then by day and priority');
select is(public.list_tasks(result_limit => 2) - 'tasks', '{"total": 5, "left_out": 3}', 'tasks beyond the limit are counted');
select is(jsonb_array_length(public.list_tasks(result_limit => 2) -> 'tasks'), 2, 'tasks beyond the limit are not listed');
select is(public.list_tasks(title_contains => 'nothing such'), '{"tasks": [], "total": 0, "left_out": 0}', 'a search without matches lists nothing');
-- A member does not see the names of freelancers.
select is(public.list_tasks(title_contains => 'Late') #> '{tasks,0,assignee}',
  jsonb_build_object('id', tests.id('freelancer'), 'name', null), 'a member gets no name of a freelancer');
select tests.act_as('lead');
select is(public.list_tasks(title_contains => 'Late') #>> '{tasks,0,assignee,name}', 'freelancer', 'a lead gets the name of a freelancer');
select is(public.list_tasks(title_contains => 'Late', as_person_id => tests.id('member')) #>> '{tasks,0,assignee,name}', null,
  'a lead who views as a member gets no name of a freelancer');
select is((public.list_tasks(title_contains => 'alpha') #>> '{tasks,0,actual_hours}')::numeric, 2.5, 'the hours of a task are added up');

select is(tests.answer(persona, format('select public.list_tasks(%s)', arguments)), refused, format('%s who lists tasks (%s) gets %s', persona, arguments, refused))
from (values
  ('member', 'tests.id(''beta'')', 'OPNFD project_not_found'), ('lead', 'tests.id(''delta'')', 'OPNFD project_not_found'),
  ('lead', 'tests.id(''alpha''), as_person_id => tests.id(''member2'')', 'OPNFD project_not_found'),
  ('lead', 'as_person_id => tests.id(''other_admin'')', 'OPNFD person_not_found'),
  ('member', 'result_limit => 101', 'OPINV limit_out_of_range'),
  ('member', 'title_contains => repeat(''x'', 201)', 'OPINV invalid_query'),
  ('client', '', 'OPDEN role_not_allowed')) as arguments (persona, arguments, refused);

select * from finish();
rollback;
