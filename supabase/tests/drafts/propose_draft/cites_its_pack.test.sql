-- A draft cites its pack. A number that is not in the pack blocks approval until a person states or corrects its
-- sentence.
begin;
select plan(34);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at)
values (tests.id('call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Weekly call', 1, '2026-03-03 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, scope_id)
values (tests.id('words'), tests.id('North'), tests.id('call'), 1, 0, 'We agreed on twelve pages.', tests.id('alpha'));
select tests.act_as('lead');
create temporary table packed as select public.build_evidence_pack(tests.id('alpha'), '2026-03-02', '2026-03-08') -> 'pack' as pack;
select tests.act_as('owner');
grant select on packed to authenticated;
create function pg_temp.numbers() returns text language sql as $$
  select array_agg((item ->> 'number')::int order by (item ->> 'number')::int)::text from packed, jsonb_array_elements(pack -> 'items') as item
$$;
create function pg_temp.number_of(query text) returns int language sql as $$
  select (item ->> 'number')::int from packed, jsonb_array_elements(pack -> 'items') as item where item ->> 'query' = query
$$;
create function pg_temp.weekly(body text) returns jsonb language sql as $$
  select jsonb_build_object('week_of', '2026-03-02', 'headline', 'Update for 2 March 2026 to 8 March 2026', 'body', body)
$$;
create function pg_temp.propose(persona text, payload jsonb, numbers text, kind text default 'weekly_update') returns text language sql as $$
  select tests.answer(persona, format('select public.propose_draft(%L, %L, %L, %L, %L)', (select pack ->> 'id' from packed), kind, payload, numbers, 'model-1'))
$$;
select is(pg_temp.propose(persona, pg_temp.weekly('Fine.'), '{1}'), expected, format('%s who proposes a draft gets %s', persona, expected))
from (values ('member', 'OPDEN role_not_allowed'), ('client', 'OPDEN role_not_allowed'), ('other_admin', 'OPNFD pack_not_found')) as cases (persona, expected);
select is(pg_temp.propose('lead', pg_temp.weekly('Fine.'), numbers, kind), 'OPINV invalid_draft', format('a %s that cites %s is refused', kind, numbers))
from (values ('{99}', 'weekly_update'), ('{1,1}', 'weekly_update'), ('{3,1}', 'weekly_update'), ('{1}', 'client_readout'), ('{1}', 'task_create')) as cases (numbers, kind);
select is((select count(*)::int from public.drafts), 0, 'the refusals create no draft');

create function pg_temp.draft(body text) returns uuid language plpgsql as $$
declare
  v_id uuid;
  v_payload constant jsonb := pg_temp.weekly(body);
  v_numbers constant int[] := pg_temp.numbers()::int[];
begin
  perform tests.act_as('lead');
  v_id := public.propose_draft((select (pack ->> 'id')::uuid from packed), 'weekly_update', v_payload, v_numbers, 'model-1')
    -> 'approval' ->> 'id';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
create temporary table card as select
  pg_temp.draft(format('We agreed on twelve pages [1]. We recorded 2.5 hours in this period [%s].', pg_temp.number_of('hours_in_period'))) as good,
  pg_temp.draft('We agreed on twelve pages [1]. We recorded 40 hours [1]. All is well.') as invented,
  pg_temp.draft(format('We recorded 2.5 hours [%s].', pg_temp.number_of('tasks_open'))) as misplaced;
select is(tests.reasons(good), '', 'numbers of a cited passage and a named query have a source') from card;
select is(tests.reasons(invented), 'figure_unsourced', 'an invented number has no source') from card;
select is(tests.reasons(misplaced), 'figure_unsourced', 'a number of another query has no source') from card;
select is((select readiness -> 0 ->> 'sentence' from public.approvals where id = invented), 'We recorded 40 hours.', 'the card names the sentence with an invented number') from card;
select is((select source_id from public.approval_citations where approval_id = good), tests.id('call'), 'the card of a draft cites the passage') from card;
select is((select export - 'profile' from public.drafts where approval_id = good),
  jsonb_build_object('format', 'pdf', 'file_name', 'alpha update ' || current_date, 'includes_revision_history', false), 'a draft stores the format and name of its file') from card;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', invented)), 'OPSTA draft_not_ready', 'a draft with an invented number cannot be approved') from card;

-- A person states the sentence.
create function pg_temp.state(persona text, card uuid, sentence text, version int default 1, is_stated boolean default true) returns text language sql as $$
  select tests.answer(persona, format('select public.set_author_statement(%L, %s, %L, %L)', card, version, sentence, is_stated))
$$;
select is(pg_temp.state(persona, invented, 'We recorded 40 hours.'), expected, format('%s who states a sentence gets %s', persona, expected))
from card, (values ('member', 'OPDEN role_not_allowed'), ('member2', 'OPNFD approval_not_found'), ('client', 'OPDEN role_not_allowed'),
                   ('service', '42501')) as cases (persona, expected);
select is(pg_temp.state('lead', invented, 'We recorded 40 hours.', 2), 'OPSTA version_conflict', 'a statement about an unseen version is refused') from card;
select is(pg_temp.state('lead', invented, 'We recorded 41 hours.'), 'OPINV sentence_not_found', 'a statement about an unknown sentence is refused') from card;
select is((select count(*)::int from public.author_statements), 0, 'the refusals store no statement');
select is(pg_temp.state('lead', invented, 'We recorded 40 hours [1].'), 'ok', 'a lead states the sentence') from card;
select is(tests.reasons(invented), '', 'the stated draft is ready') from card;
select is(pg_temp.state('lead', invented, 'We recorded 40 hours.', 1, false), 'ok', 'a lead withdraws the statement') from card;
select is(tests.reasons(invented), 'figure_unsourced', 'a sentence whose statement was withdrawn blocks approval') from card;
select is((select string_agg(type::text, ' ' order by number) from public.approval_events where approval_id = invented),
  'proposed stated statement_withdrawn', 'the history has the statement and its withdrawal') from card;
select is(tests.answer('lead', format('select public.edit_approval(%L, %L, 1)', invented, pg_temp.weekly('We agreed on twelve pages [1]. All is well.'))), 'ok', 'a lead corrects the sentence') from card;
select is(tests.answer('lead', format('select public.approve_approval(%L, 2)', invented)), 'ok', 'a lead approves the corrected draft') from card;
select is(pg_temp.state('lead', invented, 'All is well.', 2), 'OPSTA approval_already_decided', 'a decided card accepts no statement') from card;
select is(tests.answer('owner', 'update public.author_statements set sentence = ''x'' where true'), 'OPSTA append_only', 'a statement cannot be rewritten');
select is(tests.answer('owner', 'update public.drafts set model = null where true'), 'OPSTA append_only', 'the record of a draft cannot be rewritten');

-- The card is as restricted as its pack.
update public.sources set is_restricted = true where id = tests.id('call');
select is((select bool_and(is_restricted) from public.approvals, card where id in (good, misplaced)), true, 'restricting a source restricts the drafts from a pack that contains it');

select * from finish();
rollback;
