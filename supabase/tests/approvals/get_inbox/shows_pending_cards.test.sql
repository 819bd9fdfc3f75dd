-- The inbox lists pending cards that the caller can see, oldest first, page by page, with the permitted actions.
begin;
select plan(62);
select tests.two_agencies();
select tests.sources();

-- Seven cards, each a second after the one before. c5 cites the contract, c6 belongs to beta, and c7 has no project.
create temporary table card as select name, tests.propose(persona, kind::public.approval_kind, payload::jsonb, project, citations) as id
from (values
  ('c1', 'member', 'task_create', '{"title": "c1"}', 'alpha', '[]'::jsonb),
  ('c2', 'lead', 'scope_flag', '{"title": "c2", "description": "a", "severity": "low"}', 'alpha', jsonb_build_array(tests.cite('brief'))),
  ('c3', 'member', 'task_create', '{"title": "c3"}', 'alpha', '[]'),
  ('c4', 'member', 'task_create', '{"title": "c4"}', 'shared', '[]'),
  ('c5', 'lead', 'task_create', '{"title": "c5"}', 'alpha', jsonb_build_array(tests.cite('contract'))),
  ('c6', 'lead', 'task_create', '{"title": "c6"}', 'beta', '[]'),
  ('c7', 'lead', 'prompt_update', '{"rule": "c7"}', null, '[]')
) as cases (name, persona, kind, payload, project, citations);
grant select on card to public;
-- Two cards share an instant, so that a page can end between them.
alter table public.approvals disable trigger tg_approvals__guard_states;
update public.approvals set created_at = '2026-01-01'::timestamptz + case when name = 'c3' then 2 else substr(name, 2)::int end * interval '1 second'
from card where card.id = approvals.id;
alter table public.approvals enable always trigger tg_approvals__guard_states;

