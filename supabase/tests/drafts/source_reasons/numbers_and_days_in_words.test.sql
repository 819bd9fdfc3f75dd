-- Numbers in other words than twelve or zwölf, and days and times with a name, need a source like digits and dates.
begin;
select plan(9);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at) values
  (tests.id('kickoff'), tests.id('North'), 'meeting', tests.id('alpha'), 'Kick-off', 1, '2026-03-02 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id(entries.name), tests.id('North'), tests.id('kickoff'), 1, entries.number, entries.content, '{}', sources.scope_id
from (values
  ('numbers', 0, 'There were 0 errors. Page 5 is ready, phase 2 begins on 10 April 2026, and 2.5 hours remain. Two weeks are left. Traffic is to grow threefold, and dozens of users wait. We need 1.5 days.'),
  ('days', 1, 'The shop opens at Christmas at 12:00. The test ends at midnight, before Easter.'),
  ('other', 2, 'The plan is agreed.')
) as entries (name, number, content)
join public.sources on sources.id = tests.id('kickoff');

create temporary table card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha',
  (select jsonb_agg(jsonb_build_object('role', 'evidence', 'source_id', source_id, 'chunk_id', id, 'quote', content) order by "position")
   from public.passages where source_id = tests.id('kickoff'))) as id;
-- The sentences of a weekly update for which there is a reason of one of the codes, or for which there is none.
create function pg_temp.sentences(sentences text[], headline text, codes text[], have_reason boolean) returns text[] language plpgsql as $$
declare
  v_card public.approvals;
  v_reasons text[];
begin
  select * into v_card from public.approvals where id = (select id from card);
  v_card.payload := jsonb_build_object('week_of', '2026-03-02', 'headline', headline, 'body', array_to_string(sentences, E'\n'));
  v_reasons := array(
    select reason ->> 'sentence'
    from public.people, jsonb_array_elements(private.approval_readiness(v_card, people)) as reason
    where people.id = tests.id('lead') and reason ->> 'code' = any (codes));
  return array(
    select sentence from unnest(sentences) as sentence
    where have_reason = (private.bare_sentence(sentence) = any (v_reasons)));
end;
$$;
create function pg_temp.all_blocked(sentences text[], headline text, code text, description text) returns text language sql as $$
  select is(pg_temp.sentences(sentences, headline, array[code], false), '{}', description)
$$;
create function pg_temp.none_blocked(sentences text[], headline text, description text) returns text language sql as $$
  select is(pg_temp.sentences(sentences, headline, '{figure_unsourced,date_unsourced,name_unsourced}', true), '{}', description)
$$;

select pg_temp.all_blocked(array[
  'The release had zero defects.', 'Errors fell to zero [3].', 'The shop was offline for zero hours [3].',
  'Traffic grew threefold.', 'Traffic grew threefold [3].', 'Sales rose tenfold [1].', 'We doubled the speed.', 'This doubles the traffic [1].', 'We are doubling the team.',
  'The double budget is needed.', 'The triple amount is needed [3].', 'It triples the cost.', 'Treble the traffic is expected.', 'Costs quadrupled [1].', 'Sales quintupled.',
  'This halves the cost.', 'We are halving the effort [1].',
  'The third page is ready.', 'The fifth page is ready [3].', 'The sixth page is ready [1].', 'The twelfth page is late.', 'The twenty-first page is late [1].', 'The thirty-first page is late.',
  'A third workshop is planned [3].', 'In the fourth quarter we pause.', 'A fifth of the budget is used [1].', 'The twentieth visitor wins.',
  'It takes a fortnight.', 'We need a couple of weeks [3].', 'We need a couple more hours.', 'A couple of pages are missing.', 'It needs one and a half hours.', 'It needs three and a half hours [1].',
  'Hundreds of users wait.', 'Thousands of users wait [1].', 'Dozens of pages moved [3].', 'Tens of pages moved.', 'Scores of users wait.', 'We fixed scores of bugs.',
  'Phase II begins.', 'Phase II begins [3].', 'Phase III begins [1].', 'Part IV is done.', 'Section IX changed [1].', 'Phases I and XII are done.',
  'Le projet dure deux semaines.', 'El proyecto dura cuatro semanas.', 'Il reste quinze pages.'
  ], 'On time', 'figure_unsourced', 'a number in other words needs a source');
select pg_temp.all_blocked(array[
  'Null Fehler wurden gemeldet.', 'Es gab null Fehler.', 'Die Fehler sind auf null gesunken.', 'Es dauert eineinhalb Stunden.', 'Es dauert anderthalb Wochen.', 'Es dauert zweieinhalb Tage [3].',
  'Der Umsatz stieg auf das Zweifache.', 'Wir brauchen die dreifache Menge.', 'Das ist der zehnfache Umfang [1].', 'Die Besuche haben sich verdoppelt.', 'Eine Verdopplung ist geplant.',
  'Die Zahl hat sich vervierfacht [1].', 'Wir verdreifachen die Leistung [3].', 'Das Budget wurde halbiert.', 'Es dauert eine halbe Stunde.',
  'Die dritte Seite ist fertig.', 'Die fünfte Seite ist fertig [3].', 'Die achte Seite fehlt.', 'Im vierten Quartal pausieren wir.', 'Die einundzwanzigste Seite fehlt [1].', 'Einundzwanzig Seiten fehlen.', 'Dritte Seite fehlt.',
  'Die dreizehnte Seite fehlt.', 'Hunderte Nutzer warten.', 'Tausende Besucher kamen [1].', 'Dutzende Seiten fehlen [3].', 'Wir haben hunderte Seiten geprüft.',
  'Phase II beginnt.', 'Kapitel IV ist fertig [1].'
  ], 'Wir sind im Plan', 'figure_unsourced', 'a German number in other words needs a source');
