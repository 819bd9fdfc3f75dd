begin;
select plan(20);
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
select is(pg_temp.refusal('member', 'select public.stop_timer()'), 'OPSTA no_timer', 'a person without a timer cannot stop one');
select is(pg_temp.refusal('member', 'select public.discard_timer()'), 'OPSTA no_timer', 'a person without a timer cannot discard one');
select is(pg_temp.refusal('client', $$ select public.start_timer(tests.id('alpha')) $$), 'OPDEN role_not_allowed', 'a client cannot start a timer');
select is(pg_temp.refusal('member', $$ select public.start_timer(tests.id('beta')) $$), 'OPNFD project_not_found', 'a project outside the scope is refused');
select is(pg_temp.refusal('member', $$ select public.start_timer(tests.id('alpha'), tests.id('shared task')) $$), 'OPNFD task_not_found', 'a task of another project is refused');
select tests.act_as('member');
select is(public.start_timer(tests.id('alpha'), tests.id('alpha task'), 'Draft') -> 'task' ->> 'title', 'alpha task', 'a member starts a timer');
select is(public.get_timer() ->> 'note', 'Draft', 'the member sees their timer');
select tests.act_as('owner');
select is(pg_temp.refusal('member', $$ select public.start_timer(tests.id('shared')) $$), 'OPSTA timer_running', 'a second timer of a person is refused');
select tests.act_as('member2');
select is(public.get_timer(), null, 'another person does not see the timer');
select lives_ok($$ select public.start_timer(tests.id('beta')) $$, 'another person can start their own timer');
select isnt(public.discard_timer(), null, 'the other person discards their timer');
select tests.act_as('member');
select is((select array_agg(one ->> 'hours') from jsonb_array_elements(public.stop_timer()) as one), '{0.01}', 'hours are rounded up to a hundredth');
select is(public.get_timer(), null, 'a stopped timer no longer exists');

select tests.act_as('owner');
-- The work lasts from 22:30 to 01:00:01 in Berlin, and across the change to summer time.
select is((select array_agg((day, hours)::text) from private.hours_by_day('2026-01-14 21:30Z', '2026-01-15 00:00:01Z', 'Europe/Berlin')),
  '{"(2026-01-14,1.50)","(2026-01-15,1.01)"}', 'hours are divided at midnight in the zone of the organization');
select is((select array_agg((day, hours)::text) from private.hours_by_day('2026-03-28 23:00Z', '2026-03-29 22:00Z', 'Europe/Berlin')),
  '{"(2026-03-29,23.00)"}', 'a timer for the whole day of the change has 23 hours');

insert into private.timers (organization_id, person_id, project_id, note, started_at)
values (tests.id('North'), tests.id('member'), tests.id('alpha'), 'Long', date_trunc('day', now()) - interval '8 days' + interval '9 hours');
select is(pg_temp.refusal('member', 'select public.stop_timer()'), 'OPSTA timer_too_long', 'a timer that ran for more than a week needs an end');
select is(pg_temp.refusal('member', $$ select public.stop_timer(ended_at => now() + interval '1 hour') $$), 'OPINV invalid_end', 'an end in the future is refused');
select tests.act_as('member');
select is((select sum((one ->> 'hours')::numeric) from jsonb_array_elements(
  public.stop_timer(note => 'Short', ended_at => date_trunc('day', now()) - interval '8 days' + interval '9 hours 15 minutes')) as one), 0.25, 'a person can state when the work ended');
select tests.act_as('owner');
select is((select string_agg(distinct note, ' ') from public.time_entries where person_id = tests.id('member')), 'Draft Short', 'the note of a timer is retained unless stopping replaces it');
select is((select string_agg(action, ' ' order by action) from public.audit_events where object_type = 'timer' and actor_person_id = tests.id('member')),
  'timer.started timer.stopped timer.stopped', 'the audit log contains every start and stop');

select * from finish();
rollback;