create function pg_temp.names(inbox jsonb) returns text language sql as $$
  select coalesce(string_agg(coalesce(card ->> 'title', card ->> 'rule'), ' ' order by number), '')
  from jsonb_array_elements(inbox -> 'cards') with ordinality as entries (item, number), lateral (select item #> '{approval,payload}') as p (card)
$$;
create function pg_temp.inbox(persona text, arguments text default '') returns jsonb language plpgsql as $$
declare
  v_inbox jsonb;
begin
  perform tests.act_as(persona);
  execute format('select public.get_inbox(%s)', arguments) into v_inbox;
  perform tests.act_as('owner');
  return v_inbox;
end;
$$;
create function pg_temp.card(persona text, name text) returns jsonb language sql as $$
  select pg_temp.inbox(persona, quote_literal(id)) #> '{cards,0}' from card where card.name = card.name and card.name = $2
$$;
create temporary table ordered as
  select string_agg(name, ' ' order by created_at, id) as all_names,
         string_agg(name, ' ' order by created_at, id) filter (where name in ('c1', 'c2', 'c3', 'c4')) as own_names
  from card join public.approvals using (id);

select is(pg_temp.names(pg_temp.inbox(persona)), all_names, persona || ' sees all pending cards of the organization') from ordered, unnest(array['admin', 'lead']) as persona;
select is(pg_temp.names(pg_temp.inbox('member')), own_names, 'a member sees the unrestricted cards of their projects') from ordered;
select is(pg_temp.names(pg_temp.inbox('member2')), 'c4 c6', 'another member sees the cards of their own projects');
select is(pg_temp.names(pg_temp.inbox('other_admin')), '', 'another organization sees no cards');
select is(pg_temp.inbox('other_admin') -> 'counts', '{"pending": 0, "approved": 0, "executing": 0, "failed": 0, "unknown": 0, "decidable": 0}', 'another organization counts no cards');
select is(pg_temp.inbox('lead') #>> '{counts,pending}', '7', 'a lead counts all cards');
select is(pg_temp.inbox('member') #>> '{counts,pending}', '4', 'a member counts the cards that they see');
select matches(tests.answer(persona, 'select public.get_inbox()'), '^OPDEN', persona || ' has no inbox') from unnest(array['client', 'outsider']) as persona;
select is(tests.answer(persona, 'select public.get_inbox()'), '42501', persona || ' cannot call get_inbox') from unnest(array['anonymous', 'service']) as persona;

-- Pages.
create function pg_temp.all_pages(persona text, size integer) returns text language plpgsql as $$
declare
  v_inbox jsonb;
  v_names text[] := '{}';
begin
  loop
    v_inbox := pg_temp.inbox(persona, format('page_size => %s, cursor => %L', size, v_inbox ->> 'next_cursor'));
    v_names := v_names || pg_temp.names(v_inbox);
    exit when v_inbox ->> 'next_cursor' is null or cardinality(v_names) > 10;
  end loop;
  return array_to_string(v_names, ' ');
end;
$$;
select is(pg_temp.all_pages('lead', size), all_names, format('a lead gets every card once in pages of %s', size)) from ordered, unnest(array[1, 2, 3, 6, 7, 8]) as size;
select is(pg_temp.all_pages('member', 2), own_names, 'a member gets every card once in pages of two') from ordered;
select is(pg_temp.inbox('lead', 'page_size => 7') ->> 'next_cursor', null, 'the last page has no next cursor');
select is(jsonb_array_length(pg_temp.inbox('lead', 'page_size => ' || size) -> 'cards'), expected, format('a page size of %s is clamped to the valid range', size))
from (values ('0', 1), ('-1', 1), ('1000000', 7), ('null', 7)) as cases (size, expected);
select is(tests.answer('lead', format('select public.get_inbox(cursor => %L)', cursor)), 'OPINV invalid_cursor', 'an invalid cursor is refused: ' || cursor)
from unnest(array['', 'x', '!!', encode('a b', 'base64'), encode('1 2', 'base64'), encode(convert_to('99999999999999999999 ' || gen_random_uuid(), 'UTF8'), 'base64'), encode('\xff', 'base64')]) as cursor;

-- A filter narrows the list but not the counts.
select is(pg_temp.names(pg_temp.inbox('lead', 'kind => ''scope_flag''')), 'c2', 'a filter lists the cards of one kind');
select is(pg_temp.names(pg_temp.inbox('lead', format('project_id => %L', tests.id('shared')))), 'c4', 'a filter lists the cards of one project');
select is(pg_temp.names(pg_temp.inbox('member', format('project_id => %L', tests.id('beta')))), '', 'a filter for a project outside the scope lists no cards');
select is(pg_temp.inbox('lead', 'kind => ''scope_flag''') #>> '{counts,pending}', '7', 'a filter does not change the counts');

-- A single card, whatever its status, with its history.
select is(tests.answer('lead', format('select public.reject_approval(%L, ''Too early'')', id)), 'ok', 'a lead rejects a card') from card where name = 'c1';
select is(pg_temp.names(pg_temp.inbox('lead', 'page_size => 1')) in ('c2', 'c3'), true, 'a decided card leaves the inbox');
select is(pg_temp.inbox('lead', quote_literal(id)) #>> '{cards,0,approval,status}', 'rejected', 'a decided card can still be read') from card where name = 'c1';
select is(jsonb_path_query_array(pg_temp.inbox('member', quote_literal(id)), '$.cards[0].events[*].type'), '["proposed", "rejected"]',
  'an opened card has its history') from card where name = 'c1';
select is(pg_temp.inbox('member', quote_literal(id)) #>> '{cards,0,versions,0,payload,title}', 'c1', 'an opened card has its versions') from card where name = 'c1';
select is(pg_temp.inbox('lead') #> '{cards,0,events}', null, 'a page leaves out the histories');
select is(tests.answer(persona, format('select public.get_inbox(%L)', id)), 'OPNFD approval_not_found', format('%s does not see %s', persona, name))
from card, unnest(array['member', 'other_admin']) as persona where name in ('c5', 'c6', 'c7') and (persona, name) <> ('other_admin', 'c5');
select is(tests.answer('lead', format('select public.get_inbox(%L)', tests.id('nobody'))), 'OPNFD approval_not_found', 'an unknown id has no card');

-- The permitted actions.
create function pg_temp.may(persona text, name text) returns text language sql as $$
  select concat_ws(' ', (select string_agg(action, ' ' order by number) from jsonb_array_elements_text(one -> 'allowed_actions')
    with ordinality as entries (action, number)), '|', one ->> 'refusal')
  from (select pg_temp.card(persona, name)) as cards (one)
$$;
select is(pg_temp.may(persona, name), expected, format('%s gets the permitted actions of %s: %s', persona, name, expected))
from (values
  ('lead', 'c3', 'approve approve_and_execute reject edit |'), ('admin', 'c2', 'approve approve_and_execute reject edit |'),
  ('member', 'c3', '| role_not_allowed'), ('lead', 'c1', '|'), ('lead', 'c7', '| prompt_owner_only')
) as cases (persona, name, expected);
insert into public.organization_settings (organization_id, forbids_self_approval) values (tests.id('North'), true);
select is(pg_temp.may('lead', 'c2'), 'edit | self_approval_forbidden', 'the proposer cannot approve a card where self-approval is forbidden');
select is(pg_temp.may('admin', 'c2'), 'approve approve_and_execute reject edit |', 'a person who did not propose a card can approve it where self-approval is forbidden');
delete from public.passages where source_id = tests.id('brief');
select is(pg_temp.may('admin', 'c2'), 'reject edit |', 'a card that is not ready cannot be approved');
select is(pg_temp.card('admin', 'c2') #>> '{freshness,evidence_changed}', 'true', 'the card reports that its evidence changed');
select is(pg_temp.card('admin', 'c2') #>> '{readiness,0,code}', 'citation_missing', 'a card that is not ready reports the reason');
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'ok', 'a lead approves a card') from card where name = 'c3';
select is(pg_temp.may('lead', 'c3'), 'execute edit |', 'an approved card can be executed or edited');
select is(tests.answer('lead', format('select public.execute_approval(%L)', id)), 'ok', 'a lead requests the execution of an approved card') from card where name = 'c3';
select is(pg_temp.may('lead', 'c3'), 'edit |', 'a card whose execution is requested cannot be executed again');
select is(pg_temp.inbox('lead') #> '{counts}', '{"pending": 5, "approved": 1, "executing": 0, "failed": 0, "unknown": 0, "decidable": 1}', 'the counts change with each decision');

select * from finish();
rollback;
