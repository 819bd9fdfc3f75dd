-- The inbox can be sorted by stakes or due date and searched. Counts have a limit.
begin;
select plan(24);
select tests.two_agencies();
select tests.sources();
create temporary table card as select name, tests.propose('lead', kind::public.approval_kind, payload::jsonb, project) as id
from (values
  ('email', 'email_draft', '{"to": ["a@b.example"], "subject": "Refund form", "body": "Hello"}', 'alpha'),
  ('rule', 'prompt_update', '{"rule": "Be brief."}', null),
  ('late task', 'task_create', '{"title": "Renew the certificate", "due_on": "2026-05-04"}', 'beta'),
  ('task', 'task_create', '{"title": "Call the printer"}', 'alpha'),
  ('early task', 'task_create', '{"title": "Order invoices", "due_on": "2026-02-03"}', 'alpha'),
  ('update', 'weekly_update', '{"week_of": "2026-03-02", "headline": "On track", "body": "All done."}', 'alpha'),
  ('event', 'calendar_event_create', '{"summary": "Kickoff", "starts_at": "2026-03-02T09:00:00Z", "ends_at": "2026-03-02T10:00:00Z", "time_zone": "UTC"}', 'alpha'),
  ('free change', 'scope_change', '{"title": "French", "description": "The site in French."}', 'alpha'),
  ('paid change', 'scope_change', '{"title": "German", "description": "The site in German.", "amount_change": 900}', 'alpha')
) as cases (name, kind, payload, project);
grant select on card to public;
create function pg_temp.all_pages(sort text, size integer default 100, more text default '') returns text language plpgsql as $$
declare
  v_inbox jsonb;
  v_names text[] := '{}';
begin
  perform tests.act_as('lead');
  loop
    execute format('select public.get_inbox(page_size => %s, cursor => %L, sort => %L %s)', size, v_inbox ->> 'next_cursor', sort, more)
    into v_inbox;
    v_names := v_names || array(select card.name from jsonb_array_elements(v_inbox -> 'cards') with ordinality as items (one, number)
      join card on card.id::text = one #>> '{approval,id}' order by number);
    exit when v_inbox ->> 'next_cursor' is null or cardinality(v_names) > 20;
  end loop;
  perform tests.act_as('owner');
  return array_to_string(v_names, ', ');
end;
$$;

select is(pg_temp.all_pages('stakes', size),
  'paid change, free change, event, update, rule, early task, late task, task, email',
  format('stakes sort before external, portal, prompt, record and money, then the due date, in pages of %s', size))
from unnest(array[1, 2, 4, 100]) as size;
select is(pg_temp.all_pages('due', size),
  'early task, event, late task, paid change, free change, update, rule, task, email',
  format('cards sort by due date, then by stakes, and cards without a date come last, in pages of %s', size)) from unnest(array[1, 2, 4, 100]) as size;
select is(pg_temp.all_pages('oldest', 3), (select string_agg(name, ', ' order by created_at, id) from card join public.approvals using (id)),
  'cards can be sorted by age');
select is(tests.answer('lead', format('select public.edit_approval(%L, ''{"title": "Call the printer", "due_on": "2026-01-02"}'', 1)', id)), 'ok',
  'a card gets a due date') from card where name = 'task';
select is(split_part(pg_temp.all_pages('due'), ',', 1), 'task', 'a card that gets a due date moves in the order by due date');

-- A cursor is valid only for its own order.
create temporary table cursor_of (sort text, cursor text);
grant all on cursor_of to public;
select tests.act_as('lead');
insert into cursor_of select sort, public.get_inbox(page_size => 1, sort => sort::public.inbox_sort) ->> 'next_cursor'
from unnest(array['stakes', 'due', 'oldest']) as sort;
select tests.act_as('owner');
select is(tests.answer('lead', format('select public.get_inbox(cursor => %L, sort => %L)', cursor_of.cursor, other_sort)), 'OPINV invalid_cursor',
  format('a cursor of the order %s is refused for the order %s', sort, other_sort))
from cursor_of, unnest(array['stakes', 'due', 'oldest']) as other_sort where other_sort <> sort;

-- Search in titles and names of projects.
select is(pg_temp.all_pages('stakes', 2, format(', q => %L', q)), expected, format('a search for %L finds its cards', q))
from (values
  ('REFUND', 'email'), ('invoces', 'early task'), ('beta', 'late task'), ('nothing like it', '')
) as cases (q, expected);
select is(tests.answer('lead', format('select public.get_inbox(q => %L)', repeat('a', 201))), 'OPINV invalid_query', 'a query has at most 200 characters');
select tests.act_as('member2');
select is(jsonb_array_length(public.get_inbox(q => 'refund') -> 'cards'), 0, 'a search finds nothing outside the projects of a member');
select tests.act_as('owner');

-- Counts end at 1000.
insert into public.approvals (organization_id, kind, project_id, title, payload, proposer, proposed_by)
select tests.id('North'), 'task_create', tests.id('alpha'), 'Copy', '{"title": "Copy"}', 'person', tests.id('lead')
from generate_series(1, 1000);
select tests.act_as('lead');
select is(public.get_inbox(page_size => 1) #> '{counts}',
  '{"pending": 1000, "approved": 0, "executing": 0, "failed": 0, "unknown": 0, "decidable": 999}',
  'counts stop at 1000 pending cards, of which a lead decides all but one');

select * from finish();
rollback;
