begin;
select plan(17);
select tests.two_agencies();
update public.time_entries set spent_on = tests.days_ago(2) where id = tests.id('alpha hours');
delete from public.time_entries where id = tests.id('beta hours');
update public.status_updates set created_at = now() where id = tests.id('alpha update');

select tests.act_as('lead');
create temporary table answers as select public.get_portfolio_health() as health;
select is(health - '{findings,counts,board,open_items,totals,computed_at,next_cursor}'::text[],
  jsonb_build_object('today', (now() at time zone 'Europe/Berlin')::date, 'verification_window_days', 14, 'stale_count', 1),
  'the answer has the day, the window and the number of stale items') from answers;
select is(health -> 'open_items', '{"open": 3, "verified": 1, "stale": 1, "unverified": 1}',
  'open items are counted as verified, stale and unverified') from answers;
select is((health -> 'board') - 'gaps', '{"project_count": 3, "with_tasks": 3, "with_lead": 2, "with_owned_tasks": 3,
  "with_recent_activity": 1, "with_recent_status": 1, "gaps_left_out": 0}', 'the board counts planned, active and paused projects') from answers;
select is(health #> '{board,gaps}', jsonb_build_array(
    jsonb_build_object('project_id', tests.id('beta'), 'name', 'beta', 'missing', '["lead", "recent_activity", "recent_status"]'::jsonb),
    jsonb_build_object('project_id', tests.id('shared'), 'name', 'shared', 'missing', '["recent_activity", "recent_status"]'::jsonb)),
  'the board lists the gaps of projects, the project with the most first') from answers;
select is((select sum((counts ->> 'open')::integer + (counts ->> 'unverified')::integer + (counts ->> 'settled')::integer)
           from jsonb_array_elements(health -> 'counts') as counts), jsonb_array_length(health -> 'findings')::bigint,
  'the counts equal the numbers of findings') from answers;
select is((select sum(value::integer) from jsonb_each_text(health -> 'totals')), jsonb_array_length(health -> 'findings')::bigint,
  'the totals equal the numbers of findings') from answers;
select is(health -> 'next_cursor', 'null', 'the findings fit on one page') from answers;

create temporary table alone as
select finding from answers, jsonb_array_elements(health -> 'findings') as finding
where finding ->> 'code' = 'project_past_due' or finding ->> 'code' = 'open_items_stale';
grant select on alone to public;
select is(finding -> 'subject', jsonb_build_object('type', 'project', 'id', tests.id('shared'), 'name', 'shared', 'project_id', tests.id('shared')),
  'a finding names its subject') from alone where finding ->> 'code' = 'open_items_stale';
select is(finding -> 'facts', '{"stale": 1, "open_tasks": 1, "window_days": 14}', 'a finding has its facts') from alone where finding ->> 'code' = 'open_items_stale';
select is(finding -> 'evidence', jsonb_build_object('total', 1, 'rows', jsonb_build_array(jsonb_build_object(
    'type', 'task', 'id', tests.id('shared task'), 'project_id', tests.id('shared'), 'facts', jsonb_build_object(
      'title', 'shared task', 'status', 'open', 'assignee', 'member', 'due_on', null,
      'last_activity_on', '2026-03-02', 'completed_on', null)))), 'a finding has its rows of evidence')
from alone where finding ->> 'code' = 'open_items_stale';
select is(finding -> 'fix', 'null', 'a finding about open tasks has no action') from alone where finding ->> 'code' = 'open_items_stale';
select is(finding -> 'fix', '{"action": "project_update", "fields": ["due_on", "status"]}', 'the action of a finding about a late project changes its due date or status') from alone where finding ->> 'code' = 'project_past_due';
select is(finding -> 'resolution', 'null', 'a finding that was never settled has no resolution') from alone where finding ->> 'code' = 'open_items_stale';

select is(
  array(select (array_position(array['high', 'medium', 'low'], finding ->> 'severity'))
        from jsonb_array_elements(health -> 'findings') with ordinality as entries (finding, number) order by number),
  array(select (array_position(array['high', 'medium', 'low'], finding ->> 'severity')) as grade
        from jsonb_array_elements(health -> 'findings') as finding order by grade),
  'findings of the highest severity come first') from answers;

select tests.act_as('owner');
select is(
  (select count(*)::integer from public.audit_events where action like 'finding%') + (select count(*)::integer from public.reconciliation_resolutions),
  0, 'reading portfolio health stores nothing');
select is(
  (select sum(jsonb_array_length(finding #> '{evidence,rows}')) from answers, jsonb_array_elements(health -> 'findings') as finding),
  (select sum(least((finding #>> '{evidence,total}')::integer, 20)) from answers, jsonb_array_elements(health -> 'findings') as finding),
  'every total agrees with its rows of evidence, of which at most 20 are listed');
select ok(bool_and((finding ->> 'facts_hash') ~ '^[0-9a-f]{64}$'), 'every finding has the hash that a resolution needs')
from answers, jsonb_array_elements(health -> 'findings') as finding;

select * from finish();
rollback;
