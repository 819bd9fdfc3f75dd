-- A word that is also a surname, such as Baker, Stone, Richter or Klein, names a person only in some places of a sentence.
begin;
select plan(19);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at) values
  (tests.id('kickoff'), tests.id('North'), 'meeting', tests.id('alpha'), 'Kick-off', 1, '2026-03-02 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id('words'), tests.id('North'), tests.id('kickoff'), 1, 0,
  'Butler and Frau Kaiser bring the plans. The theme Hammer stays. A fisher calls.', '{}', sources.scope_id
from public.sources where sources.id = tests.id('kickoff');
create temporary table card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha',
  (select jsonb_build_array(jsonb_build_object('role', 'evidence', 'source_id', source_id, 'chunk_id', id, 'quote', content))
   from public.passages where id = tests.id('words'))) as id;

-- The reasons against approving a weekly update whose body has each sentence on its own line.
create function pg_temp.reasons(sentences text[], headline text) returns jsonb language plpgsql as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals where id = (select id from card);
  v_card.payload := jsonb_build_object('week_of', '2026-03-02', 'headline', headline, 'body', array_to_string(sentences, E'\n'));
  return (select private.approval_readiness(v_card, people) from public.people where id = tests.id('lead'));
end;
$$;
-- The sentences that contain a name without a source, or the others.
create function pg_temp.sentences(sentences text[], headline text, with_name boolean) returns text[] language sql as $$
  with findings as materialized (
    select array(
      select reason ->> 'sentence' from jsonb_array_elements(pg_temp.reasons(sentences, headline)) as reason
      where reason ->> 'code' = 'name_unsourced') as name_sentences)
  select array(
    select sentence from findings, unnest(sentences) as sentence
    where with_name = (private.bare_sentence(sentence) = any (name_sentences)))
$$;
-- Tests that all of the sentences, or none, contain a name without a source.
create function pg_temp.all_name(sentences text[], headline text, description text) returns text language sql as $$
  select is(pg_temp.sentences(sentences, headline, false), '{}', description)
$$;
create function pg_temp.none_names(sentences text[], headline text, description text) returns text language sql as $$
  select is(pg_temp.sentences(sentences, headline, true), '{}', description)
$$;

select pg_temp.all_name(array[
  'Baker will deliver on Friday.', 'Baker confirms the date.', 'Hunter approved it.', 'We agreed with Baker that the texts come later.',
  'The texts come from Cook.', 'The draft was reviewed by Fisher.', 'Please send the logo to Taylor.', 'Thanks to Walker for the photos.',
  'Mr Stone will call.', 'Ms. Field has the plan.', 'Dr. Young joins the workshop.', 'Carpenter and Potter will help.', 'We met Parker.',
  'We asked Porter for the logo.', 'Shepherd has approved the design.', 'Turner is on vacation.', 'The decision lies with Knight.',
  'We are waiting for Bishop.', 'Marshall sends the texts.', 'Brown will test the forms.', 'As agreed with Black, the blog stays.',
  'White wants a bigger logo.', 'According to Green, the server is ready.', 'King decides on the colors.',
  'After the call with Long, we changed the menu.', 'Potter is responsible for the photos.', 'The workshop with Bell went well.',
  'Fox needs another week.', 'Baker''s texts are done.', 'Hill and Woods reviewed the plan.', 'Baker, our contact, was ill.',
  'Cooper is our new contact.', 'The approval of Price is missing.', 'Yesterday Archer called.', 'Then Archer left the project.',
  'Mrs. Rice asked for a copy.', 'The meeting with Church was moved.', 'Swift can join the call.', 'We thank Singer.',
  'The call with Baker and Cook is over.', 'Cross would like a larger font.', 'Judge does not agree.', 'Waters promised the photos.',
  'Unfortunately, Weaver is ill.', 'The photos were taken by Frost.', 'Steele prefers the first version.', 'We told Bush about the delay.',
  'The texts are with Carver.', 'Banks has signed the plan.', 'Snow didn''t answer.', 'Next week Barber brings the samples.',
  'Chandler wrote the product texts.', 'We discussed the menu with Fletcher.', 'Hayward will look at the forms tomorrow.',
  'Marsh has not replied yet.', 'The logo was drawn by Palmer.', 'Spencer and Thatcher joined the call.', 'Ask Gardner about the domain.',
  'The invoice goes to Sawyer.', 'On Monday, Draper approves the texts.', 'Mr. Temple is our new contact.', 'Stokes and Frost agreed to the plan.',
  'Byrd and Pike like the new layout.', 'Moss thinks the button is too small.', 'When Forester is back, we continue.', 'If Glover agrees, we begin.',
  'The feedback from Peck is in.', 'Barnes is looking forward to the launch.', 'Wolfe asked for changes.',
  'Thank you, Packard and Brewer, for the photos.', 'Webster can''t attend the review.', 'Farmer told us to wait.',
  'The open points are with Skinner and Rivers.'], 'On time', 'an English sentence names a person by a surname that is a word');
