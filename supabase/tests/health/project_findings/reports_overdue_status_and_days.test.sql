begin;
select plan(32);
select tests.two_agencies();
create function pg_temp.post_status(days integer) returns void language sql as $$
  delete from public.status_updates where project_id = tests.id('alpha');
  insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at)
  values (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'on_track', 'Fine.',
          (tests.days_ago(post_status.days) + time '12:00') at time zone 'Europe/Berlin')
$$;
create function pg_temp.rhythm(cadence public.reporting_cadence) returns void language sql as $$
  insert into public.operating_profiles (account_id, organization_id, cadence)
  values (tests.id('Harbour shop'), tests.id('North'), rhythm.cadence)
  on conflict (account_id) do update set cadence = excluded.cadence
$$;
create temporary table hashes (name text, hash text);

select pg_temp.post_status(14);
select is(tests.finding('status_overdue', 'alpha'), null, 'a status without an agreed schedule is valid for the whole window');
select pg_temp.post_status(15);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a status is overdue on the day after the window');
select is(tests.facts('status_overdue', 'alpha') - 'status_on',
  '{"status_age_days": 15, "status_current_days": 14, "cadence": null}', 'a finding about an overdue status has the age and the allowed days');
select pg_temp.rhythm(null);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a profile without a schedule does not change the allowed days');

select pg_temp.rhythm('weekly'), pg_temp.post_status(9);
select is(tests.finding('status_overdue', 'alpha'), null, 'a weekly status has two days of grace');
select pg_temp.post_status(10);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a weekly status is overdue on the third day after its week');
select pg_temp.rhythm('fortnightly'), pg_temp.post_status(16);
select is(tests.finding('status_overdue', 'alpha'), null, 'a fortnightly status has two days of grace');
select pg_temp.post_status(17);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a fortnightly status is overdue on the third day after its fortnight');
select pg_temp.rhythm('monthly'), pg_temp.post_status(33);
select is(tests.finding('status_overdue', 'alpha'), null, 'a monthly status has a few days of grace');
select pg_temp.post_status(34);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a monthly status is overdue after its days of grace');
select pg_temp.rhythm('quarterly'), pg_temp.post_status(94);
select is(tests.finding('status_overdue', 'alpha'), null, 'a quarterly status has a few days of grace');
select pg_temp.post_status(95);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a quarterly status is overdue after its days of grace');
select pg_temp.rhythm('on_request'), pg_temp.post_status(900);
select is(tests.finding('status_overdue', 'alpha'), null, 'a status on request is never overdue');

select is(tests.finding('status_missing', 'alpha'), null, 'a project with a status has no finding about a missing one');
delete from public.status_updates where project_id = tests.id('alpha');
select is(tests.finding('status_missing', 'alpha'), 'unverified', 'a project without any status is unverified');
select is(tests.finding('status_overdue', 'alpha'), null, 'a missing status is not overdue');

select pg_temp.post_status(0);
update public.projects set due_on = tests.days_ago(0) where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), null, 'a project is on time on its last day');
select is(tests.finding('status_contradicted', 'alpha'), null, 'the status on track of a project on its last day is not a contradiction');
update public.projects set due_on = tests.days_ago(1) where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), 'open', 'a project is late after its last day');
select is(tests.finding('status_contradicted', 'alpha'), 'open', 'a late project with the status on track is a contradiction');
insert into hashes values ('late', tests.finding_hash('project_past_due', 'alpha'));
update public.projects set due_on = tests.days_ago(2) where id = tests.id('alpha');
select isnt(tests.finding_hash('project_past_due', 'alpha'), (select hash from hashes), 'a new due date changes the hash of the finding');
update public.status_updates set health = 'at_risk' where project_id = tests.id('alpha');
select is(tests.finding('status_contradicted', 'alpha'), null, 'the status at risk of a late project is not a contradiction');

update public.tasks set due_on = tests.days_ago(0) where id = tests.id('alpha task');
select is(tests.finding('open_tasks_past_due', 'alpha'), null, 'a task is on time on its due date');
update public.tasks set due_on = tests.days_ago(1) where id = tests.id('alpha task');
select is(tests.finding('open_tasks_past_due', 'alpha'), 'open', 'a task is late after its due date');

select is(tests.finding('project_without_recent_activity', 'alpha'), null, 'a status posted today is activity');
update public.status_updates set created_at = now() - interval '20 days' where project_id = tests.id('alpha');
select is(tests.finding('project_without_recent_activity', 'alpha'), 'open', 'a status posted weeks ago is not recent activity');
update public.tasks set started_on = tests.days_ago(3) where id = tests.id('alpha task');
select is(tests.finding('project_without_recent_activity', 'alpha'), null, 'a task started within the window is activity');
update public.tasks set started_on = null, status = 'done', completed_on = tests.days_ago(14) where id = tests.id('alpha task');
select is(tests.finding('project_without_recent_activity', 'alpha'), null, 'a task completed within the window is activity');
delete from public.time_entries where project_id = tests.id('alpha');
delete from public.status_updates where project_id = tests.id('alpha');
update public.tasks set completed_on = null where id = tests.id('alpha task');
select is(tests.finding('project_without_recent_activity', 'alpha'), 'unverified', 'a project without any dated activity is unverified');

update public.projects set status = 'completed' where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), null, 'an ended project is never late');
update public.projects set status = 'on_hold', archived_at = now() where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), null, 'an archived project is never late');
update public.projects set archived_at = null where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), 'open', 'a project on hold can be late');

select * from finish();
rollback;
