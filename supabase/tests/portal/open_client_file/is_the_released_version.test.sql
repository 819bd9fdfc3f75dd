-- A client contact opens the released version of a deliverable's file, and no other file.
begin;
select plan(23);
select tests.two_agencies();
select tests.portals();
create temporary table file as
select tests.indexed_document('lead', 'guide.pdf') as released, tests.indexed_document('lead', 'margin.pdf') as internal,
  tests.queued_document('lead', 'draft.pdf') as unread;
update public.document_versions set sha256 = repeat('a', 64)
where document_id in (select released from file union all select internal from file);
create temporary table deliverable as
select tests.propose('lead', 'deliverable_release', jsonb_build_object('title', 'Guide', 'source_id', released)) as card,
  tests.propose('lead', 'deliverable_release', jsonb_build_object('title', 'Draft', 'source_id', unread)) as early
from file;
select is(tests.carry_out(card), 'executed', 'a lead releases a deliverable with a file') from deliverable;
select is(tests.carry_out(early), 'failed', 'the release of an unprocessed file fails') from deliverable;
select matches(execution_error, 'isn''t processed yet', 'a failed release states the reason') from public.approvals, deliverable where id = early;
select is(jsonb_path_query_first(tests.portal('client')::jsonb, '$.deliverables[*] ? (@.title == "Guide").file'), jsonb_build_object('name', 'guide.pdf', 'sha256', repeat('a', 64)),
  'the portal names the file of the deliverable');

create function pg_temp.open(name text, title text) returns text language plpgsql as $$
declare
  v_id constant uuid := (select id from public.deliverable_releases where deliverable_releases.title = open.title);
  v_ticket text;
begin
  perform tests.act_as_contact(name);
  v_ticket := public.open_client_file(v_id) ->> 'ticket';
  perform tests.act_as('owner');
  return v_ticket;
end;
$$;
create temporary table ticket as select pg_temp.open('client', 'Guide') as text;
select matches(tests.redeem_ticket(text), '/1/guide\.pdf$', 'the ticket of the client opens the file') from ticket;
select is(tests.contact_answer(name, format('select public.open_client_file(%L)', id)), 'OPNFD deliverable_not_found', name || ' does not find the deliverable')
from public.deliverable_releases, unnest(array['garden_contact', 'south_contact', 'empty_contact']) as name where title = 'Guide';
select is(tests.answer('member', format('select public.open_client_file(%L)', id)), 'OPDEN role_not_allowed', 'a member cannot open the file of a deliverable')
from public.deliverable_releases where title = 'Guide';
select is(tests.contact_answer('client', format('select public.open_client_file(%L)', id)), 'OPSTA no_file', 'a deliverable without a file has no file to open')
from public.deliverable_releases where title = 'deliverable_release of alpha';
select is(tests.contact_answer('client', format('select public.open_document(%L)', released)), 'OPDEN role_not_allowed', 'the client cannot open the document in the library') from file;
select is(tests.contact_answer('client', format('select public.open_client_file(%L)', internal)), 'OPNFD deliverable_not_found', 'the client cannot open the file by the id of its document') from file;

-- Each change happens after the ticket was created and is undone after the attempt.
create function pg_temp.after(change text, undo text) returns text language plpgsql as $$
declare v_answer text;
begin
  execute change;
  v_answer := tests.redeem_ticket(ticket.text) from ticket;
  execute undo;
  return v_answer;
end;
$$;
select is(pg_temp.after(
  $$ update public.sources set archived_at = now() where id = (select released from file) $$,
  $$ update public.sources set archived_at = null where id = (select released from file) $$), 'OPNFD link_not_valid', 'a ticket for an archived file is not valid');
select is(pg_temp.after(
  $$ update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha') $$,
  $$ update public.projects set account_id = tests.id('Harbour shop') where id = tests.id('alpha') $$), 'OPNFD link_not_valid',
  'a ticket for a project that moved to another client is not valid');
select is(pg_temp.after(
  $$ update public.people set client_id = tests.id('Garden') where id = tests.id('client') $$,
  $$ update public.people set client_id = tests.id('Harbour') where id = tests.id('client') $$), 'OPNFD link_not_valid',
  'a ticket of a contact who moved to another client is not valid');
select matches(tests.redeem_ticket(text), '/1/guide\.pdf$', 'the ticket is valid again after each change is undone') from ticket;
-- A deliverable is withdrawn and restored.
create function pg_temp.undo(card uuid) returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as('admin');
  v_id := public.propose_undo(card) #>> '{approval,id}';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
create temporary table back as select pg_temp.undo(card) as card from deliverable;
select is(tests.carry_out(card), 'executed', 'a lead withdraws the deliverable') from back;
select is(tests.redeem_ticket(text), 'OPNFD link_not_valid', 'a ticket for the file of a withdrawn deliverable is not valid') from ticket;
select is(tests.contact_answer('client', format('select public.open_client_file(%L)', id)), 'OPNFD deliverable_not_found', 'the file of a withdrawn deliverable cannot be opened')
from public.deliverable_releases where title = 'Guide';
select is(tests.carry_out(pg_temp.undo(card)), 'executed', 'a lead restores the deliverable') from back;
select matches(tests.redeem_ticket(text), '/1/guide\.pdf$', 'a ticket for the file of a restored deliverable is valid again') from ticket;
update public.sources set is_restricted = true where id = (select released from file);
select is(tests.redeem_ticket(text), 'OPNFD link_not_valid', 'a ticket for a restricted file is not valid') from ticket;
select unalike(tests.portal('client'), '%guide.pdf%', 'the portal does not show the deliverable of a restricted file');

select * from finish();
rollback;