select pg_temp.none_blocked(array[
  'There were zero errors [1].', 'Traffic is to grow threefold [1].', 'Traffic is to triple [1].', 'We expect tripled traffic [1].', 'The fifth page is ready [1].', 'The 5th page is ready [1].',
  'Phase II begins [1].', 'Phase two begins [1].', 'A fortnight remains [1].', 'A couple of weeks are left [1].', 'Dozens of users wait [1].', 'Two and a half hours remain [1].',
  'One and a half days are needed [1].', 'Phase II begins on the tenth of April [1].'
  ], 'On time', 'a number in other words has a source');
select pg_temp.none_blocked(array[
  'Es gab null Fehler [1].', 'Der Verkehr soll sich verdreifachen [1].', 'Die dreifache Menge wird erwartet [1].', 'Die fünfte Seite ist fertig [1].', 'Phase II beginnt am zehnten April [1].',
  'Zweieinhalb Stunden bleiben [1].', 'Anderthalb Tage reichen [1].', 'Dutzende Nutzer warten [1].', 'Es gab null Fehler, und eineinhalb Tage fehlen [1].'
  ], 'Wir sind im Plan', 'a German number in other words has a source');
select pg_temp.none_blocked(array[
  'The import keeps null values.', 'The field may be null.', 'We start from zero.', 'The zero-day fix is live.', 'We zero in on the search.', 'Leading zero digits are kept.',
  'We double-check the texts.', 'Please double check the address.', 'A double-click opens the page.', 'Guests can book a double room.', 'Newsletter signup uses double opt-in.', 'The map doubles as a menu.',
  'The photos fill a double page.', 'The plan uses double quotes.', 'Both halves of the page load.', 'We fold the menu on small screens.',
  'A third party hosts the fonts.', 'We removed third-party cookies.', 'Third, we review the texts.', 'The first page is ready, and the second follows.', 'First, we plan.',
  'The couple on the photo agreed.', 'A couple in the photos smiles.', 'The tenant pages are live.', 'The tests tend to be stable.', 'The scores of the pages rose.', 'Lighthouse scores of the shop rose.',
  'The thousands separator is a comma.', 'The VI guidelines are attached.', 'The CI/VI manual is attached.', 'The video is live.', 'The text is simple and manifold.', 'The scaffold is ready.',
  'The portfolio page is ready.', 'The roadmap has phases.', 'Seize the day with the new campaign.'
  ], 'On time', 'a word only looks like a number');
select pg_temp.none_blocked(array[
  'Daten werden nicht an Dritte weitergegeben.', 'Dritte haben keinen Zugriff.', 'Wir achten auf Kontraste.', 'Bitte achten Sie auf die Texte.', 'Das ist einfach.', 'Das Fach ist leer.',
  'Mehrfache Prüfungen sind geplant.', 'Die doppelten Einträge sind weg.', 'Gäste buchen ein Doppelzimmer.', 'Der Vertrag ist null und nichtig.', 'Ein Paar auf dem Foto lacht.', 'Ein paar Texte fehlen.',
  'Innerhalb der Navigation stimmt alles.', 'Die erste Seite ist fertig, die zweite folgt.', 'Drittanbieter liefern die Schriften.', 'Vielfache Wünsche gingen ein.'
  ], 'Wir sind im Plan', 'a German word only looks like a number');

-- Days and times that have a name.
select pg_temp.all_blocked(array[
  'The shop opens at Christmas.', 'The shop opens by Christmas [3].', 'We deliver before Easter.', 'After Pentecost we begin.', 'On Boxing Day we pause.', 'We pause on Christmas Eve [1].', 'Christmas is our deadline.',
  'We go live on New Year''s Eve.', 'We go live on New Year''s Day.', 'We begin in the new year.', 'The sale begins on Thanksgiving [2].', 'Everything is ready by Christmas, as agreed.',
  'Wir öffnen an Weihnachten.', 'Vor Ostern ist alles fertig.', 'Nach Pfingsten beginnen wir [2].', 'Der Shop öffnet zu Neujahr.', 'Bis Silvester ist alles fertig.', 'Am Heiligabend ruht die Arbeit.', 'Am Karfreitag pausieren wir.'
  ], 'On time', 'date_unsourced', 'a day with a name needs a source');
select pg_temp.all_blocked(array[
  'The release is at noon.', 'The release is at midday [3].', 'The server restarts at midnight.', 'Am Mittag sind wir fertig.', 'Der Server startet um Mitternacht.', 'Wir liefern bis Mittag [3].'
  ], 'On time', 'figure_unsourced', 'a time with a name needs a source');
select pg_temp.none_blocked(array[
  'The shop opens at Christmas [2].', 'Der Shop öffnet an Weihnachten [2].', 'It opens at noon [2].', 'It opens at midday [2].', 'Der Shop öffnet am Mittag [2].', 'The test ends at midnight [2].', 'Die Tests enden vor Ostern [2].',
  'The Christmas campaign needs photos.', 'The Easter egg was removed.', 'Merry Christmas and a happy New Year!', 'We wish you a happy new year.', 'Wir wünschen frohe Weihnachten.', 'Die Weihnachtskampagne braucht Fotos.',
  'This afternoon we met.', 'The button is midnight blue.', 'Am Nachmittag sind wir da.', 'Die Mittagspause ist kurz.', 'Das Ostergeschäft läuft.', 'The Easter banner is live.'
  ], 'On time', 'a day or time with a name has a source, or the word names no day');

select * from finish();
rollback;
