-- A corpus of texts for clients: every number, date and name of a person has a source, and every quotation is exact.
begin;
select plan(164);
select tests.two_agencies();
update public.people set name = 'Ida Winter' where id = tests.id('lead');
update public.people set name = 'Ben Holt' where id = tests.id('member');
insert into public.contacts (organization_id, client_id, name) values (tests.id('North'), tests.id('Harbour'), 'Nora Bell');
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at) values
  (tests.id('kickoff'), tests.id('North'), 'meeting', tests.id('alpha'), 'Kick-off', 1, '2026-03-02 09:00Z'),
  (tests.id('elsewhere'), tests.id('North'), 'meeting', tests.id('beta'), 'Elsewhere', 1, '2026-03-02 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id(entries.name), tests.id('North'), tests.id(entries.source), 1, entries.number, entries.content, entries.location::jsonb,
  sources.scope_id
from (values
  ('budget', 'kickoff', 0, 'We agreed on 212.5 hours for the shop. It opens on 3 April 2026, and twelve pages move.', '{"speaker": "Ida Winter"}'),
  ('launch', 'kickoff', 1, 'The launch depends on the new server. Carla Muster will order it.', '{"speaker": "Ben Holt"}'),
  ('minutes', 'kickoff', 2, E'Ida Winter: The old shop stays online.\nBen Holt: The contract ends in June 2026.', '{}'),
  ('thousands', 'kickoff', 3, 'Wir haben 1.250 Stunden vereinbart.', '{}'),
  ('small', 'kickoff', 4, 'We agreed on 1.250 hours. One week remains, and one page. The first page is ready next Friday.', '{}'),
  ('foreign', 'elsewhere', 0, 'We agreed on 90 hours.', '{}')
) as entries (name, source, number, content, location)
join public.sources on sources.id = tests.id(entries.source);

create function pg_temp.cite(passage text) returns jsonb language sql as $$
  select jsonb_build_object('role', 'evidence', 'source_id', source_id, 'chunk_id', id, 'quote', content)
  from public.passages where id = tests.id(passage)
$$;
-- The codes of the reasons why a weekly update with this text is not ready. It cites five passages.
create function pg_temp.codes(body text) returns text language plpgsql as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals where id = (select id from card);
  -- A Thursday.
  v_card.created_at := '2026-03-05 10:00Z';
  v_card.payload := jsonb_build_object('week_of', '2026-03-02', 'headline', 'On time', 'body', body);
  return coalesce((
    select string_agg(reason ->> 'code', ' ' order by reason ->> 'code')
    from public.people, jsonb_array_elements(private.approval_readiness(v_card, people)) as reason
    where people.id = tests.id('lead')), '');
end;
$$;
create temporary table card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha',
  jsonb_build_array(pg_temp.cite('budget'), pg_temp.cite('launch'), pg_temp.cite('minutes'), pg_temp.cite('thousands'), pg_temp.cite('small'))) as id;