select pg_temp.none_names(array[
  'The baker delivers the bread himself.', 'Price and timeline are unchanged.', 'Long texts were shortened.',
  'White space was added to the Home Page.', 'Green buttons work better.', 'Brown and green are the new colors.', 'Young visitors like the video.',
  'Church visitors see the calendar.', 'Field tests begin soon.', 'Stone textures were replaced.', 'Page titles are shorter.',
  'Cook times are listed with each recipe.', 'Walker routes are shown on the map.', 'Sharp images load first.', 'Price changes are listed below.',
  'The Price List is attached.', 'Prices in the Price List were checked.', 'The Summer Sale page is live.', 'The Bell icon opens the notifications.',
  'The Fox logo was redrawn.', 'The King Size bed has new photos.', 'Cross-selling works on the product pages.',
  'Judge for yourself: the new menu is shorter.', 'Bishop Street is the delivery address.', 'Fields are validated on entry.',
  'Woods, stones and metals are now separate categories.', 'Water and power are paid by the landlord.', 'Parks and gardens are listed on the map.',
  'Hill walking tours can be booked online.', 'Power users get shortcuts.', 'Best wishes from the whole team.', 'Small fixes went live.',
  'Strong passwords are required.', 'Rich text works in the editor.', 'Major changes are listed below.', 'Case studies are online.',
  'Archive pages, Author pages and Tag pages are live.', 'Text and images follow the Style Guide.', 'Winter is the busiest season.',
  'Our Banks page is live.', 'Price is unchanged.', 'Green is the color of the logo.', 'Black is easier to read than gray.',
  'The logo exists in Black and in White.', 'The shop sells to bakers and cooks.', 'In May and August the office is closed.',
  'Wood works better than stone in the photos.', 'Snow falls in the header of the Christmas page.', 'The new Butler theme is in use.',
  'The menu item Service moved to the top.', 'Page speed improved, and Star ratings are shown.', 'Day passes can be bought online.',
  'Love letters is the title of the campaign.', 'Law firms use the form most.', 'Marshall Islands was added to the list of countries.',
  'Marsh plants are a new category.', 'Temple tours can be booked again.', 'Moss and fern have new photos.',
  'Frost protection is the theme of the campaign.', 'Farmer markets are listed by region.', 'The Driver app is in beta.',
  'Bridge loans have their own page.', 'Best practices were documented.', 'Light and dark modes are finished.',
  'Cash payments are no longer possible.', 'Steel and glass are the main materials.', 'Fresh bread photos replaced the old ones.',
  'Cotton shirts have a size chart.', 'The Garden Center page is live.', 'Fish and meat are separate categories now.',
  'Chance visitors leave sooner than subscribers.', 'Lane names are shown on the map.', 'Star ratings help customers decide.',
  'The Porter Hotel is our reference.', 'Salt, Sugar and Pepper are the names of the themes.', 'Day and night tariffs are explained.',
  'Court dates are imported every night.', 'Forest paths have their own color.', 'Bell tones were replaced by silent notifications.'], 'On time', 'an English sentence names no person by a word that is also a surname');
