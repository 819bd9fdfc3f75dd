-- Every organization has three profiles. Admins and leads change them, with versions and audit.
begin;
select plan(24);
select tests.two_agencies();
select is((select string_agg(key, ' ' order by key) from public.authoring_profiles where organization_id = tests.id(agency)),
  'client-readout scope-summary statement-of-work', agency || ' begins with three profiles') from unnest('{North,South}'::text[]) as agency;
create temporary table profile as select id from public.authoring_profiles where organization_id = tests.id('North') and key = 'client-readout';
create function pg_temp.save(persona text, changes text, version int default 1, of_profile uuid default null) returns text language sql as $$
  select tests.answer(persona, format('select public.save_authoring_profile(%L, %s, %L)', of_profile, coalesce(version::text, 'null'), changes))
$$;
select is(pg_temp.save(persona, '{"name": "Forged"}', 1, id), expected, format('%s who saves a profile gets %s', persona, expected))
from profile, (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'),
                      ('other_admin', 'OPNFD profile_not_found'), ('service', '42501')) as cases (persona, expected);
select is(pg_temp.save('lead', changes, 1, id), 'OPINV ' || hint, format('the changes %s are refused: %s', changes, hint))
from profile, (values
  ('{"name": " "}', 'invalid_authoring_profile'), ('{"sections": []}', 'invalid_authoring_profile'),
  ('{"sections": [{"heading": "a", "collects": ["secrets"]}]}', 'invalid_authoring_profile'), ('{"max_passages": 1000}', 'invalid_authoring_profile'),
  ('{"export_format": "exe"}', 'invalid_authoring_profile'), ('{"kind": "sow_draft"}', 'invalid_authoring_profile'),
  ('{"organization_id": "x"}', 'unknown_fields'), ('{}', 'no_changes')) as cases (changes, hint);
select is((select (name, version)::text from public.authoring_profiles join profile using (id)), '("Client readout",1)', 'the refusals leave the profile unchanged');
select is(pg_temp.save('lead', '{"rubric": "Be brief.", "standing_facts": ["Prices exclude VAT."]}', 1, id), 'ok', 'a lead changes the profile') from profile;
select is(pg_temp.save('lead', '{"rubric": "Be long."}', 1, id), 'OPSTA version_conflict', 'a change at an earlier version is refused') from profile;
select is((select (before ->> 'rubric' is not null, after ->> 'rubric', after ->> 'version')::text from public.audit_events where action = 'authoring_profile.updated'),
  '(t,"Be brief.",2)', 'the audit log contains the old and new values');
select is(pg_temp.save('lead', '{"key": "monthly", "name": "Monthly", "kind": "client_readout", "sections": [{"heading": "Summary"}]}', null),
  'OPDEN role_not_allowed', 'a lead cannot add a profile');
select is((select count(*)::int from public.authoring_profiles where key = 'monthly'), 0, 'a refused profile is not stored');
select is(pg_temp.save('admin', '{"key": "monthly", "name": "Monthly", "kind": "client_readout", "sections": [{"heading": "Summary"}]}', null), 'ok', 'an admin adds a profile');
select is(pg_temp.save('admin', '{"key": "monthly", "name": "Again", "kind": "client_readout", "sections": [{"heading": "Summary"}]}', null), 'OPSTA key_taken', 'a profile with the key of another one is refused');
select is(pg_temp.save('lead', '{"archived": true}', 2, id), 'ok', 'a lead archives a profile') from profile;
select * from finish();
rollback;
