begin;
select plan(24);
select tests.two_agencies();

-- Inserts `count` finished tasks with hours, each an hour longer than the one before.
create function pg_temp.finish(project text, count integer, title text, first_hours integer, category text default 'Design')
returns void language sql as $$
  with new_tasks as (
    insert into public.tasks (id, organization_id, project_id, title, status, category, subcategory, estimate_hours, completed_on)
    select tests.id(title || n), projects.organization_id, projects.id, title || ' ' || n, 'done', category, 'Pages', 4, '2026-02-01'
    from public.projects, generate_series(1, count) as n
    where projects.id = tests.id(project)
    returning id, organization_id, project_id, title
  )
  insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
  select organization_id, project_id, id,
    (select people.id from public.people where people.organization_id = new_tasks.organization_id and people.role = 'admin'),
    '2026-01-30', first_hours + row_number() over (order by length(title), title) - 1
  from new_tasks
$$;

select tests.act_as('member');
select is(public.get_outcome('Landing page') ->> 'no_data', 'true', 'work without finished comparables has no estimate');
select is(public.get_outcome('Landing page') ? 'typical_hours', false, 'an answer without an estimate has no number');

select tests.act_as('owner');
select pg_temp.finish('alpha', 8, 'Landing page', 2);
select tests.act_as('member');
select is(public.get_outcome('Landing page') ->> 'no_data', 'true', 'eight comparables give no estimate');
select is(public.get_outcome('Landing page') ->> 'finished_cases', '8', 'an answer without an estimate counts its comparables');
select tests.act_as('owner');
select pg_temp.finish('shared', 1, 'Landing page of the garden', 10);

create temporary table before (answer jsonb);
grant all on before to public;
select tests.act_as('member');
insert into before select public.get_outcome('Landing page', tests.id('alpha'), 'Design', null, 'Pages', 5);
select is(answer ->> 'no_data', 'false', 'nine comparables give an estimate') from before;
select ok((answer -> 'range_hours' ->> 0)::numeric < (answer ->> 'typical_hours')::numeric
  and (answer ->> 'typical_hours')::numeric < (answer -> 'range_hours' ->> 1)::numeric, 'the median is in the range') from before;
select is(answer -> 'steps', '[
    {"n": 8, "step": "client_and_service", "is_used": false}, {"n": 9, "step": "service", "is_used": true},
    {"n": 9, "step": "category", "is_used": false}, {"n": 9, "step": "all", "is_used": false}]',
  'a class with fewer than nine comparables is widened to the next one with nine') from before;
select is(jsonb_array_length(answer -> 'comparables'), 9, 'the answer contains every comparable') from before;
select is(answer -> 'financials', 'null'::jsonb, 'a member sees no money') from before;

select tests.act_as('owner');
select pg_temp.finish('beta', 20, 'Landing page, hidden', 400);
select pg_temp.finish('gamma', 5, 'Landing page, hidden too', 900);
select pg_temp.finish('delta', 20, 'Landing page, foreign', 7000);
insert into public.estimate_cases (organization_id, query, model_version, low_hours, typical_hours, high_hours, outcome, created_by,
  project_id)
select tests.id('North'), 'Hidden', 'test', 1, 2, 3, '{}', tests.id('lead'), tests.id('gamma') from generate_series(1, 60);
select tests.act_as('member');
select is(public.get_outcome('Landing page', tests.id('alpha'), 'Design', null, 'Pages', 5), answer,
  'work outside the scope of a member does not change the answer') from before;
select tests.act_as('owner');
delete from public.project_members where project_id = tests.id('shared') and person_id = tests.id('member');
select tests.act_as('member');
select is(public.get_outcome('Landing page') ->> 'no_data', 'true', 'work of a project that a member has left does not count');

select tests.act_as('lead');
select is(public.get_outcome('Landing page') ->> 'finished_cases', '34', 'an estimate for a lead uses work of the whole organization');
select is((select count(*)::integer from jsonb_array_elements(public.get_outcome('Landing page') -> 'comparables') as one
    where one ->> 'project_id' = tests.id('delta')::text), 0, 'an estimate for a lead uses no work of another organization');

-- Work and hours after the question do not count.
select tests.act_as('owner');
create temporary table later (answer jsonb);
grant all on later to public;
select tests.act_as('lead');
insert into later select public.get_outcome('Landing page', tests.id('alpha'));
select tests.act_as('owner');
update public.tasks set completed_on = current_date + 5 where id = tests.id('Landing page, hidden1');
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
values (tests.id('North'), tests.id('alpha'), tests.id('Landing page1'), tests.id('lead'), current_date + 3, 500);
select tests.act_as('lead');
select is((public.get_outcome('Landing page', tests.id('alpha')) ->> 'finished_cases')::integer,
  (answer ->> 'finished_cases')::integer - 1, 'work that ends after the question is not a comparable') from later;
select is((select one ->> 'hours' from jsonb_array_elements(
    public.get_outcome('Landing page', tests.id('alpha')) -> 'comparables') as one
    where one ->> 'task_id' = tests.id('Landing page1')::text), '2.00', 'hours after the question do not count');

-- Money.
select is(public.get_outcome('Landing page', tests.id('alpha')) -> 'financials', 'null'::jsonb, 'an answer without rates has no money');
select public.set_project_rate(tests.id('alpha'), '2025-01-01', 100, 60);
select public.set_project_rate(tests.id('alpha'), '2026-02-15', 900, 60);
select public.set_person_rate(tests.id('admin'), '2025-01-01', 50);
select is(public.get_outcome('Landing page', tests.id('alpha')) -> 'financials',
  '{"cases": 8, "average_revenue": 550.00, "average_cost": 275.00, "average_margin_percent": 50.0}',
  'a lead sees revenue and cost by the rates of each day');

select tests.act_as('owner');
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;
select is(pg_temp.refusal('client', $$ select public.get_outcome('x') $$), 'OPDEN role_not_allowed', 'a client cannot ask for an estimate');
select is(pg_temp.refusal('member2', $$ select public.get_outcome('x', tests.id('alpha')) $$), 'OPNFD project_not_found',
  'a project outside the scope is not found');
select is(pg_temp.refusal('other_admin', $$ select public.get_outcome('x', null, null, tests.id('Harbour')) $$),
  'OPNFD client_not_found', 'a client of another organization is not found');
select is(pg_temp.refusal('lead', $$ select public.get_outcome(' ') $$), 'OPINV invalid_estimate', 'an estimate without a question is refused');
select is(pg_temp.refusal('lead', $$ select public.get_outcome('x', expected_hours => 0) $$), 'OPINV invalid_estimate',
  'expected hours must be above 0');
select is(pg_temp.refusal('lead', $$ select public.get_outcome('x', tests.id('alpha'), null, tests.id('Garden')) $$),
  'OPINV invalid_estimate', 'a project outside the client is refused');
select is(pg_temp.refusal('service', $$ select public.get_outcome('x') $$), '42501', 'the secret key cannot ask for an estimate');

select * from finish();
rollback;
