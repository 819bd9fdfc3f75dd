-- Words that a sentence attributes to a person, without quotation marks, must be by that person.
begin;
select plan(4);
select tests.two_agencies();
update public.people set name = 'Ida Winter' where id = tests.id('lead');
update public.people set name = 'Ben Holt' where id = tests.id('member');
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at) values
  (tests.id('kickoff'), tests.id('North'), 'meeting', tests.id('alpha'), 'Kick-off', 1, '2026-03-02 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id(entries.name), tests.id('North'), tests.id('kickoff'), 1, entries.number, entries.content, entries.location::jsonb, sources.scope_id
from (values
  ('minutes', 0, E'Ida Winter: The old shop stays online.\nBen Holt: The contract ends in June 2026.', '{}'),
  ('short', 1, E'Ida: We agreed on 212.5 hours.\nBen: The server is late.', '{}'),
  ('launch', 2, 'The launch depends on the new server.', '{"speaker": "Ben Holt"}'),
  ('notes', 3, E'Ida Winter: The budget is 212.5 hours.\nNext steps: order the server.\nDecision: go live in June 2026.', '{}')
) as entries (name, number, content, location)
join public.sources on sources.id = tests.id('kickoff');

create temporary table card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha',
  (select jsonb_agg(jsonb_build_object('role', 'evidence', 'source_id', source_id, 'chunk_id', id, 'quote', content) order by "position")
   from public.passages where source_id = tests.id('kickoff'))) as id;
-- The reasons against approving a weekly update whose body has each sentence on its own line.
create function pg_temp.reasons(sentences text[], headline text) returns setof jsonb language plpgsql as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals where id = (select id from card);
  v_card.payload := jsonb_build_object('week_of', '2026-03-02', 'headline', headline, 'body', array_to_string(sentences, E'\n'));
  return query select reason from public.people, jsonb_array_elements(private.approval_readiness(v_card, people)) as reason
    where people.id = tests.id('lead');
end;
$$;
-- The sentences that have the words of another person, or the others.
create function pg_temp.sentences(sentences text[], headline text, have_reason boolean) returns text[] language sql as $$
  with findings as materialized (
    select array(
      select reason ->> 'sentence' from pg_temp.reasons(sentences, headline) as reason where reason ->> 'code' like 'quote_%') as blocked)
  select array(
    select sentence from findings, unnest(sentences) as sentence
    where have_reason = (private.bare_sentence(sentence) = any (blocked)))
$$;

select is(pg_temp.sentences(array[
  'Ida Winter: The contract ends in June 2026 [1].', 'Ida Winter: The contract ends in June [1].', 'Ida: The server is late [2].', 'Ida Winter: The launch depends on the new server [3].', 'Ida Winter (lead): The launch depends on the server [3].',
  '**Ida Winter:** The contract ends in June [1].', '**Ida** wrote that the contract ends in June [1].', 'Ida Winter, lead: The contract ends in June [1].',
  'Ms Winter: The contract ends in June [1].', 'Ida wrote that the contract ends in June [1].', 'Ida Winter said that the contract ends in June 2026 [1].', 'Ida told us that the server is late [2].', 'According to Ida, the server is late [2].',
  'Ida wrote that Ben expects the server [3].', 'Ida wrote that Ben Holt waits for the server [1].', 'Ida Winter sagte, dass der Vertrag im Juni endet [1].', 'Laut Ida ist der Server verspätet [2].', 'Ida said the launch depends on the server [1, 3].'
  ], 'On time', false), '{}', 'a sentence attributes the words of another person, or of several');
select is(pg_temp.sentences(array[
  'Ida Winter: The old shop stays online [1].', 'Ben: The server is late [2].', 'Ben Holt: The launch depends on the new server [3].', 'Ben Holt: the launch waits for the server [3].', 'Ben Holt wrote that the launch depends on the server [3].',
  'Ida wrote that the budget is 212.5 hours [4].', 'Ida Winter: the budget is 212.5 hours [4].', 'Ida said that the budget is 212.5 hours [4], while the old shop stays online.', 'Ida said "The old shop stays online" [1].', 'As Ben said, "The contract ends in June 2026" [1].',
  'Budget: 212.5 hours are agreed [2].', 'Server: Ben Holt orders it [1].', 'Contract: It ends in June 2026 [1].', 'Ida and Ben met, and the contract ends in June 2026 [1].', 'Done: the old shop stays online [1].'
  ], 'On time', true), '{}', 'a sentence attributes the words of the person, or attributes none');
select is((
  select string_agg(reason ->> 'message', '; ') from pg_temp.reasons(array['Ida wrote that the contract ends in June [1].'], 'On time') as reason where reason ->> 'code' = 'quote_reattributed'),
  'The sentence “Ida wrote that the contract ends in June.” names Ida Winter, but citation 1 has words of several people: cite only the words of Ida Winter',
  'the error names the next step');
-- The lead cites only the words of Ida.
update card set id = tests.propose('lead', 'weekly_update', '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha',
  (select jsonb_build_array(jsonb_build_object('role', 'evidence', 'source_id', source_id, 'chunk_id', passages.id, 'quote', 'Ida Winter: The old shop stays online.'))
   from public.passages where passages.id = tests.id('minutes')));
select is(pg_temp.sentences(array['Ida wrote that the old shop stays online [1].'], 'On time', true), '{}', 'a citation of the words of one person supports the attribution');

select * from finish();
rollback;
