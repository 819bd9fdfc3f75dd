-- The file of a request opens for contacts of its client, admins and leads, as long as they may see it.
begin;
select plan(29);
select tests.two_agencies();
select tests.portals();
insert into auth.users (id, email, email_confirmed_at) values (tests.id('client2 user'), 'client2@tests.test', now());
insert into public.people (id, organization_id, user_id, email, name, role, is_employee, client_id)
values (tests.id('client2'), tests.id('North'), tests.id('client2 user'), 'client2@tests.test', 'client2', 'client', false, tests.id('Harbour'));
create function pg_temp.upload(name text) returns uuid language plpgsql as $$
declare v_upload jsonb;
begin
  perform tests.act_as_contact('client');
  v_upload := public.create_request_upload(tests.id('alpha'), upload.name, 'application/pdf', 1000, repeat('a', 64));
  perform tests.act_as('owner');
  perform tests.put_file(v_upload ->> 'path');
  return (v_upload ->> 'file_id')::uuid;
end;
$$;
create temporary table file as select pg_temp.upload('a.pdf') as sent, pg_temp.upload('b.pdf') as unsent;
grant select on file to public;
select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''Look'', array[%L]::uuid[])', tests.id('alpha'), sent)), 'ok', 'the client sends a file') from file;

select is(tests.contact_answer(name, format('select public.open_request_file(%L)', sent)), expected, format('%s who opens a sent file gets %s', name, expected))
from file, (values ('client', 'ok'), ('client2', 'ok'), ('garden_contact', 'OPNFD request_file_not_found'),
  ('south_contact', 'OPNFD request_file_not_found'), ('empty_contact', 'OPNFD request_file_not_found')) as cases (name, expected);
select is(tests.answer(persona, format('select public.open_request_file(%L)', sent)), expected, format('%s who opens a sent file gets %s', persona, expected))
from file, (values ('admin', 'ok'), ('lead', 'ok'), ('member', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'),
  ('other_admin', 'OPNFD request_file_not_found'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, expected);
select is(tests.contact_answer('client', format('select public.open_request_file(%L)', unsent)), 'OPNFD request_file_not_found', 'an unsent file cannot be opened, not even by its uploader') from file;
select is(tests.answer('lead', format('select public.open_request_file(%L)', unsent)), 'OPNFD request_file_not_found', 'a lead cannot open an unsent file') from file;
select is(tests.answer('lead', format('select public.open_document(%L)', sent)), 'OPNFD document_not_found', 'a sent file is not a document of the library') from file;
select is((select count(*)::int from private.download_tickets where document_id is null), 4, 'a refusal creates no ticket');

create function pg_temp.ticket(contact text) returns text language plpgsql as $$
declare v_ticket text;
begin
  if contact = 'lead' then perform tests.act_as('lead'); else perform tests.act_as_contact(contact); end if;
  v_ticket := public.open_request_file((select sent from file)) ->> 'ticket';
  perform tests.act_as('owner');
  return v_ticket;
end;
$$;
create temporary table ticket as select pg_temp.ticket('client') as client, pg_temp.ticket('lead') as lead;
select matches(tests.redeem_ticket(client), '/1/a\.pdf$', 'the ticket of the client opens the file') from ticket;
select matches(tests.redeem_ticket(lead), '/1/a\.pdf$', 'the ticket of a lead opens the file') from ticket;

-- Each change happens after the ticket was created and is undone after the attempt.
create function pg_temp.after(change text, undo text) returns text language plpgsql as $$
declare v_answer text;
begin
  execute change;
  v_answer := tests.redeem_ticket(ticket.client) from ticket;
  execute undo;
  return v_answer;
end;
$$;
select is(pg_temp.after(change, undo), 'OPNFD link_not_valid', 'a ticket is no longer valid when ' || what)
from (values
  ('the contact is offboarded', $$ update public.people set archived_at = now(), user_id = null where id = tests.id('client') $$,
    $$ update public.people set archived_at = null, user_id = tests.id('client user') where id = tests.id('client') $$),
  ('the project moves to another client', $$ update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha') $$,
    $$ update public.projects set account_id = tests.id('Harbour shop') where id = tests.id('alpha') $$),
  ('the project is archived', $$ update public.projects set archived_at = now() where id = tests.id('alpha') $$,
    $$ update public.projects set archived_at = null where id = tests.id('alpha') $$),
  ('the client is archived', $$ update public.clients set archived_at = now() where id = tests.id('Harbour') $$,
    $$ update public.clients set archived_at = null where id = tests.id('Harbour') $$),
  ('the contact moves to another client', $$ update public.people set client_id = tests.id('Garden') where id = tests.id('client') $$,
    $$ update public.people set client_id = tests.id('Harbour') where id = tests.id('client') $$)) as cases (what, change, undo);
select matches(tests.redeem_ticket(client), '/1/a\.pdf$', 'a ticket is valid again after each change is undone') from ticket;

-- Bytes that differ from those of the client cannot be opened.
select is(private.check_file_hash(sent, 1, repeat('a', 64)), true, 'the announced hash matches the file') from file;
select is(private.check_file_hash(sent, 1, repeat('b', 64)), false, 'another hash does not match the file') from file;
update storage.objects set metadata = '{"size": 1000, "eTag": "other"}' where name like '%/a.pdf';
select is(tests.redeem_ticket(lead), 'OPSTA file_changed', 'a ticket for an overwritten file is refused') from ticket;
select is(tests.contact_answer('client', format('select public.open_request_file(%L)', sent)), 'OPSTA file_changed', 'the client cannot open an overwritten file') from file;

select * from finish();
rollback;
