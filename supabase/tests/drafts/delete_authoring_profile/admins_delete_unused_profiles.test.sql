-- An admin can delete a profile without evidence packs, at the version that they saw.
begin;
select plan(14);
select tests.two_agencies();
create temporary table profile as select id from public.authoring_profiles where organization_id = tests.id('North') and key = 'client-readout';
create function pg_temp.remove(persona text, of_profile uuid, version text default '1') returns text language sql as $$
  select tests.answer(persona, format('select public.delete_authoring_profile(%L, %s)', of_profile, version))
$$;
select is(pg_temp.remove(persona, id), expected, format('%s who deletes a profile gets %s', persona, expected))
from profile, (values ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'),
                      ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD profile_not_found'), ('service', '42501')) as cases (persona, expected);
select is(pg_temp.remove('admin', id, '7'), 'OPSTA version_conflict', 'deleting a profile at another version is refused') from profile;
select is((select (name, version)::text from public.authoring_profiles join profile using (id)), '("Client readout",1)', 'the refusals leave the profile unchanged');

select tests.act_as('lead');
select public.build_evidence_pack(tests.id('alpha'), '2026-03-02', '2026-03-08', null, 'statement-of-work');
select tests.act_as('owner');
select is(pg_temp.remove('admin', id), 'OPSTA profile_in_use', 'a profile with an evidence pack cannot be deleted')
from public.authoring_profiles where organization_id = tests.id('North') and key = 'statement-of-work';
select is((select count(*)::int from public.authoring_profiles where organization_id = tests.id('North')), 3, 'the refusals delete no profile');

select is(pg_temp.remove('admin', id), 'ok', 'an admin deletes an unused profile') from profile;
select is((select count(*)::int from public.authoring_profiles join profile using (id)), 0, 'the deleted profile no longer exists');
select is((select (before ->> 'key', after is null)::text from public.audit_events where action = 'authoring_profile.deleted'), '(client-readout,t)',
  'the audit log contains the fields of the deleted profile');
select is(pg_temp.remove('admin', id), 'OPNFD profile_not_found', 'a deleted profile is not found') from profile;
select * from finish();
rollback;
