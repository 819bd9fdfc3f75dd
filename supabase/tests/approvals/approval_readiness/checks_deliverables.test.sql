-- A deliverable can be approved when it is ready: all sections are written without placeholders, and its evidence is good.
begin;
select plan(101);
select tests.two_agencies();
select tests.sources();

-- The codes of the reasons why a readout with this summary is not ready.
create function pg_temp.reasons_against(summary text) returns text language plpgsql as $$
declare
  v_card public.approvals;
begin
  v_card.kind := 'client_readout';
  v_card.payload := tests.readout(summary);
  return coalesce((
    select string_agg(reason ->> 'code', ' ')
    from jsonb_array_elements(private.evaluate_readiness(v_card, '[{"number": 1, "role": "evidence", "state": "verified"},
      {"number": 2, "role": "evidence", "state": "verified"}, {"number": 3, "role": "influence", "state": "changed"}]')) as reason), '');
end;
$$;
select is(pg_temp.reasons_against(summary), 'placeholder_left', 'a placeholder blocks approval: ' || summary)
from unnest(array[
  'TODO', 'The price is TBD.', 'tbd', 'To be set: FIXME', 'XXX days', 'Costs XXXX', 'Lorem ipsum dolor', 'lorem ipsum',
  'Dear {{client_name}}', 'See {{ }}', 'Dear [Client name],', 'On [date] we', 'For [insert amount here].', '[Your name]', '[INSERT]',
  '[fill in the dates]', '[placeholder]', 'See [xx]', '[to do]', 'Dear <client name>,', '<insert price>', '<YOUR NAME>', '<date>',
  '<client_name>', 'a <name> b']) as summary;
select is(pg_temp.reasons_against(summary), '', 'a finished text has no placeholder: ' || summary)
from unnest(array[
  'All is agreed.', 'They todo things.', 'Todo el equipo', 'Method', 'XX Games', 'Size XXXL', 'The TODOs of others', 'TBDs', 'a tbdx',
  'The client [of many years] agreed.', 'See [the plan](https://plan.example).', 'Press [Insert name](https://a.example)', '[x] done',
  '[ ] open', '[sic]', 'a < b and c > d', 'List<Name>', '<b>bold</b>', '<https://a.example>', 'if (a) { b } }}',
  '{ one }', 'In the year [a leap year] it was', 'ipsum lorem', 'We insert the name', 'the [dated] letter', 'a<date>b is a type']) as summary;

select is(pg_temp.reasons_against(summary), expected, format('a readout gets the reasons %L: %s', expected, summary))
from (values
  ('<date@a.example>', 'name_unsourced'), ('As agreed [1].', ''), ('As agreed [1][2].', ''), ('As agreed [1, 2].', ''), ('As agreed [1-2].', ''), ('As agreed [1–2].', ''),
  ('As agreed [4].', 'citation_missing'), ('As agreed [1, 4].', 'citation_missing'), ('As agreed [1-3].', 'citation_missing'),
  ('As agreed [0].', 'citation_missing'), ('As agreed [3].', 'citation_missing'), ('As agreed [4] and again [4].', 'citation_missing'),
  ('As agreed [4] and [5].', 'citation_missing citation_missing'), ('See [the plan](https://a.example).', ''), ('See [4](https://a.example).', 'figure_unsourced'), ('In [2026].', 'figure_unsourced')
) as cases (summary, expected);

-- A text that consists of markers with long ranges must be cheap to check: any member can propose it, and
-- everyone sees it.
select is(length(pg_temp.reasons_against('As agreed ' || repeat('[1-999]', 7000)) ), length('citation_missing ') * 997 - 1, 'a number without a citation is reported once, however many markers contain it');
select is(pg_temp.reasons_against('As agreed [3-1] and [2-1, 1-2].'), '', 'a marker with a backward range needs no citation');

create function pg_temp.sections(kind public.approval_kind, sections jsonb) returns text language plpgsql as $$
declare
  v_card public.approvals;
begin
  v_card.kind := kind;
  v_card.payload := jsonb_build_object('title', 'a', 'sections', (
    select jsonb_agg(jsonb_build_object('heading', key, 'body', value) order by ordinality)
    from jsonb_each_text(sections) with ordinality));
  return coalesce((
    select string_agg(concat_ws(' ', reason ->> 'code', reason ->> 'section'), ', ')
    from jsonb_array_elements(private.evaluate_readiness(v_card, '[{"number": 1, "role": "evidence", "state": "verified"}]')) as reason), '');
end;
$$;
select is(pg_temp.sections(kind::public.approval_kind, sections::jsonb), expected, format('a %s gets the reasons %L: %s', kind, expected, sections))
from (values
  ('scope_summary', '{"In scope": "All pages of the shop", "Out of scope": "None."}', ''),
  ('scope_summary', '{"IN SCOPE": "All pages of the shop", "out of scope": "None.", "More": "Soon"}', ''),
  ('scope_summary', '{"In scope": "All the pages of the shop"}', 'section_missing Out of scope'),
  ('scope_summary', '{"In scope": "", "Out of scope": "All pages of the shop"}', 'section_empty In scope'),
  ('scope_summary', '{"In scope": "All pages of the shop", "Out of scope": "None.", "More": ""}', 'section_empty More'),
  ('scope_summary', '{"In scope": "a", "Out of scope": "b"}', 'section_too_short In scope, section_too_short Out of scope'),
  ('scope_summary', '{"In scope": "aaaaaaaa", "Out of scope": "All pages of the shop"}', 'section_too_short In scope'),
  ('scope_summary', '{"In scope": "[1] [1]", "Out of scope": "All pages of the shop"}', 'section_too_short In scope'),
  ('scope_summary', '{"In scope": "... !!!", "Out of scope": "All pages of the shop"}', 'section_too_short In scope'),
  ('scope_summary', '{"In scope": "abc", "Out of scope": "abcd"}', 'draft_too_short'),
  ('scope_summary', '{"In scope": "商店的所有页面和结账流程以及搜索功能", "Out of scope": "支付系统"}', ''),
  ('client_readout', '{"Other": "All the pages of the shop"}', 'section_missing Summary, section_missing Next steps'),
  ('sow_draft', '{"Scope": "All pages of the shop", "Deliverables": "Pages", "Timeline": "May"}', 'section_missing Price'),
  ('sow_draft', '{"Scope": "All pages of the shop", "Deliverables": "Pages", "Timeline": "May", "Price": "As agreed"}', ''),
  ('sow_draft', '{"Scope": "All pages of the shop", "Deliverables": "Pages", "Timeline": "May", "Price": "EUR 900"}', 'figure_unsourced Price'),
  ('sow_draft', '{"Scope": "All pages of the shop", "Deliverables": "Pages", "Timeline": "May", "Price": "TBD"}', 'placeholder_left Price')
) as cases (kind, sections, expected);

-- The same rules for stored cards.
create temporary table card as select
  tests.propose('lead', 'client_readout', tests.readout(), 'alpha', '[]') as bare,
  tests.propose('lead', 'client_readout', tests.readout('As before.'), 'alpha', jsonb_build_array(tests.cite('brief', role => 'influence'))) as influenced,
  tests.propose('lead', 'scope_summary', '{"title": "a", "sections": [{"heading": "In scope", "body": "a"}, {"heading": "Out of scope", "body": "b"}]}') as empty_summary,
  tests.propose('lead', 'scope_summary', '{"title": "a", "sections": [{"heading": "In scope", "body": "All pages of the shop"}, {"heading": "Out of scope", "body": "None."}]}') as summary,
  tests.propose('lead', 'client_readout', tests.readout('As agreed'), 'alpha', jsonb_build_array(tests.cite('brief', 'not said'))) as misquoted,
  tests.propose('lead', 'task_create', '{"title": "TODO [7]"}', 'alpha', jsonb_build_array(tests.cite('brief', 'not said'))) as task,
  tests.propose('lead', 'client_readout', tests.readout(), 'alpha', jsonb_build_array(tests.cite('brief'))) as good,
  tests.propose('lead', 'sow_estimate', '{"title": "a", "hours": 1}', 'alpha', jsonb_build_array(tests.cite('contract'))) as estimate;
select is(tests.reasons(bare), 'citation_missing citation_missing', 'a readout needs evidence, and its marker needs a citation') from card;
select is(tests.reasons(influenced), 'citation_missing', 'an influence is not evidence') from card;
select is(tests.reasons(summary), 'citation_missing', 'a scope summary needs evidence') from card;
select is(tests.reasons(empty_summary), 'section_too_short section_too_short citation_missing', 'a scope summary needs sections with content') from card;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', empty_summary)), 'OPSTA draft_not_ready', 'a scope summary that is too short cannot be approved') from card;
select is(tests.reasons(misquoted), 'citation_misquoted', 'a quote that is not in the source is reported') from card;
select is(tests.reasons(task), 'citation_misquoted', 'a task card is checked only for its evidence, not its text') from card;
select is(tests.reasons(good), '', 'a good readout is ready') from card;
select is(tests.reasons(good, 'member2'), 'source_out_of_scope', 'a readout is not ready for a member who cannot see its source') from card;
select is(tests.reasons(estimate), '', 'a card can cite a source that was already restricted') from card;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', misquoted)), 'OPSTA draft_not_ready', 'a card that is not ready cannot be approved') from card;
select is(tests.status_of(misquoted), 'pending', 'a refused card stays pending') from card;
select is(tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', task)), 'OPSTA draft_not_ready', 'a card that is not ready cannot be approved and executed') from card;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', good)), 'ok', 'a ready card can be approved') from card;
update public.sources set is_restricted = true where id = tests.id('brief');
select is((select string_agg(item ->> 'code', ' ') from public.approvals, jsonb_array_elements(private.approval_lapse_reasons(approvals)) as item
           where id = good), 'source_restricted', 'the approval lapses when its source is restricted') from card;
select is((select string_agg(item ->> 'message', ' ') from public.approvals, jsonb_array_elements(private.approval_lapse_reasons(approvals)) as item
           where id = good), 'Citation 1 names “Brief”, which is now restricted. Propose a new card without it', 'the lapse names the restricted source') from card;

select * from finish();
rollback;
