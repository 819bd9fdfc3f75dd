-- A file opens for people who see its document. All other callers get the same refusal.
begin;
select plan(19);
select tests.two_agencies();
create temporary table fixtures as
  select tests.indexed_document('member', 'brief.pdf') as brief,
         tests.indexed_document('lead', 'contract.pdf', 'alpha', 'contract') as contract,
         tests.indexed_document('other_admin', 'paper.pdf', 'delta') as paper,
         (tests.upload('member', 'awaited.pdf') ->> 'document_id')::uuid as awaited;
grant select on fixtures to public;

create function pg_temp.file(persona text, document uuid, version integer default null) returns text language plpgsql as $$
declare v_ticket constant text := tests.open_document(persona, document, version);
begin
  return case when v_ticket ~ '^[0-9a-f]{64}$' then tests.redeem_ticket(v_ticket) else v_ticket end;
end;
$$;

select is(pg_temp.file('member', (select brief from fixtures)), (select format('%s/%s/1/brief.pdf', tests.id('North'), brief) from fixtures),
  'a member of the project opens the document');
select is(pg_temp.file('lead', (select contract from fixtures)), (select format('%s/%s/1/contract.pdf', tests.id('North'), contract) from fixtures),
  'a lead opens a contract');
select is(pg_temp.file(persona, document), expected, format('%s who cannot open a document gets %s', persona, expected))
from fixtures, lateral (values
  ('client', brief, 'OPDEN role_not_allowed'), ('outsider', brief, 'OPDEN no_membership'), ('anonymous', brief, '42501 '),
  ('service', brief, '42501 '), ('member2', brief, 'OPNFD document_not_found'), ('member', contract, 'OPNFD document_not_found'),
  ('member2', contract, 'OPNFD document_not_found'), ('lead', paper, 'OPNFD document_not_found'),
  ('other_admin', contract, 'OPNFD document_not_found'), ('lead', tests.id('nothing'), 'OPNFD document_not_found'),
  ('member', awaited, 'OPSTA not_uploaded')) as cases (persona, document, expected);

-- Versions.
create temporary table second as select tests.upload('lead', 'second.pdf', document => (select brief from fixtures)) as answer;
select is(pg_temp.file('member', (select brief from fixtures)), (select format('%s/%s/1/brief.pdf', tests.id('North'), brief) from fixtures),
  'an awaited upload does not replace the file');
select is(pg_temp.file('member', (select brief from fixtures), 2), 'OPSTA not_uploaded', 'an awaited upload cannot be opened');
select is(pg_temp.file('member', (select brief from fixtures), 3), 'OPNFD version_not_found', 'an unknown version cannot be opened');
select tests.put_file((select answer ->> 'path' from second));
update public.document_versions set status = 'queued' where version = 2;
select is(pg_temp.file('member', (select brief from fixtures)), (select answer ->> 'path' from second), 'the latest uploaded version opens by default');
select is(pg_temp.file('member', (select brief from fixtures), 1), (select format('%s/%s/1/brief.pdf', tests.id('North'), brief) from fixtures),
  'an earlier version opens on request');
update public.sources set archived_at = now() where id = (select brief from fixtures);
select is(pg_temp.file('lead', (select brief from fixtures)), 'OPSTA document_archived', 'no one can open an archived document');

select * from finish();
rollback;
