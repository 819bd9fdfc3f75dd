-- A ticket opens one version of a file for one person, for a minute, as long as they can see the file.
begin;
select plan(25);
select tests.two_agencies();
create temporary table fixtures as
  select tests.indexed_document('member', 'brief.pdf') as brief, tests.indexed_document('lead', 'sow.pdf', 'alpha', 'sow') as sow;
grant select on fixtures to public;
create temporary table ticket as
select name, tests.open_document(persona, case document when 'sow' then sow else brief end) as text
from fixtures, (values ('member', 'member', 'brief'), ('lead', 'lead', 'brief'), ('sow', 'lead', 'sow'), ('late', 'member', 'brief')) as cases (name, persona, document);
grant select on ticket to public;
create function pg_temp.opens(name text) returns text language sql as $$
  select tests.redeem_ticket(ticket.text) from ticket where ticket.name = opens.name
$$;

select matches(text, '^[0-9a-f]{64}$', 'opening a document creates a ticket for ' || name) from ticket;
select is(count(distinct text)::int, 4, 'each ticket is different') from ticket;
select is((select count(*)::int from private.download_tickets, ticket where ticket_hash::text like '%' || ticket.text || '%'), 0, 'only hashes of tickets are stored');
select ok(bool_and(expires_at <= clock_timestamp() + interval '60 seconds' and expires_at > clock_timestamp()), 'a ticket is valid for at most a minute')
from private.download_tickets;
select matches(pg_temp.opens('member'), '/1/brief\.pdf$', 'a ticket opens its file');
select matches(pg_temp.opens('member'), '/1/brief\.pdf$', 'a ticket opens its file again within its minute');
select is(tests.redeem_ticket(text), 'OPNFD link_not_valid', 'an unknown ticket opens no file') from unnest(array['', repeat('0', 64), null]) as text;
select is(tests.answer(persona, format('select public.redeem_ticket(%L)', (select text from ticket where name = 'lead'))), '42501', persona || ' cannot redeem a ticket')
from unnest(array['member', 'lead', 'admin', 'anonymous']) as persona;

update private.download_tickets set expires_at = clock_timestamp()
where ticket_hash = (select sha256(convert_to(text, 'UTF8')) from ticket where name = 'late');
select is(pg_temp.opens('late'), 'OPNFD link_not_valid', 'an expired ticket opens no file');

-- Each change happens after the ticket was created and is undone after the attempt.
create function pg_temp.after(change text, name text, undo text) returns text language plpgsql as $$
declare v_answer text;
begin
  execute change;
  v_answer := pg_temp.opens(name);
  execute undo;
  return v_answer;
end;
$$;
select is(pg_temp.after(
  $$ update public.sources set is_restricted = true where id = (select brief from fixtures) $$, 'member',
  $$ update public.sources set is_restricted = false where id = (select brief from fixtures) $$),
  'OPNFD link_not_valid', 'a member''s ticket opens no file once the document is restricted');
select is(pg_temp.after(
  $$ update public.sources set archived_at = now() where id = (select brief from fixtures) $$, 'lead',
  $$ update public.sources set archived_at = null where id = (select brief from fixtures) $$),
  'OPNFD link_not_valid', 'a ticket opens no file once the document is archived');
select is(pg_temp.after(
  $$ delete from public.project_members where person_id = tests.id('member') $$, 'member',
  $$ insert into public.project_members (organization_id, project_id, person_id)
     values (tests.id('North'), tests.id('alpha'), tests.id('member')) $$),
  'OPNFD link_not_valid', 'a ticket opens no file once its person leaves the project');
select is(pg_temp.after(
  $$ update public.people set role = 'member' where id = tests.id('lead') $$, 'sow',
  $$ update public.people set role = 'lead' where id = tests.id('lead') $$),
  'OPNFD link_not_valid', 'a ticket for a statement of work opens no file once its person is no longer a lead');
select matches(pg_temp.opens('sow'), '/1/sow\.pdf$', 'a ticket for a statement of work opens for a lead');
update public.people set archived_at = now(), user_id = null where id = tests.id('lead');
select is(pg_temp.opens('lead'), 'OPNFD link_not_valid', 'a ticket opens no file once its person is offboarded');
select matches(pg_temp.opens('member'), '/1/brief\.pdf$', 'tickets of other people still open');

-- Expired tickets are deleted when their person creates the next one.
select tests.open_document('member', (select brief from fixtures)) is not null as again;
select is((select count(*)::int from private.download_tickets where expires_at <= clock_timestamp()), 0, 'a new ticket deletes the expired ones of its person');
select * from finish();
rollback;
