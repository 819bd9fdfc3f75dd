-- A file is created only from the approved version, under its own name.
begin;
select plan(8);
select tests.two_agencies();
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
select is(content ->> 'file_name', 'alpha scope v2', 'the file name contains the version') from file;
select is(content -> 'sections' -> 0 ->> 'body', 'All pages.', 'the text of the file has no markers') from file;
select is(jsonb_array_length(content -> 'revisions'), 2, 'the revision history contains every version') from file;
select * from finish();
rollback;