select is(pg_temp.codes(body), '', 'a text whose claims have sources gets no reason: ' || body)
from unnest(array[
  'All is well.', 'We agreed on 212.5 hours [1].', 'We agreed on 212.5 hours. [1] We begin.', 'The shop opens on 3 April [1].',
  'The shop opens on April 3, 2026 [1].', 'It opens in April [1].', '12 pages move [1].', 'Twelve pages move [1].',
  'In the week of 2 March 2026 we began.', 'Ida Winter confirmed 212.5 hours [1].', 'Ida says "We agreed on 212.5 hours for the shop" [1].',
  'Carla Muster orders the server [2].', 'Ben Holt said that the launch depends on the server [2].',
  'As Ben said, "The contract ends in June 2026" [3].', 'Ida said “The old shop stays online.” [3]', 'The Style Guide is done.',
  'Harbour is content.', 'The "old shop" stays.', E'Done:\n1. The shop\n2. The server', 'See [the plan](https://plan.example).',
  'The budget is 212.5 hours and the contract ends in June 2026 [1, 3].', 'It is late, and we march on.',
  'Am Abend Tests gemacht.', 'Die Startseite Kontakt ist fertig.', 'Wir zeigen am Ende Entwürfe.', 'Nach der Freigabe Beginn der Entwicklung.',
  'Die Abstimmung Navigation ist erledigt.', 'Unsere Seite Leistungen ist online.',
  'The shop opens on the third of April [1].', 'Der Shop öffnet am dritten April [1].', 'The shop opens on 3/4/2026 [1].', 'The shop opens on 4/3/2026 [1].', 'The first page is ready next Friday [5].', 'It is ready on Friday [5].', 'It is ready on 6 March [5].',
  'Wir haben 1.250 Stunden vereinbart [4].', 'We agreed on 1,250 hours [4].', 'We agreed on 1250 hours [4].', 'We agreed on 1.25 hours [5].', 'Es sind 1,25 Stunden [5].',
  'One week remains [5].', 'Noch eine Woche bleibt [5].', 'One of us helps, and one thing is clear.', 'Eines Tages ist alles fertig, und ein Plan steht.', 'Next week we begin.', 'Am Morgen sind wir da.',
  'Der Shop öffnet am 03.04.2026 [1].', 'Der Shop öffnet am 3. April 2026 [1].', 'Zwölf Seiten ziehen um [1].', 'Ida bestätigte 212,5 Stunden [1].', 'Ben Holt sagte, dass der Start vom Server abhängt [2].',
  'Unsere Designerin hat die Entwürfe freigegeben.', 'Der Kunde bestätigte die Texte.', 'The board confirmed the plan.', 'It isn''t late, and the users'' data aren''t affected by this.']) as body;

