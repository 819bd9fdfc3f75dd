-- The catalog and the rules have the same codes, and the order of the ranks follows the severities.
begin;
select plan(4);

create function pg_temp.codes_of_rules() returns setof text language sql as $$
  select distinct match[1]
  from pg_proc, regexp_matches(prosrc, 'select\s+''([a-z_]+)''', 'g') as match
  where pronamespace = 'private'::regnamespace and proname in ('project_findings', 'organization_findings', 'sync_findings', 'meeting_findings', 'email_findings', 'estimate_findings')
$$;
select bag_eq('select pg_temp.codes_of_rules()', 'select code from private.finding_codes()', 'every code has a rule, and every rule has a code');
select is_empty($$ select rank from private.finding_codes() group by rank having count(*) > 1 $$, 'each rank belongs to one code');
select is_empty(
  $$ select a.code from private.finding_codes() as a join private.finding_codes() as b
     on a.rank < b.rank and a.severity > b.severity $$,
  'codes of higher severity have earlier ranks');
select is_empty(
  $$ select code from private.finding_codes() where (fix_action is null) <> (fix_fields is null) $$,
  'every action that fixes a finding names its fields');

select * from finish();
rollback;
