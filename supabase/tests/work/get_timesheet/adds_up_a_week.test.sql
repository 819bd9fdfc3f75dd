begin;
select plan(14);
select tests.two_agencies();
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
insert into public.time_entries (organization_id, project_id, task_id, person_id, spent_on, hours)
select tests.id('North'), tests.id(project), case when task then tests.id(project || ' task') end, tests.id('member'), day, hours
from (values ('alpha', true, date '2026-03-02', 2.0), ('alpha', true, '2026-03-02', 1.5), ('alpha', false, '2026-03-08', 1), ('shared', false, '2026-03-04', 4),
             ('beta', false, '2026-03-04', 0.5), ('alpha', true, '2026-03-09', 8)) as cases (project, task, day, hours);

select tests.act_as('member');
create temporary table sheet as select public.get_timesheet(week_on => '2026-03-05') as answer;
select is(answer ->> 'week_on', '2026-03-02', 'a week begins on Monday') from sheet;
select is(jsonb_array_length(answer -> 'rows'), 3, 'each project and task has a row') from sheet;
select is(answer -> 'rows' -> 1 -> 'days' -> 0 -> 'hours', '3.50', 'a cell adds up its entries') from sheet;
select is(jsonb_array_length(answer -> 'rows' -> 1 -> 'days' -> 0 -> 'entries'), 2, 'a cell lists its entries') from sheet;
select is((answer -> 'hours')::text, '9.00', 'the total has every hour of the week') from sheet;
select is((answer -> 'hidden_hours')::text, '0.50', 'hours outside the scope are counted as hidden') from sheet;
select is((answer -> 'expected_hours')::text, '40', 'the expected hours are those of the organization''s week') from sheet;
select is((answer -> 'lock', answer -> 'can_edit', answer -> 'can_lock')::text, '(null,true,false)', 'a member can edit an open week') from sheet;
select tests.act_as('owner');
select is(pg_temp.refusal('member', format('select public.get_timesheet(%L)', tests.id('member2'))), 'OPDEN not_your_hours', 'a member cannot read the hours of another person');
select is(pg_temp.refusal('client', 'select public.get_timesheet()'), 'OPDEN role_not_allowed', 'a client cannot read a timesheet');
select is(pg_temp.refusal('other_admin', format('select public.get_timesheet(%L)', tests.id('member'))), 'OPNFD person_not_found', 'a person of another organization is not found');
select tests.act_as('lead');
select lives_ok($$ select public.lock_week('2026-03-05', tests.id('member')) $$, 'a lead locks the week');
select is((answer -> 'lock' -> 'locked_by' ->> 'name', answer -> 'can_edit', jsonb_array_length(answer -> 'rows'))::text, '(lead,false,4)', 'a lead reads the whole week')
from public.get_timesheet(tests.id('member'), '2026-03-02') as answer;
select tests.act_as('admin');
select public.update_organization_settings('{"week_starts_on": 7, "working_hours": {"7": {"hours": 6}}}', 0);
select is((answer ->> 'week_on', answer -> 'expected_hours')::text, '(2026-03-01,6)', 'settings decide when a week begins and how many hours are expected')
from public.get_timesheet(tests.id('member'), '2026-03-05') as answer;

select * from finish();
rollback;
