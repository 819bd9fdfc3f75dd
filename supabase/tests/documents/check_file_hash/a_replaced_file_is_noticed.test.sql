-- The secret key can overwrite a file in Storage. The new content cannot be opened, cited or released.
begin;
select plan(24);
select tests.two_agencies();
create temporary table fixtures as select tests.indexed_document('member', 'brief.pdf') as id;
grant select on fixtures to public;
create function pg_temp.check_hash(sha256 text) returns boolean language plpgsql as $$
declare v_answer boolean;
begin
  perform tests.act_as('service');
  v_answer := public.check_file_hash((select id from fixtures), 1, sha256);
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
create function pg_temp.finding_count() returns bigint language sql as $$
  select count(*) from private.organization_findings(tests.id('North')) as finding where finding.code = 'document_file_changed'
$$;

select is(pg_temp.check_hash(repeat('a', 64)), true, 'the first hash is recorded');
select is((select sha256 from public.document_versions), repeat('a', 64), 'the version stores the first hash');
select is(pg_temp.check_hash(repeat('a', 64)), true, 'the same bytes match');
select is(pg_temp.finding_count(), 0::bigint, 'matching bytes produce no finding');
select is(pg_temp.check_hash(repeat('b', 64)), false, 'other bytes do not match');
select is((select sha256 from public.document_versions), repeat('a', 64), 'other bytes do not change the hash');
select is(tests.open_document('member', (select id from fixtures)), 'OPSTA file_changed', 'no one can open a file whose bytes do not match');
select is(pg_temp.finding_count(), 1::bigint, 'a file whose bytes do not match is a finding');
select is((select count(*)::int from public.audit_events where action = 'document.file_changed'), 1, 'a mismatch records one audit event');
select is(pg_temp.check_hash(repeat('c', 64)), false, 'a second check of other bytes does not match');
select is((select count(*)::int from public.audit_events where action = 'document.file_changed'), 1, 'a second mismatch records no second event');
select is(pg_temp.check_hash(repeat('a', 64)), true, 'the original bytes match after a mismatch');
select is(pg_temp.finding_count(), 0::bigint, 'matching bytes end the finding');
select is(pg_temp.check_hash(null), false, 'a missing file does not match');
select is(pg_temp.check_hash(repeat('a', 64)), true, 'a file that is restored matches');

-- The row of the object in Storage shows a change before the bytes are read.
create temporary table card as select
  tests.propose('member', 'task_create', '{"title": "Send it"}', 'alpha',
    jsonb_build_array(jsonb_build_object('role', 'evidence', 'source_id', id, 'quote', 'Passage 0 of brief.pdf'))) as cites,
  tests.propose('member', 'deliverable_release', jsonb_build_object('title', 'Brief', 'source_id', id)) as releases
from fixtures;
select is(tests.reasons(cites) || tests.reasons(releases), '', 'a card can cite and release the file') from card;
update storage.objects set metadata = metadata || '{"eTag": "another"}' where bucket_id = 'documents';
select is(pg_temp.finding_count(), 1::bigint, 'an overwritten object is a finding');
select is(tests.open_document('member', (select id from fixtures)), 'OPSTA file_changed', 'no one can open an overwritten object');
select is(tests.reasons(cites), 'source_changed', 'a card that cites an overwritten file is not ready') from card;
select is(tests.reasons(releases), 'file_changed', 'a card that releases an overwritten file is not ready') from card;
select is(tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', releases)), 'OPSTA draft_not_ready',
  'an overwritten file is not released') from card;
delete from storage.objects where bucket_id = 'documents';
select is(tests.reasons(releases), 'file_changed', 'a deleted object counts as a changed file') from card;
select is(tests.answer(persona, format('select public.check_file_hash(%L, 1, %L)', id, repeat('b', 64))), '42501', persona || ' cannot report a hash')
from fixtures, unnest(array['lead', 'anonymous']) as persona;
select * from finish();
rollback;
