begin;
select plan(31);
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
select tests.act_as('lead');
select is(public.lock_week('2026-03-04', tests.id('colleague')), '{"week_on": "2026-03-02", "people": 1}', 'a lead locks the week that contains a day for a person');
select is(public.lock_week('2026-03-02', tests.id('colleague')), '{"week_on": "2026-03-02", "people": 0}', 'locking the week again changes nothing');
select tests.act_as('owner');
select is(pg_temp.refusal(persona, $$ select public.lock_week('2026-03-04') $$), refusal, persona || ' cannot lock a week')
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('service', '42501')) as cases (persona, refusal);
select is(pg_temp.refusal('member', $$ select public.unlock_week('2026-03-04') $$), 'OPDEN role_not_allowed', 'a member cannot unlock a week');
select is(pg_temp.refusal('other_admin', format($$ select public.lock_week('2026-03-04', %L) $$, tests.id('colleague'))), 'OPNFD person_not_found', 'a person of another organization is not found');
select is((select count(*)::integer from private.week_locks), 1, 'the refusals neither lock nor unlock a week');

-- The lock applies to every function.
select is(pg_temp.refusal('lead', format('select public.update_time_entry(%L, 1, %L)', tests.id('alpha hours'), '{"hours": 9}')), 'OPSTA week_locked', 'a lead cannot correct hours of a locked week');
select is(pg_temp.refusal('lead', format('select public.delete_time_entry(%L, 1)', tests.id('alpha hours'))), 'OPSTA week_locked', 'a lead cannot delete hours of a locked week');
select is(pg_temp.refusal('lead', $$ select public.log_time(tests.id('alpha'), '2026-03-08', 1, person_id => tests.id('colleague')) $$), 'OPSTA week_locked', 'hours cannot be added on the last day of a locked week');
select is(pg_temp.refusal('lead', $$ select public.log_time(tests.id('alpha'), '2026-03-09', 1, person_id => tests.id('colleague')) $$), '', 'hours can be added on the day after a locked week');
select is(pg_temp.refusal('lead', $$ select public.log_time(tests.id('alpha'), '2026-03-01', 1, person_id => tests.id('colleague')) $$), '', 'hours can be added on the day before a locked week');
select is(pg_temp.refusal('lead', format('select public.update_time_entry(id, 1, %L) from public.time_entries where spent_on = %L', '{"spent_on": "2026-03-03"}', '2026-03-09')), 'OPSTA week_locked', 'hours cannot be moved into a locked week');
select is(pg_temp.refusal('member', $$ select public.log_time(tests.id('alpha'), '2026-03-04', 1) $$), '', 'a lock of one person''s week leaves the week of another open');

-- The lock applies to every writer, including the owner of the tables.
select throws_ok(format('update public.time_entries set hours = 9 where id = %L', tests.id('alpha hours')), 'OPSTA', null, 'the owner cannot change hours of a locked week');
select throws_ok(format('delete from public.time_entries where id = %L', tests.id('alpha hours')), 'OPSTA', null, 'the owner cannot delete hours of a locked week');
select throws_ok(format('insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours) values (%L, %L, %L, %L, 1)',
  tests.id('North'), tests.id('alpha'), tests.id('colleague'), '2026-03-02'), 'OPSTA', null, 'the owner cannot add hours to a locked week');
select throws_ok('truncate public.time_entries', 'OPSTA', null, 'the owner cannot truncate hours');
select lives_ok(format('update public.time_entries set hours = hours where id = %L', tests.id('alpha hours')), 'an update without changes is allowed');
select tests.act_as('admin');
select lives_ok(format('select public.merge_person(%L, 1, %L)', tests.id('colleague'), tests.id('freelancer')),
  'a merge can move hours of locked weeks');
select lives_ok(format('select public.unmerge_person(%L, 2)', tests.id('colleague')), 'the undo of a merge can move hours of locked weeks back');
select tests.act_as('owner');
select is((hours, spent_on, person_id)::text, format('(2.50,2026-03-02,%s)', tests.id('colleague')), 'the refusals leave the hours of a locked week unchanged')
from public.time_entries where id = tests.id('alpha hours');

-- An import skips only the lines with hours of a locked week.
update public.people set external_key = 'colleague' where id = tests.id('colleague');
create temporary table import_run (run jsonb);
grant all on import_run to public;
select tests.act_as('lead');
insert into import_run select public.import_portfolio(
  mode => 'apply', file_name => 'hours.csv', file_sha256 => repeat('0', 64), parser_version => 'csv-1',
  mapping => '{"fields": {"project_code": {"column": "A"}, "person": {"column": "B"}, "hours": {"column": "C"}, "spent_on": {"column": "D"}, "task_title": {"column": "E"}}}',
  rows => '[{"line": 2, "project_code": "P-1", "person": "colleague", "hours": 1, "spent_on": "2026-03-05", "task_title": "locked"},
            {"line": 3, "project_code": "P-1", "person": "colleague", "hours": 1, "spent_on": "2026-03-12", "task_title": "open"}]');
select tests.act_as('owner');
select results_eq($$ select line, disposition::text, reason ~ 'locked' from public.portfolio_import_rows
    where run_id = (select (coalesce(run -> 'run', run) ->> 'id')::uuid from import_run) order by line $$,
  $$ values (2, 'skipped', true), (3, 'create', null) $$, 'an import line with hours of a locked week is skipped with the reason');
select is((select count(*)::integer from public.tasks where title = 'locked'), 0, 'a skipped import line creates nothing');
select is((select count(*)::integer from public.time_entries where spent_on = '2026-03-12'), 1, 'import lines with other hours are imported');

select tests.act_as('lead');
select is(public.unlock_week('2026-03-08', tests.id('colleague')) -> 'people', '1', 'a lead unlocks the week');
select lives_ok(format('select public.update_time_entry(%L, version, %L) from public.time_entries where id = %1$L', tests.id('alpha hours'), '{"hours": 9}'), 'hours of an unlocked week can be corrected');
select is(public.lock_week('2026-03-04') -> 'people', '6', 'a week is locked for everyone who is not a client contact');
select tests.act_as('owner');
select is(pg_temp.refusal('member', $$ select public.log_time(tests.id('alpha'), '2026-03-04', 1) $$), 'OPSTA week_locked', 'a week that is locked for everyone accepts hours from nobody');

select * from finish();
rollback;
