-- People list the projects with problems within their scope.
begin;
select plan(26);
select tests.two_agencies();
update public.projects set status = 'active', due_on = current_date - 5, budget_hours = 2 where id = tests.id('alpha');
update public.projects set status = 'active', due_on = current_date - 9, budget_hours = 100 where id = tests.id('beta');
update public.projects set status = 'completed', due_on = current_date - 9 where id = tests.id('shared');
update public.projects set status = 'active', due_on = current_date - 9 where id = tests.id('delta');
insert into public.status_updates (organization_id, project_id, author_id, health, summary) values
  (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'at_risk', 'Two weeks behind.'),
  (tests.id('North'), tests.id('beta'), tests.id('lead'), 'off_track', 'Stopped.');

create function pg_temp.projects(arguments text) returns setof uuid language plpgsql as $$
declare v_listed jsonb;
begin
  execute format('select public.list_projects(%s)', arguments) into v_listed;
  return query select (project ->> 'id')::uuid from jsonb_array_elements(v_listed -> 'projects') as project;
end;
$$;
grant execute on function pg_temp.projects(text) to authenticated;
select tests.sees(persona, format('select pg_temp.projects(%L)', arguments), expected)
from (values
  ('lead', 'concern => ''late''', array['alpha', 'beta']),
  ('member', 'concern => ''late''', array['alpha']),
  ('other_admin', 'concern => ''late''', array['delta']),
  ('lead', 'concern => ''over_budget''', array['alpha']),
  ('member2', 'concern => ''over_budget''', '{}'),
  ('lead', 'concern => ''at_risk''', array['alpha', 'beta']),
  ('member', 'concern => ''at_risk''', array['alpha']),
  -- Viewing as another person only narrows the scope, and has no effect for a member.
  ('lead', 'concern => ''late'', as_person_id => tests.id(''member'')', array['alpha']),
  ('lead', 'concern => ''late'', as_person_id => tests.id(''client'')', '{}'),
  ('member', 'concern => ''late'', as_person_id => tests.id(''admin'')', array['alpha']),
  ('member', 'project_id => tests.id(''alpha'')', array['alpha'])
) as arguments (persona, arguments, expected);

select tests.act_as('lead');
select is(array(select pg_temp.projects('concern => ''late''')), tests.ids('{beta,alpha}'), 'the project that is most overdue comes first');
select is(array(select pg_temp.projects('concern => ''at_risk''')), tests.ids('{beta,alpha}'), 'a project off track comes before one at risk');
select is(public.list_projects('late', result_limit => 1) - 'projects' - 'today', '{"total": 2, "left_out": 1}',
  'projects beyond the limit are counted');
select is(public.list_projects('over_budget') #>> '{projects,0,percent_spent}', '125.0', 'a project has the used share of its budget');
select is(public.list_projects('over_budget', result_limit => 1) - 'projects' - 'today', '{"total": 1, "left_out": 0, "over_plan": 1}',
  'projects that have spent more than planned are counted');
reset role;
update public.projects set budget_hours = 2.5 where id in (tests.id('alpha'), tests.id('beta'));
select tests.act_as('lead');
select is(public.list_projects('over_budget', result_limit => 1) - 'projects' - 'today', '{"total": 2, "left_out": 1, "over_plan": 0}',
  'projects that have spent exactly the plan are near it, but not over it');
select is(public.list_projects('at_risk', tests.id('alpha')) #>> '{projects,0,status_update,summary}', 'Two weeks behind.',
  'the latest status explains a risk');
select is(public.list_projects('late', tests.id('gamma')) ->> 'total', '0', 'a project without the concern is not listed');

select is(tests.answer(persona, format('select public.list_projects(%s)', arguments)), refused, format('%s who lists projects (%s) gets %s', persona, arguments, refused))
from (values
  ('member', 'project_id => tests.id(''beta'')', 'OPNFD project_not_found'),
  ('lead', 'project_id => tests.id(''delta'')', 'OPNFD project_not_found'),
  ('lead', 'as_person_id => tests.id(''other_admin'')', 'OPNFD person_not_found'),
  ('member', 'result_limit => 101', 'OPINV limit_out_of_range'),
  ('client', '''late''', 'OPDEN role_not_allowed'),
  ('outsider', '''late''', 'OPDEN no_membership'),
  ('member', 'result_limit => 0', 'OPINV limit_out_of_range')) as arguments (persona, arguments, refused);

select * from finish();
rollback;
