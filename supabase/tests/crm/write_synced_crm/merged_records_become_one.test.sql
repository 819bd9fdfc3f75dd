-- Failure 25 of syncs/twenty_five_failures: records that were merged in the CRM become one row, and their links move to it.
begin;
select plan(21);
select tests.two_agencies();
select tests.crm_and_files();
select tests.sync('companies', array[tests.company('C1'), tests.company('C2', changes => '{"name": "Harbour Ltd"}')]);
select tests.sync('contacts', array[tests.contact('P1'), tests.contact('P2')]);

select is(
  tests.counts(tests.sync('companies', array[tests.company('C2', '2', '{"name": "Harbour Ltd", "merged_external_ids": ["C1"]}')])),
  '{0,1,0,0,0,0}', 'the survivor of a merge is updated');
select is(client_id, tests.id('Harbour'), 'the survivor takes over the link') from private.crm_records where external_id = 'C2';
select is(
  (client_id is null) and merged_into_id = (select survivor.id from private.crm_records as survivor where survivor.external_id = 'C2'),
  true, 'the merged record loses the link') from private.crm_records where external_id = 'C1';
select is(count(*)::integer, 2, 'contacts of the merged company stay contacts of the client') from public.contacts
where client_id = tests.id('Harbour') and archived_at is null;
select is(
  tests.counts(tests.sync('contacts', array[tests.contact('P3', changes => '{"company_external_id": "C2"}'), tests.contact('P4')])),
  '{2,0,0,0,0,0}', 'contacts of the merged company and of the survivor are stored');
select is(count(*)::integer, 4, 'contacts of the merged company and of the survivor belong to the client') from public.contacts
where client_id = tests.id('Harbour') and archived_at is null;
select is(tests.to_review(), '{}'::text[], 'a merge leaves no record that waits for a person');
select is(
  tests.counts(tests.sync('companies', array[tests.company('C2', '2', '{"name": "Harbour Ltd", "merged_external_ids": ["C1"]}')], is_snapshot => true)),
  '{0,0,1,1,0,0}', 'a complete listing removes the merged record');
select is(client_id, tests.id('Harbour'), 'the survivor is still linked after that listing') from private.crm_records where external_id = 'C2';

-- The merged record is listed after the survivor.
select tests.sync('contacts', array[tests.contact('P1', '2', '{"merged_external_ids": ["P2", "P7"]}')]);
select tests.sync('contacts', array[tests.contact('P7')]);
select is(count(*)::integer, 1, 'merged records of a person are one contact, in whatever order they are listed') from public.contacts
where external_key in ('hubspot:P1', 'hubspot:P2', 'hubspot:P7') and archived_at is null;
select is(external_key, 'hubspot:P1', 'the contact of merged records has the id of the survivor') from public.contacts
where external_key in ('hubspot:P1', 'hubspot:P2', 'hubspot:P7') and archived_at is null;

-- Two merged companies are linked to different clients.
select tests.sync('companies', array[tests.company('C8', changes => '{"name": "Garden", "domain": "garden.test"}')]);
update private.crm_records set client_id = tests.id('Garden') where external_id = 'C8';
select tests.sync('companies', array[tests.company('C2', '3', '{"name": "Harbour Ltd", "merged_external_ids": ["C1", "C8"]}')]);
select is(client_id, tests.id('Harbour'), 'the survivor of two linked companies keeps its own client') from private.crm_records where external_id = 'C2';
select is(count(*)::integer, 2, 'a merge of two linked companies archives neither client') from public.clients
where organization_id = tests.id('North') and archived_at is null;
select is(tests.to_review(), array['Garden in Harbour Ltd'], 'a merge of two linked companies waits for a person');

-- A chain: the survivor is merged again.
select tests.sync('companies', array[tests.company('C9', changes => '{"name": "Harbour Group", "merged_external_ids": ["C2"]}')]);
select is(client_id, tests.id('Harbour'), 'the last survivor of a chain of merges takes over the link') from private.crm_records where external_id = 'C9';
select is(merged_into_id, (select last.id from private.crm_records as last where last.external_id = 'C9'),
  'every merged record names the last survivor') from private.crm_records where external_id = 'C1';
select is(count(*)::integer, 3, 'contacts of the first merged company stay contacts of the client') from public.contacts
where client_id = tests.id('Harbour') and archived_at is null;

-- A person dismissed one of two records.
select tests.sync('companies', array[
  tests.company('C20', changes => '{"name": "Duplicate"}'), tests.company('C21', changes => '{"name": "Original"}')]);
update private.crm_records set dismissed_at = now() where external_id = 'C20';
select tests.sync('companies', array[tests.company('C21', '2', '{"name": "Original", "merged_external_ids": ["C20"]}')]);
select is(dismissed_at, null, 'the merge of a dismissed duplicate does not dismiss the survivor') from private.crm_records where external_id = 'C21';
select ok('Original' = any (tests.to_review()), 'the survivor of a dismissed duplicate still waits for a person');
update private.crm_records set dismissed_at = now() where external_id = 'C21';
select tests.sync('companies', array[tests.company('C22', changes => '{"name": "Another"}')]);
select tests.sync('companies', array[tests.company('C21', '3', '{"name": "Original", "merged_external_ids": ["C20", "C22"]}')]);
select ok(dismissed_at is not null, 'the merge of an undecided duplicate leaves a dismissed survivor dismissed') from private.crm_records where external_id = 'C21';
select tests.sync('companies', array[tests.company('C21', '4', '{"name": "Original", "merged_external_ids": ["C20", "C22", "C9"]}')]);
select is(array[client_id::text, dismissed_at::text], array[tests.id('Harbour')::text, null],
  'a dismissed survivor that takes over a link is no longer dismissed') from private.crm_records where external_id = 'C21';

select * from finish();
rollback;
