begin;
select plan(20);
select tests.two_agencies();
update public.time_entries set hours = 150 where id = tests.id('alpha hours');
create temporary table finding as select tests.finding_hash('project_over_budget', 'alpha') as hash;
grant select on finding to public;

select tests.act_as('lead');
select is(
  public.resolve_finding('project_over_budget', tests.id('alpha'), 0, hash, 'settled', '  The client pays. ') - '{id,created_at}'::text[],
  jsonb_build_object('organization_id', tests.id('North'), 'finding_code', 'project_over_budget', 'subject_type', 'project',
    'subject_id', tests.id('alpha'), 'version', 1, 'state', 'settled', 'facts_hash', hash, 'reason', 'The client pays.',
    'decided_by', tests.id('lead')), 'a lead settles a finding and gets the resolution') from finding;
select is(finding ->> 'state', 'settled', 'portfolio health shows the finding as settled')
from jsonb_array_elements(public.get_portfolio_health(code => 'project_over_budget') -> 'findings') as finding;
select is((finding -> 'resolution') - 'created_at', jsonb_build_object('version', 1, 'state', 'settled', 'reason', 'The client pays.',
  'decided_by', jsonb_build_object('id', tests.id('lead'), 'name', 'lead'), 'facts_changed', false), 'the resolution has its author and reason')
from jsonb_array_elements(public.get_portfolio_health(code => 'project_over_budget') -> 'findings') as finding;
select is(count -> 'settled', '1', 'the totals count the settled finding')
from jsonb_array_elements(public.get_portfolio_health() -> 'counts') as count where count ->> 'code' = 'project_over_budget';
select is(public.get_portfolio_health() #>> '{findings,-1,code}', 'project_over_budget', 'a settled finding moves to the end of the list');
select throws_ok(
  format('select public.resolve_finding(%L, %L, 1, %L, ''settled'', ''Again.'')', 'project_over_budget', tests.id('alpha'), hash),
  'OPSTA', 'The finding is already settled. Reload the page', 'a finding cannot be settled twice') from finding;

select tests.act_as('owner');
select is((action, object_type, project_id, after ->> 'reason')::text, format('(finding.settled,finding,%s,"The client pays.")', tests.id('alpha')), 'the audit log contains the resolution')
from public.audit_events where object_id = tests.id('alpha') and action like 'finding%';
update public.time_entries set hours = 155 where id = tests.id('alpha hours');
select is(tests.finding('project_over_budget', 'alpha'), 'settled', 'a few more hours leave the finding settled');
update public.time_entries set hours = 165 where id = tests.id('alpha hours');
select is(tests.finding('project_over_budget', 'alpha'), 'open', 'another tenth of the budget reopens the finding');

select tests.act_as('lead');
select is(finding #>> '{resolution,facts_changed}', 'true', 'the reopened finding reports changed facts')
from jsonb_array_elements(public.get_portfolio_health(code => 'project_over_budget') -> 'findings') as finding;
select throws_ok(
  format('select public.resolve_finding(%L, %L, 1, %L, ''settled'', ''Again.'')', 'project_over_budget', tests.id('alpha'), hash),
  'OPSTA', 'The facts have changed. Review the finding again', 'a resolution based on former facts is refused') from finding;

select tests.act_as('owner');
create temporary table seen_again as select tests.finding_hash('project_over_budget', 'alpha') as hash;
grant select on seen_again to public;
select tests.act_as('admin');
select throws_ok(
  format('select public.resolve_finding(%L, %L, 1, %L, ''reopened'', ''No.'')', 'project_over_budget', tests.id('alpha'), hash),
  'OPSTA', 'The finding is not settled. Reload the page', 'a finding that changed facts reopened cannot be reopened by hand') from seen_again;
select throws_ok(
  format('select public.resolve_finding(%L, %L, 0, %L, ''settled'', ''Again.'')', 'project_over_budget', tests.id('alpha'), hash),
  'OPSTA', 'Someone else has decided this finding in the meantime', 'a resolution at a version before an earlier resolution is refused') from seen_again;
select is(public.resolve_finding('project_over_budget', tests.id('alpha'), 1, hash, 'settled', 'Paid in full.') ->> 'version', '2', 'an admin settles the finding again')
from seen_again;
select is(public.resolve_finding('project_over_budget', tests.id('alpha'), 2, hash, 'reopened', 'Not paid after all.') ->> 'state', 'reopened', 'an admin reopens the finding')
from seen_again;
select is(finding ->> 'state', 'open', 'the reopened finding is open')
from jsonb_array_elements(public.get_portfolio_health(code => 'project_over_budget') -> 'findings') as finding;

select tests.act_as('owner');
select results_eq($$ select version, state::text from public.reconciliation_resolutions order by version $$,
  $$ values (1, 'settled'), (2, 'settled'), (3, 'reopened') $$, 'every resolution is stored');
select bag_eq($$ select action from public.audit_events where object_id = tests.id('alpha') and action like 'finding%' $$,
  array['finding.settled', 'finding.settled', 'finding.reopened'], 'every resolution has an audit event');

-- A finding about missing data can be settled like any other.
create temporary table unknown as select tests.finding_hash('project_without_budget', 'beta') as hash;
grant select on unknown to public;
select tests.act_as('lead');
select is(public.resolve_finding('project_without_budget', tests.id('beta'), 0, hash, 'settled', 'By the hour.') ->> 'state', 'settled', 'a lead settles a missing budget') from unknown;
select tests.act_as('owner');
select is(tests.finding('project_without_budget', 'beta'), 'settled', 'a finding about a missing budget can be settled');

select * from finish();
rollback;
