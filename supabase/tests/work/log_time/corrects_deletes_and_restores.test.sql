begin;
select plan(32);
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
create temporary table answers (step integer, answer jsonb);
grant all on answers to public;

select tests.act_as('member');
insert into answers select 1, public.log_time(tests.id('alpha'), '2026-03-04', 1.5, tests.id('alpha task'), ' Draft ');
select is(answer ->> 'note', 'Draft', 'a member logs hours') from answers where step = 1;
select tests.act_as('owner');
create temporary table entry as select (answer ->> 'id')::uuid as id from answers where step = 1;
grant select on entry to public;
select is((person_id, hours, version)::text, format('(%s,1.50,1)', tests.id('member')), 'logged hours belong to the member') from public.time_entries join entry using (id);

select tests.act_as('member');
insert into answers select 2, public.update_time_entry(id, 1, '{"hours": 2, "spent_on": "2026-03-05"}') from entry;
select is(answer -> 'before', '{"hours": 1.50, "spent_on": "2026-03-04"}', 'the answer to a correction has the former values') from answers where step = 2;
insert into answers select 3, public.update_time_entry(id, 2, (select answer -> 'before' from answers where step = 2)) from entry;
select is(answer -> 'entry' ->> 'hours', '1.50', 'the former values undo the correction') from answers where step = 3;
select is(public.update_time_entry(id, 3, jsonb_build_object('project_id', tests.id('shared'))) -> 'entry' -> 'task_id', 'null',
  'hours that move to another project lose their task') from entry;
insert into answers select 4, public.delete_time_entry(id, 4) from entry;
select is_empty('select from public.time_entries join entry using (id)', 'deleted hours no longer exist');
select is(public.restore_time_entry(id) ->> 'hours', '1.50', 'deleted hours can be restored') from entry;
select results_eq('select hours, note from public.time_entries join entry using (id)', $$ values (1.50, 'Draft') $$, 'restored hours have their former id and values');
select is((select answer ->> 'id' from answers where step = 4), id::text, 'the answer to a deletion names the deleted hours') from entry;

select tests.act_as('owner');
select is(pg_temp.refusal('member', format('select public.restore_time_entry(%L)', id)), 'OPSTA entry_exists', 'restored hours cannot be restored again') from entry;
select is(pg_temp.refusal('member', 'select public.restore_time_entry(gen_random_uuid())'), 'OPNFD time_entry_not_found', 'hours that were not deleted cannot be restored');
select is(pg_temp.refusal('member2', format('select public.update_time_entry(%L, 5, %L)', id, '{"hours": 9}')), 'OPDEN not_your_hours', 'a colleague cannot correct the hours') from entry;
select is(pg_temp.refusal('member2', format('select public.delete_time_entry(%L, 5)', id)), 'OPDEN not_your_hours', 'a colleague cannot delete the hours') from entry;
select is(pg_temp.refusal('client', format('select public.delete_time_entry(%L, 5)', id)), 'OPDEN role_not_allowed', 'a client cannot delete hours') from entry;
select is(pg_temp.refusal('outsider', format('select public.delete_time_entry(%L, 5)', id)), 'OPDEN no_membership', 'an outsider cannot delete hours') from entry;
select is(pg_temp.refusal('other_admin', format('select public.delete_time_entry(%L, 5)', id)), 'OPNFD time_entry_not_found', 'another organization does not find the hours') from entry;
select is(pg_temp.refusal('member', format('select public.update_time_entry(%L, 1, %L)', id, '{"hours": 9}')), 'OPSTA version_conflict', 'a correction at an earlier version is refused') from entry;
select is(pg_temp.refusal('member', format('select public.update_time_entry(%L, 5, %L)', id, changes)), refusal, format('a correction to %s is refused: %s', changes, refusal))
from entry, (values ('{"person_id": "x"}', 'OPINV unknown_fields'), ('{"hours": 0}', 'OPINV invalid_hours'), ('{"hours": 24.5}', 'OPINV invalid_hours'),
  ('{"hours": 1.005}', 'OPINV invalid_hours'), ('{"hours": "NaN"}', 'OPINV invalid_hours'), ('{"spent_on": null}', 'OPINV invalid_hours')) as cases (changes, refusal);
select is(pg_temp.refusal('member', format('select public.update_time_entry(%L, 5, %L)', id, jsonb_build_object('task_id', tests.id('alpha task')))), 'OPNFD task_not_found',
  'a task of another project is refused') from entry;
select is(pg_temp.refusal('member', $$ select public.log_time(tests.id('beta'), '2026-03-04', 1) $$), 'OPNFD project_not_found', 'a project outside the scope is refused');
select is(pg_temp.refusal('member', $$ select public.log_time(tests.id('alpha'), '2026-03-04', 1, person_id => tests.id('member2')) $$), 'OPDEN not_your_hours', 'a member cannot log hours for another person');
select is((hours, version)::text, '(1.50,5)', 'the refusals leave the hours unchanged') from public.time_entries join entry using (id);

-- A lead corrects the hours of another person, who sees the change.
select tests.act_as('lead');
select is(public.update_time_entry(id, 5, '{"hours": 3}') -> 'entry' ->> 'hours', '3.00', 'a lead corrects the hours of a member') from entry;
insert into answers select 5, public.log_time(tests.id('alpha'), '2026-03-04', 1, person_id => tests.id('member'));
select tests.act_as('member');
select is((select string_agg(concat_ws(' ', one ->> 'code', one -> 'by' ->> 'name', one -> 'fields' -> 'hours'), ', ' order by one ->> 'code')
           from jsonb_array_elements(public.get_my_work() -> 'hours_changed_by_others' -> 'items') as one),
  'time_entry.created lead, time_entry.updated lead {"to": 3.00, "from": 1.50}', 'a person sees who corrected their hours');
select is(public.get_my_work() -> 'hours_changed_by_others' -> 'total', '2', 'My work counts both changes that others made to the hours');

select tests.act_as('owner');
update public.time_entries set managed_by = 'harvest' where id = (select id from entry);
select is(pg_temp.refusal('lead', format('select public.update_time_entry(%L, 7, %L)', id, '{"hours": 9}')), 'OPSTA time_entry_managed_elsewhere', 'hours that a provider manages cannot be changed') from entry;
select is(pg_temp.refusal('lead', format('select public.delete_time_entry(%L, 7)', id)), 'OPSTA time_entry_managed_elsewhere', 'hours that a provider manages cannot be deleted') from entry;

select * from finish();
rollback;
