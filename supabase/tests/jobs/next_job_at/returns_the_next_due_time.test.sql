begin;
select plan(4);
select tests.two_agencies();
select is(private.next_job_at(array['task_act']), null, 'an empty queue has no next due time');
insert into private.jobs (organization_id, kind, run_at, max_attempts, attempt, leased_by, lease_until)
values
  (tests.id('North'), 'task_act', '2100-01-03Z', 9, 0, null, null),
  (tests.id('North'), 'task_act', '2100-01-01Z', 9, 1, 'worker', '2100-01-02Z'),
  (tests.id('North'), 'calendar_act', '2099-01-01Z', 9, 0, null, null);
select is(private.next_job_at(array['task_act']), '2100-01-02Z', 'the next time is the end of a lease if no job is due earlier');
select is(private.next_job_at(array['task_act', 'calendar_act']), '2099-01-01Z', 'the next time is that of the earliest job of several kinds');
update private.jobs set leased_by = null, lease_until = null, died_at = now(), last_error = 'x' where kind = 'calendar_act';
select is(private.next_job_at(array['calendar_act']), null, 'a dead job is never due');
select * from finish();
rollback;
