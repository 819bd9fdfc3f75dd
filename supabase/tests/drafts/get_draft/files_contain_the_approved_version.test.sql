-- A file is created only from the approved version, under its own name.
begin;
select plan(11);
select tests.two_agencies();
update public.organizations set time_zone = 'Pacific/Auckland' where id = tests.id('North');
select tests.act_as('lead');
create temporary table packed as select public.build_evidence_pack(tests.id('alpha'), '2026-03-02', '2026-03-08', null, 'scope-summary') -> 'pack' as pack;
create temporary table card as select (public.propose_draft((select (pack ->> 'id')::uuid from packed), 'scope_summary',
  '{"title": "Scope of the shop", "sections": [{"heading": "In scope", "body": "All pages of the shop [1]."}, {"heading": "Out of scope", "body": "None."}]}', '{}')
  -> 'approval' ->> 'id')::uuid as id;
select tests.act_as('owner');
grant select on card to authenticated;
create function pg_temp.file(persona text) returns text language sql as $$
  select tests.answer(persona, format('select public.get_approved_draft(%L)', id)) from card
$$;
select is(pg_temp.file('lead'), 'OPSTA draft_not_approved', 'a pending draft has no file');
select tests.act_as('lead');
select public.edit_approval(id, '{"title": "Scope of the shop", "sections": [{"heading": "In scope", "body": "All pages [1]."}, {"heading": "Out of scope", "body": "None."}]}', 1) from card;
select tests.act_as('owner');
select tests.decide(id, 'lead') from card;
select is(pg_temp.file(persona), expected, format('%s who asks for the file of a draft gets %s', persona, expected))
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('other_admin', 'OPNFD draft_not_found'), ('lead', 'ok')) as cases (persona, expected);
select tests.act_as('lead');
create temporary table file as select public.get_approved_draft(id) as content from card;
select tests.act_as('owner');
select is(content ->> 'file_name', format('alpha scope %s v2', left(id::text, 8)), 'the file name contains the card and the version') from file, card;
select is(content -> 'sections' -> 0 ->> 'body', 'All pages.', 'the text of the file has no markers') from file;
select is(jsonb_array_length(content -> 'revisions'), 2, 'the revision history contains every version') from file;
-- Another draft with the same name, approved at a time that is already the next day in Auckland.
select tests.act_as('lead');
create temporary table second as select (public.propose_draft((select (pack ->> 'id')::uuid from packed), 'scope_summary',
  '{"title": "Scope of the shop", "sections": [{"heading": "In scope", "body": "All other pages."}, {"heading": "Out of scope", "body": "None."}]}', '{}')
  -> 'approval' ->> 'id')::uuid as id;
select tests.act_as('owner');
grant select on second to authenticated;
select tests.act_as('lead');
select public.edit_approval(id, '{"title": "Scope of the shop", "sections": [{"heading": "In scope", "body": "All of them."}, {"heading": "Out of scope", "body": "None."}]}', 1) from second;
select tests.act_as('owner');
select tests.decide(id, 'lead') from second;
alter table public.approvals disable trigger user;
update public.approvals set decided_at = '2026-03-10 20:00Z' where id = (select id from second);
alter table public.approvals enable trigger user;
alter table public.approval_versions disable trigger user;
update public.approval_versions set created_at = '2026-03-10 20:00Z' where approval_id = (select id from second);
alter table public.approval_versions enable trigger user;
select tests.act_as('lead');
create temporary table other_file as select public.get_approved_draft(id) as content from second;
select tests.act_as('owner');
select isnt(other_file.content ->> 'file_name', file.content ->> 'file_name', 'drafts with the same name and version have different files') from file, other_file;
select is(content ->> 'approved_on', '2026-03-11', 'the day of approval is that of the organization') from other_file;
select is(content -> 'revisions' -> 0 ->> 'written_on', '2026-03-11', 'the day of a revision is that of the organization') from other_file;
select * from finish();
rollback;
