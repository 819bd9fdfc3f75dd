-- A lead reads the complete trail of an update: its pack, versions, statements, decision, publication and first reading.
begin;
select plan(13);
select tests.two_agencies();
select tests.act_as('lead');
create temporary table packed as select public.build_evidence_pack(tests.id('alpha'), '2026-03-02', '2026-03-08') -> 'pack' as pack;
create temporary table card as select (public.propose_draft((select (pack ->> 'id')::uuid from packed), 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well. The budget is EUR 9000."}', '{}') -> 'approval' ->> 'id')::uuid as id;
select public.set_author_statement(id, 1, 'The budget is EUR 9000.') from card;
select tests.act_as('owner');
grant select on card to authenticated;
select is(tests.carry_out(id), 'executed', 'the update is published') from card;
select is(tests.answer('client', 'select public.get_client_portal()'), 'OPSTA view_not_recorded', 'the client reads nothing before the reading is recorded');
select tests.act_as('lead');
select is(public.get_draft(id) -> 'publication' -> 'first_read_at', 'null', 'the trail contains no reading before the first one') from card;
select tests.act_as('client');
select public.begin_portal_view();
select public.get_client_portal();
select tests.act_as('lead');
create temporary table trail as select public.get_draft(id) as draft from card;
select tests.act_as('owner');
select is(draft -> 'pack' ->> 'id', (select pack ->> 'id' from packed), 'the trail contains the evidence pack') from trail;
select is(draft -> 'statements' -> 0 ->> 'sentence', 'The budget is EUR 9000.', 'the trail contains the author statement') from trail;
select is((select string_agg(event ->> 'type', ' ' order by (event ->> 'number')::int) from trail, jsonb_array_elements(draft -> 'events') as event),
  'proposed stated approved execution_requested execution_started executed', 'the trail contains every event in order');
select is(jsonb_array_length(draft -> 'versions'), 1, 'the trail contains the versions') from trail;
select is(draft -> 'publication' ->> 'client', 'Harbour', 'the trail contains the publication and its client') from trail;
select ok((draft #>> '{publication,first_read_at}')::timestamptz <= clock_timestamp() and draft #>> '{publication,first_read_by,id}' = tests.id('client')::text,
  'the trail contains the first reading and its reader') from trail;
select is(tests.answer(persona, format('select public.get_draft(%L)', id)), expected, format('%s who reads a draft gets %s', persona, expected))
from card, (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('other_admin', 'OPNFD draft_not_found')) as cases (persona, expected);
select is(tests.answer('lead', format('select public.get_draft(%L)', tests.propose('lead'))), 'OPNFD draft_not_found', 'a card without a text for clients is not a draft');
select * from finish();
rollback;