select is(pg_temp.codes(body), code, format('a text gets the reasons %s: %s', code, body))
from (values
  ('We spent 300 hours.', 'figure_unsourced'), ('We spent 300 hours [1].', 'figure_unsourced'),
  ('We agreed on 212.5 hours.', 'figure_unsourced'), ('We agreed on 212.5 hours [2].', 'figure_unsourced'),
  ('We agreed on 212.5 days [1].', 'figure_unsourced'), ('We agreed on 21.25 hours [1].', 'figure_unsourced'),
  ('We agreed on 2125 hours [1].', 'figure_unsourced'), ('We agreed on EUR 212.5 [1].', 'figure_unsourced'),
  ('Thirteen pages move [1].', 'figure_unsourced'), ('１３ pages move [1].', 'figure_unsourced'), ('٣٠٠ hours [1]', 'figure_unsourced'),
  ('We are at x300 [1].', 'figure_unsourced'), ('40% is done [1].', 'figure_unsourced'), ('We meet at 14:30 [1].', 'figure_unsourced'),
  ('The shop opens on 4 April [1].', 'date_unsourced'), ('The shop opens on 3 May [1].', 'date_unsourced'),
  ('The shop opens on 3 April 2027 [1].', 'date_unsourced'), ('It opens in May [1].', 'date_unsourced'),
  ('The shop opens on 2026-04-04 [1].', 'date_unsourced'), ('The shop opens on Friday [1].', 'date_unsourced'),
  ('In the week of 9 March 2026 we began.', 'date_unsourced'),
  ('Dora Fremd liefert die Texte.', 'name_unsourced'), ('Wir danken Petra Hartung.', 'name_unsourced'), ('Laut Frau Fremd ist alles fertig.', 'name_unsourced'),
  ('Ida Winter is content.', 'name_unsourced name_unsourced'), ('Ben will help [1].', 'name_unsourced'), ('We thank Nora [1].', 'name_unsourced'),
  ('Dora Fremd will help [1].', 'name_unsourced'), ('Dora agreed to it [1].', 'name_unsourced quote_reattributed'),
  ('According to Dora it works [1].', 'name_unsourced quote_reattributed'), ('We thank Dora Fremd.', 'name_unsourced'),
  -- Days relative to today, single units and thousands.
  ('The shop opens tomorrow [1].', 'date_unsourced'), ('The shop opens next Friday.', 'date_unsourced'), ('We finished it yesterday [2].', 'date_unsourced'),
  ('Der Shop öffnet morgen [1].', 'date_unsourced'), ('Morgen öffnet der Shop.', 'date_unsourced'), ('Der Shop öffnet nächsten Freitag [1].', 'date_unsourced'),
  ('Wir haben gestern Abend getestet.', 'date_unsourced'), ('Der Shop öffnet übermorgen.', 'date_unsourced'),
  ('We are one week late [1].', 'figure_unsourced'), ('We are a week late [1].', 'figure_unsourced'), ('Wir brauchen noch eine Woche [1].', 'figure_unsourced'),
  ('Only one page is missing [1].', 'figure_unsourced'), ('Es fehlt nur eine Seite [1].', 'figure_unsourced'),
  ('We spent 三百 hours [1].', 'figure_unsourced'), (U&'We spent 30\200b0 hours [1].', 'figure_unsourced'),
  ('The shop opens on 5/4/2026 [1].', 'date_unsourced'), ('The shop opens on 3/5/2026 [1].', 'date_unsourced'),
  ('We agreed on 1.250 hours [4].', 'figure_unsourced'), ('Es sind 1,250 Stunden [4].', 'figure_unsourced'), ('Es sind 1.250 Stunden [5].', 'figure_unsourced'),
  -- Joined, shifted and altered quotations.
  ('"We agreed on 212.5 hours … The launch depends on the new server" [1, 2]', 'quote_joined'),
  ('"We agreed on 212.5 hours ... twelve pages move" [1]', 'quote_joined'),
  ('"We agreed on 212.5 hours" … "The launch depends on the new server" [1, 2]', 'quote_joined'),
  ('"We agreed on 212.5 hours for the shop" [2]', 'figure_unsourced quote_altered'),
  ('"The launch depends on the old server" [2]', 'quote_altered'),
  ('"The launch depends on the new server"', 'quote_altered'),
  -- Words of one person attributed to another.
  ('Ben Holt said "We agreed on 212.5 hours for the shop" [1].', 'name_unsourced name_unsourced quote_reattributed'),
  ('Ida said "The launch depends on the new server" [2].', 'name_unsourced quote_reattributed'),
  ('Ida said "The contract ends in June 2026" [3].', 'quote_reattributed'),
  ('Carla Muster said that the launch depends on the server [2].', 'quote_reattributed'),
  ('Ben confirmed 212.5 hours [1].', 'name_unsourced quote_reattributed'),
  -- German, and other ways to write a number, a date, a name and a quotation.
  ('Zwölf Stunden sind verbraucht.', 'figure_unsourced'),
  ('Zwei Seiten fehlen.', 'figure_unsourced'),
  ('Es kostet tausend Euro [1].', 'figure_unsourced'),
  ('Twelve hundred pages move [1].', 'figure_unsourced'),
  ('Es ziehen zwölftausend Seiten um [1].', 'figure_unsourced'),
  ('Es ziehen 12 Tausend Seiten um [1].', 'figure_unsourced'),
  ('We spent 212.5 days, not hours [1].', 'figure_unsourced'),
  ('Half of the budget is used [1].', 'figure_unsourced'),
  ('Die Hälfte des Budgets ist verbraucht [1].', 'figure_unsourced'),
  ('৩০০ hours [1].', 'figure_unsourced'),
  ('The shop opens on the tenth of April [1].', 'date_unsourced'),
  ('Der Shop öffnet am zehnten April [1].', 'date_unsourced'),
  ('It ships by Dec [1].', 'date_unsourced'),
  ('it ships in december [1].', 'date_unsourced'),
  ('Der Start ist im Jänner [1].', 'date_unsourced'),
  ('we meet on friday [1].', 'date_unsourced'),
  ('Wir treffen uns freitags [1].', 'date_unsourced'),
  ('We meet on Fri [1].', 'date_unsourced'),
  ('Der Shop öffnet am 04.04.2026 [1].', 'date_unsourced'),
  ('Der Shop öffnet am 4.4. [1].', 'date_unsourced'),
  ('Dennis Weber will help.', 'name_unsourced'),
  ('Conan O''Brien will help.', 'name_unsourced'),
  ('Ronald McDonald will help.', 'name_unsourced'),
  ('Maria de Souza will help.', 'name_unsourced'),
  ('J. Smith will help.', 'name_unsourced'),
  ('**Dora** **Fremd** will help.', 'name_unsourced'),
  ('As Dora said, it works.', 'name_unsourced'),
  ('Dora bestätigte den Termin.', 'name_unsourced'),
  ('Laut Dora ist alles fertig.', 'name_unsourced'),
  ('Dora hat das zugesagt.', 'name_unsourced'),
  ('Frau Fremd bestätigte den Termin.', 'name_unsourced'),
  ('Carla Muster sagte, dass der Start vom Server abhängt [2].', 'quote_reattributed'),
  ('Laut Carla Muster hängt der Start vom Server ab [2].', 'quote_reattributed'),
  ('Ida said "it is cancelled" [1].', 'quote_altered'),
  ('Ida sagte „alles ist abgesagt“ [1].', 'quote_altered'),
  ('Ida said ''We agreed on nothing at all'' [1].', 'quote_altered'),
  (E'Ida said "We agreed on nothing at [1]\nall for this shop" [1].', 'quote_altered quote_altered')
) as cases (body, code);

