-- Findings of North for the tests of the health rules. Tests call these functions as the owner.
begin;
set local client_min_messages = warning;

create or replace function tests.days_ago(days integer)
returns date
language sql stable
as $$ select private.organization_today(tests.id('North')) - days $$;

-- The state of a finding, or null if there is none.
create or replace function tests.finding(code text, subject text)
returns text
language sql stable
as $$
  select findings.state::text
  from private.judged_findings(
    tests.id('North'), array(select figures from private.compute_project_figures(tests.id('North')) as figures), true
  ) as findings
  where findings.code = finding.code and findings.subject_id = tests.id(finding.subject)
$$;

create or replace function tests.facts(code text, subject text)
returns jsonb
language sql stable
as $$
  select findings.facts
  from private.judged_findings(
    tests.id('North'), array(select figures from private.compute_project_figures(tests.id('North')) as figures), true
  ) as findings
  where findings.code = facts.code and findings.subject_id = tests.id(facts.subject)
$$;

create or replace function tests.finding_hash(code text, subject text)
returns text
language sql stable
as $$
  select private.facts_hash(findings.code, findings.subject_id, findings.is_unverified, findings.basis)
  from private.judged_findings(
    tests.id('North'), array(select figures from private.compute_project_figures(tests.id('North')) as figures), true
  ) as findings
  where findings.code = finding_hash.code and findings.subject_id = tests.id(finding_hash.subject)
$$;
grant execute on all functions in schema tests to anon, authenticated, service_role;
commit;

begin;
select plan(2);
select tests.two_agencies();
select is(tests.finding('project_without_lead', 'beta'), 'open', 'a finding has a state');
select is(tests.finding('project_without_lead', 'alpha'), null, 'a project without problems has no finding');
select * from finish();
rollback;
