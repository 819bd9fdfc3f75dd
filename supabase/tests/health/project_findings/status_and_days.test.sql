begin;
select plan(32);
select tests.two_agencies();
create function pg_temp.told(days integer) returns void language sql as $$
  delete from public.status_updates where project_id = tests.id('alpha');
  insert into public.status_updates (organization_id, project_id, author_id, health, summary, created_at)
  values (tests.id('North'), tests.id('alpha'), tests.id('lead'), 'on_track', 'Fine.',
          (tests.days_ago(told.days) + time '12:00') at time zone 'Europe/Berlin')
$$;
create function pg_temp.rhythm(cadence public.reporting_cadence) returns void language sql as $$
  insert into public.operating_profiles (account_id, organization_id, cadence)
  values (tests.id('Harbour shop'), tests.id('North'), rhythm.cadence)
  on conflict (account_id) do update set cadence = excluded.cadence
$$;
create temporary table seen (name text, hash text);

select pg_temp.told(14);
select is(tests.finding('status_overdue', 'alpha'), null, 'without an agreed rhythm a status is valid for the window');
select pg_temp.told(15);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'and not a day longer');
select is(tests.facts('status_overdue', 'alpha') - 'status_on',
  '{"status_age_days": 15, "status_holds_days": 14, "cadence": null}', 'with both numbers of days');
select pg_temp.rhythm(null);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'a profile without a rhythm is no agreement');

select pg_temp.rhythm('weekly'), pg_temp.told(9);
select is(tests.finding('status_overdue', 'alpha'), null, 'weekly: two days of grace');
select pg_temp.told(10);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'weekly: no third');
select pg_temp.rhythm('fortnightly'), pg_temp.told(16);
select is(tests.finding('status_overdue', 'alpha'), null, 'fortnightly: in time');
select pg_temp.told(17);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'fortnightly: late');
select pg_temp.rhythm('monthly'), pg_temp.told(33);
select is(tests.finding('status_overdue', 'alpha'), null, 'monthly: in time');
select pg_temp.told(34);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'monthly: late');
select pg_temp.rhythm('quarterly'), pg_temp.told(94);
select is(tests.finding('status_overdue', 'alpha'), null, 'quarterly: in time');
select pg_temp.told(95);
select is(tests.finding('status_overdue', 'alpha'), 'open', 'quarterly: late');
select pg_temp.rhythm('on_request'), pg_temp.told(900);
select is(tests.finding('status_overdue', 'alpha'), null, 'on request: never late');

select is(tests.finding('status_missing', 'alpha'), null, 'somebody told a status');
delete from public.status_updates where project_id = tests.id('alpha');
select is(tests.finding('status_missing', 'alpha'), 'unverified', 'where nobody ever did, nobody knows');
select is(tests.finding('status_overdue', 'alpha'), null, 'which is not late');

select pg_temp.told(0);
update public.projects set due_on = tests.days_ago(0) where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), null, 'a project is on time on its last day');
select is(tests.finding('status_contradicted', 'alpha'), null, 'and on track');
update public.projects set due_on = tests.days_ago(1) where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), 'open', 'the next day it is late');
select is(tests.finding('status_contradicted', 'alpha'), 'open', 'and on track by word only');
insert into seen values ('late', tests.finding_hash('project_past_due', 'alpha'));
update public.projects set due_on = tests.days_ago(2) where id = tests.id('alpha');
select isnt(tests.finding_hash('project_past_due', 'alpha'), (select hash from seen), 'another due date is another fact');
update public.status_updates set health = 'at_risk' where project_id = tests.id('alpha');
select is(tests.finding('status_contradicted', 'alpha'), null, 'a status at risk contradicts nothing');

update public.tasks set due_on = tests.days_ago(0) where id = tests.id('alpha task');
select is(tests.finding('open_tasks_past_due', 'alpha'), null, 'a task is on time on its day');
update public.tasks set due_on = tests.days_ago(1) where id = tests.id('alpha task');
select is(tests.finding('open_tasks_past_due', 'alpha'), 'open', 'and late after it');

select is(tests.finding('project_without_recent_activity', 'alpha'), null, 'a status told today is activity');
update public.status_updates set created_at = now() - interval '20 days' where project_id = tests.id('alpha');
select is(tests.finding('project_without_recent_activity', 'alpha'), 'open', 'one told weeks ago is not recent');
update public.tasks set started_on = tests.days_ago(3) where id = tests.id('alpha task');
select is(tests.finding('project_without_recent_activity', 'alpha'), null, 'a task started since is');
update public.tasks set started_on = null, status = 'done', completed_on = tests.days_ago(14) where id = tests.id('alpha task');
select is(tests.finding('project_without_recent_activity', 'alpha'), null, 'so is one completed within the window');
delete from public.time_entries where project_id = tests.id('alpha');
delete from public.status_updates where project_id = tests.id('alpha');
update public.tasks set completed_on = null where id = tests.id('alpha task');
select is(tests.finding('project_without_recent_activity', 'alpha'), 'unverified', 'where nothing dated ever happened, nobody knows');

update public.projects set status = 'completed' where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), null, 'an ended project is held to no date');
update public.projects set status = 'on_hold', archived_at = now() where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), null, 'nor an archived one');
update public.projects set archived_at = null where id = tests.id('alpha');
select is(tests.finding('project_past_due', 'alpha'), 'open', 'one on hold is');

select * from finish();
rollback;