select pg_temp.all_name(array[
  'Richter liefert die Texte.', 'Frau Richter liefert die Texte.', 'Koch prüft das Angebot.', 'Wir haben das mit Bauer abgestimmt.',
  'Herr Schneider ruft an.', 'Die Freigabe kommt von Fischer.', 'Danke an Jäger.', 'Weber hat die Bilder geschickt.', 'König ist im Urlaub.',
  'Wir warten auf Schreiber.', 'Schäfer möchte ein größeres Logo.', 'Der Entwurf liegt bei Zimmermann.', 'Kaiser und Förster testen die Formulare.',
  'Laut Vogel ist der Server bereit.', 'Maurer bestätigt den Umfang.', 'Das klären wir mit Frau Wolf.', 'Klein übernimmt die Abnahme.',
  'Schwarz braucht noch eine Woche.', 'Wir fragen Gärtner.', 'Die Rückmeldung von Kaufmann fehlt.', 'Heute hat Sattler angerufen.',
  'Glaser kommt zum Workshop.', 'Bitte schicken Sie das Logo an Pfeiffer.', 'Kellner wird die Bilder liefern.', 'Baker liefert die Texte.',
  'Wagner und Richter sind einverstanden.', 'Stein schickt die Fotos.', 'Dr. Fuchs nimmt teil.', 'Frank liefert die Texte.',
  'Wir haben mit Klein gesprochen.', 'Laut Herrn Lang ist alles fertig.', 'Petra Richter liefert die Texte.',
  'Gestern wurde der Entwurf von Maurer freigegeben.', 'Die Fotos macht Töpfer.', 'Wolf übernimmt den Test.', 'Becker liefert die Bilder.',
  'Schulze hat die Texte freigegeben.', 'Mit Ziegler haben wir den Umfang geklärt.', 'Die Frage geht an Hartmann.',
  'Krüger und Schmidt prüfen den Entwurf.', 'Hahn meldet sich nach dem Urlaub.', 'Von Sommer fehlt noch die Antwort.', 'Metzger will mehr Kontrast.',
  'Herr Stark übernimmt den Versand.', 'Töpfer und Pfarrer waren dabei.', 'Lang bestätigt den Termin.', 'Braun bittet um einen Rückruf.',
  'Das Feedback kommt von Ritter.', 'Sobald Schuster antwortet, geht es weiter.', 'Kraus schickt das Logo.', 'Unser Ansprechpartner ist Seiler.',
  'Schmied findet die Farben gut.', 'Adler prüft die Rechnung.'], 'Wir sind im Plan', 'a German sentence names a person by a surname that is a word');
select pg_temp.none_names(array[
  'Der Richter liest die Texte.', 'Ein Koch prüft die Rezepte.', 'Unser Fotograf liefert die Bilder.', 'Die Bauern im Umland liefern Gemüse.',
  'Elektriker und Maler beginnen nach Estrichtrocknung.', 'Als Koch braucht man Zeit.', 'Der Vogel im Logo ist neu.',
  'Mit Stein und Holz wirkt der Shop wärmer.', 'Weiß und Schwarz sind die neuen Farben.', 'Schwarz wirkt ruhiger als Grau.',
  'Kurze Texte wirken besser.', 'Klein und Groß sind jetzt einheitlich.', 'Winter und Sommer haben eigene Seiten.',
  'Im Herbst beginnt die Kampagne.', 'Berufe im Filter: Koch, Schneider, Fischer.', 'Die Filter heißen Koch, Bäcker und Metzger.',
  'Kundin oder Kunde wählt die Größe.', 'Risiko: Lieferant liefert Stammdaten unvollständig.', 'Jäger und Sammler ist der Titel der Ausstellung.',
  'Kaiserwetter für die Fotos.', 'Gärtnerei und Försterei sind online.', 'Die Seite Kaufmann im Einzelhandel ist fertig.',
  'Die Ausbildung zum Koch ist jetzt verlinkt.', 'Die Arbeit als Maurer und Zimmermann wird vorgestellt.', 'Stellenanzeige: Koch gesucht.',
  'Im Mai und im August ist das Büro geschlossen.', 'Die Kategorie Vogel heißt jetzt Tiere.', 'Stein wirkt hochwertig, Holz wirkt warm.',
  'Berg und Tal sind auf den Fotos zu sehen.', 'Unser Bäcker hat neue Fotos.', 'Kraft und Ausdauer sind die Themen der Kampagne.',
  'Der Wolf bleibt das Maskottchen.', 'Winter ist die stärkste Saison.', 'Fuchs und Hase sind die Maskottchen.',
  'Für Jäger gibt es eine eigene Seite.', 'Die Bilder zeigen Stern und Mond.', 'Lange Ladezeiten sind behoben.', 'Keller und Dach kommen später.',
  'Sommer und Herbst bekommen eigene Farben.', 'Der Adler im Wappen ist neu gezeichnet.', 'Starke Bilder ersetzen lange Texte.',
  'Metzger und Bäcker finden ihre Produkte schneller.', 'Ritter und Burgen sind die Themen der Ausstellung.',
  'Ein Maurer sucht im Shop nach Kellen.', 'Braun bleibt die Farbe der Marke.', 'Der Schmied hat ein neues Bild.',
  'Zum Müller führt jetzt ein Link.', 'Wein und Käse haben eigene Kategorien.', 'Stark besuchte Seiten laden schneller.',
  'Für Lehrer gibt es Rabatt.', 'Schneider gesucht: Die Stellenanzeige ist online.', 'Bürger können Termine buchen.',
  'Lehrer und Schüler nutzen die App.', 'Berge und Seen sind auf der Karte.', 'Weiß auf Schwarz ist schlecht lesbar.',
  'Kaufleute und Handwerker sind die Zielgruppe.', 'Tischler zeigen ihre Arbeiten in der Galerie.'], 'Wir sind im Plan', 'a German sentence names no person by a word that is also a surname');