select is(pg_temp.codes(repeat('All is well. ', 3000)), 'draft_too_long', 'a text over the maximum length is not ready');

-- The headline has no markers: any citation of the card supports it.
create function pg_temp.headline(words text) returns text language sql as $$
  select coalesce(string_agg(item ->> 'code', ' '), '')
  from public.approvals, jsonb_array_elements(private.source_reasons(
    jsonb_populate_record(approvals, jsonb_build_object('payload', payload || jsonb_build_object('headline', words))),
    private.approval_evidence(approvals, (select people from public.people where id = tests.id('lead'))))) as item
  where approvals.id = (select id from card)
$$;
select is(pg_temp.headline('212.5 hours agreed'), '', 'a headline can contain a number from any citation of the card');
select is(pg_temp.headline('300 hours agreed'), 'figure_unsourced', 'a headline with a number from no citation is reported');

-- The error names the sentence.
select is((
  select string_agg((item ->> 'message') || ' / ' || (item ->> 'section') || ' / ' || (item ->> 'sentence'), '; ')
  from public.approvals, jsonb_array_elements(private.source_reasons(
    jsonb_populate_record(approvals, '{"payload": {"week_of": "2026-03-02", "headline": "On time", "body": "All is well. We spent 300 hours [1]."}}'), '[]')) as item
  where approvals.id = (select id from card)),
  '“300” has no source: cite a source, or mark the sentence as stated by you / Update / We spent 300 hours.',
  'the error names the sentence and the next step');

-- The same rules apply to stored cards, and to a source that changes.
create temporary table blocked as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "We spent 300 hours."}') as id;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'OPSTA draft_not_ready', 'a card with an invented number cannot be approved') from blocked;
select is(tests.status_of(id), 'pending', 'a refused approval leaves the card pending') from blocked;
create temporary table foreign_card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "We agreed on 90 hours [1]."}', 'alpha', jsonb_build_array(pg_temp.cite('foreign'))) as id;
select is(tests.reasons(id), 'source_not_citable', 'a meeting of another project is not a source') from foreign_card;
update public.sources set version = 2 where id = tests.id('kickoff');
select is(pg_temp.codes('We agreed on 212.5 hours [1].'), 'figure_unsourced source_changed source_changed source_changed source_changed source_changed', 'a citation of a changed source supports no claim');
update public.sources set is_restricted = true where id = tests.id('kickoff');
select is(pg_temp.codes('We agreed on 212.5 hours [1].'), 'figure_unsourced source_restricted source_restricted source_restricted source_restricted source_restricted', 'a citation of a restricted source supports no claim');
select is(private.source_reasons(jsonb_populate_record(approvals, '{"kind": "task_create", "payload": {"title": "Spend 300 hours"}}'), '[]'), '[]'::jsonb,
  'an internal card needs no sources') from public.approvals where id = (select id from card);

select * from finish();
rollback;
