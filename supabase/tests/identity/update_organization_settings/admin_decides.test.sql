begin;
select plan(23);
select tests.two_agencies();

select tests.act_as('admin');
select is(public.update_organization_settings('{"forbids_self_approval": true}', 0),
  '{"forbids_self_approval": true, "requires_second_factor": "never", "version": 1, "name": "North", "currency": "EUR", "time_zone": "Europe/Berlin",
    "week_starts_on": 1, "brand_color": null, "working_hours": {"1": {"hours": 8}, "2": {"hours": 8}, "3": {"hours": 8}, "4": {"hours": 8},
    "5": {"hours": 8}}}', 'the first change creates the settings');
select is(public.update_organization_settings('{"forbids_self_approval": true}', 1) -> 'version', '1',
  'the same value makes no new version');
select is(public.update_organization_settings('{"forbids_self_approval": false}', 1) -> 'version', '2', 'reversing a change of a setting makes a new version');
select tests.act_as('other_admin');
select is(public.update_organization_settings('{"forbids_self_approval": false}', 0) -> 'version', '1',
  'the first save creates the settings, even with default values');
select tests.act_as('admin');
select throws_ok($$ select public.update_organization_settings('{"forbids_self_approval": true}', 1) $$, 'OPSTA', null,
  'a change of settings at a stale version is refused');
select throws_ok($$ select public.update_organization_settings('{"forbids_self_approval": true}', 0) $$, 'OPSTA', null,
  'the version from before the first save is refused');
select throws_ok($$ select public.update_organization_settings('{"forbids_self_approval": true}', null) $$, 'OPINV', null,
  'a change without a version is refused');
select throws_ok(format('select public.update_organization_settings(%L, 2)', changes), 'OPINV', null, 'invalid settings are refused: ' || changes)
from unnest(array['{}', '[]', 'null', '{"forbids_self_approval": null}', '{"forbids_self_approval": "true"}',
  '{"forbids_self_approval": 1}', '{"forbids_self_approval": [true]}', '{"version": 9}',
  '{"forbids_self_approval": true, "organization_id": "00000000-0000-4000-8000-000000000000"}']) as changes;

select tests.act_as(persona)
  || throws_ok($$ select public.update_organization_settings('{"forbids_self_approval": true}', 2) $$, code, null,
    persona || ' cannot change the settings')
from (values ('lead', 'OPDEN'), ('member', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'), ('service', '42501'))
  as cases (persona, code);

select tests.act_as('owner');
select results_eq(
  $$ select forbids_self_approval, version, updated_by from public.organization_settings where updated_by = tests.id('admin') $$,
  $$ values (false, 2, tests.id('admin')) $$, 'the refusals leave the settings unchanged');
select results_eq(
  $$ select before -> 'forbids_self_approval', after -> 'forbids_self_approval', after -> 'version'
     from public.audit_events where action = 'organization_settings.updated' and actor_person_id = tests.id('admin') order by after -> 'version' $$,
  $$ values ('false'::jsonb, 'true'::jsonb, '1'::jsonb), ('true', 'false', '2') $$, 'the audit log contains both changes');

select * from finish();
rollback;
