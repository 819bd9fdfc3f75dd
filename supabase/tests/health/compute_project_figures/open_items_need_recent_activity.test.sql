-- An open item with recent dated activity is verified. With older activity it is stale, and without any it is unverified.
begin;
select plan(15);
select tests.two_agencies();

-- The counts of alpha's open tasks: verified/stale/unverified.
create function pg_temp.alpha() returns text language sql stable as $$
  select format('%s/%s/%s', verified_count, open_count - verified_count - unverified_count, unverified_count)
  from private.compute_project_figures(tests.id('North'), array[tests.id('alpha')])
$$;
create function pg_temp.set_days(started integer, estimated integer, spent integer) returns void language sql as $$
  update public.tasks set started_on = tests.days_ago(started), estimated_on = tests.days_ago(estimated)
  where id = tests.id('alpha task');
  update public.time_entries set spent_on = tests.days_ago(spent) where id = tests.id('alpha hours')
$$;

select is(private.verification_window_days(), 14, 'the verification window is two weeks');
select pg_temp.set_days(null, null, 14);
select is(pg_temp.alpha(), '1/0/0', 'hours on the first day of the window verify a task');
select is(tests.finding('open_items_stale', 'alpha'), null, 'a verified task has no finding');
select pg_temp.set_days(null, null, 15);
select is(pg_temp.alpha(), '0/1/0', 'hours before the window make a task stale');
select is(tests.finding('open_items_stale', 'alpha'), 'open', 'a stale task has a finding');
select pg_temp.set_days(14, null, 90);
select is(pg_temp.alpha(), '1/0/0', 'a start within the window verifies a task');
select pg_temp.set_days(90, 3, 90);
select is(pg_temp.alpha(), '1/0/0', 'an estimate within the window verifies a task');
select pg_temp.set_days(90, 91, 90);
select is(pg_temp.alpha(), '0/1/0', 'a start and an estimate before the window verify nothing');
select pg_temp.set_days(90, null, -30);
select is(pg_temp.alpha(), '1/0/0', 'a future day counts as today');

delete from public.time_entries where id = tests.id('alpha hours');
select pg_temp.set_days(null, null, 0);
select is(pg_temp.alpha(), '0/0/1', 'a task without dated activity is unverified, however new its row');
select is(tests.finding('open_items_unverified', 'alpha'), 'unverified', 'the finding of an unverified task is unverified');

update public.tasks set status = 'blocked' where id = tests.id('alpha task');
select is(pg_temp.alpha(), '0/0/1', 'a blocked task counts as open');
update public.tasks set status = 'done' where id = tests.id('alpha task');
select is(pg_temp.alpha(), '0/0/0', 'a done task does not count as open');
update public.tasks set status = 'open', archived_at = now() where id = tests.id('alpha task');
select is(pg_temp.alpha(), '0/0/0', 'an archived task does not count as open');

update public.organizations
set time_zone = case when extract(hour from now() at time zone 'UTC') < 12 then 'Etc/GMT+12' else 'Etc/GMT-14' end
where id = tests.id('North');
select isnt(private.organization_today(tests.id('North')), (now() at time zone 'UTC')::date,
  'the current day is that of the organization''s time zone');

select * from finish();
rollback;
