begin;
select plan(18);
select tests.two_agencies();
create temporary table finding as select tests.finding_hash('project_without_lead', 'beta') as hash;
grant select on finding to public;
create function pg_temp.call(code text, subject text, version text, hash text, state text, reason text) returns text language sql as $$
  select format('select public.resolve_finding(%L, %L, %s, %L, %L, %L)', code, tests.id(subject), version, hash, state, reason)
$$;
grant execute on function pg_temp.call(text, text, text, text, text, text) to public;

select tests.act_as('member2');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', 'Fine.'), 'OPDEN', null, 'a member of the project cannot settle a finding') from finding;
select tests.act_as('client');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', 'Fine.'), 'OPDEN', null, 'a client contact cannot settle a finding') from finding;
select tests.act_as('outsider');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', 'Fine.'), 'OPDEN', null, 'an outsider cannot settle a finding') from finding;
select tests.act_as('anonymous');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', 'Fine.'), '42501', null, 'an anonymous caller cannot settle a finding') from finding;
select tests.act_as('other_admin');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', 'Fine.'), 'OPNFD', 'This finding no longer exists',
  'an admin of another organization does not find the finding') from finding;

select tests.act_as('lead');
select throws_ok(pg_temp.call('project_without_lead', 'alpha', '0', hash, 'settled', 'Fine.'), 'OPNFD', 'This finding no longer exists', 'a project without the finding is not found') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'nothing', '0', hash, 'settled', 'Fine.'), 'OPNFD', 'This finding no longer exists', 'an unknown subject is not found') from finding;
select throws_ok(pg_temp.call('no_such_code', 'beta', '0', hash, 'settled', 'Fine.'), 'OPNFD', 'This finding no longer exists', 'an unknown code is not found') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', '-1', hash, 'settled', 'Fine.'), 'OPINV', null, 'a negative version is refused') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', 'null', hash, 'settled', 'Fine.'), 'OPINV', null, 'a missing version is refused') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', 'x', 'settled', 'Fine.'), 'OPINV', null, 'an invalid hash is refused');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', null, 'settled', 'Fine.'), 'OPINV', null, 'a missing hash is refused');
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, null, 'Fine.'), 'OPINV', null, 'a missing state is refused') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', ' '), 'OPINV', null, 'a blank reason is refused') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'settled', repeat('x', 1001)), 'OPINV', null, 'a reason over the length limit is refused') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', '0', hash, 'reopened', 'Fine.'), 'OPSTA', 'The finding is not settled. Reload the page', 'an open finding cannot be reopened') from finding;
select throws_ok(pg_temp.call('project_without_lead', 'beta', '1', hash, 'settled', 'Fine.'), 'OPSTA', null, 'a version that no resolution has is refused') from finding;

select tests.act_as('owner');
select is_empty('select id from public.reconciliation_resolutions', 'the refusals write nothing');

select * from finish();
rollback;