-- Headlines often capitalize every word, so a capital does not indicate a name.
create function pg_temp.headline_names(headline text) returns boolean language sql as $$
  select exists (
    select from jsonb_array_elements(pg_temp.reasons('{All is well.}', headline)) as reason where reason ->> 'code' = 'name_unsourced')
$$;
select is(array(select headline from unnest(array[
  'Price and Timeline', 'Green Light for the Launch', 'Field Report and Open Questions', 'Young Fashion and White Label Shop',
  'Stone Age Exhibition', 'Hunter Green as Brand Color', 'Next Steps for Page Speed', 'Cook Book Relaunch', 'Winter Campaign in May',
  'Schneider und Koch als neue Berufe', 'Weiß und Schwarz', 'Neue Seiten für Jäger']) as headline
  where pg_temp.headline_names(headline)), '{}', 'a headline names no person by words that are also surnames');
select is(array(select headline from unnest(array['Update by Baker', 'Workshop with Carpenter', 'Abstimmung mit Frau Richter']) as headline
  where not pg_temp.headline_names(headline)), '{}', 'a headline names a person after a preposition');

-- A source supports a name that its text contains with a capital.
select is(pg_temp.sentences(array[sentence], 'On time', true), '{}', 'a source that contains the name supports it: ' || sentence)
from unnest(array['Butler will bring the plans.', 'We agreed with Butler.', 'Kaiser bringt die Pläne.', 'Wir haben mit Kaiser gesprochen.', 'Hammer prüft es.']) as sentence;
select is(pg_temp.sentences(array[sentence], 'On time', false), '{}', 'a source with another name, or with the word in lower case, does not support the name: ' || sentence)
from unnest(array['Fisher will bring the plans.', 'Butler and Fisher will bring the plans.', 'Petra Butler will bring the plans.', 'Richter bringt die Pläne.']) as sentence;

-- A sentence that states a person's title, or that the person said something, must cite its source.
select is(pg_temp.sentences(array[sentence], 'On time', false), '{}', 'a sentence with a person''s title or statement is refused without a citation: ' || sentence)
from unnest(array['Mr Butler will bring the plans.', 'Butler confirmed the plans.']) as sentence;
select is(pg_temp.sentences(array[sentence], 'On time', true), '{}', 'a sentence with a person''s title or statement is accepted with a citation: ' || sentence)
from unnest(array['Butler confirmed the plans [1].', 'Frau Kaiser bringt die Pläne [1].']) as sentence;

select * from finish();
rollback;
