-- A word that can be a person's name counts as one, unless a source of the card contains it or it is a known word of the
-- language.
begin;
select plan(214);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at) values
  (tests.id('kickoff'), tests.id('North'), 'meeting', tests.id('alpha'), 'Kick-off', 1, '2026-03-02 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id(entries.name), tests.id('North'), tests.id('kickoff'), 1, entries.number, entries.content, '{}', sources.scope_id
from (values
  ('words', 0, 'Petra Hartung and Maria von der Leyen bring the texts into Zorgtool. We will mark them. Thomas Winter helps.'),
  ('other', 1, 'Grant Muster pays. The vendor is Quibblesoft.')
) as entries (name, number, content)
join public.sources on sources.id = tests.id('kickoff');

create function pg_temp.cite(passage text) returns jsonb language sql as $$
  select jsonb_build_object('role', 'evidence', 'source_id', source_id, 'chunk_id', id, 'quote', content)
  from public.passages where id = tests.id(passage)
$$;
create temporary table card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha',
  jsonb_build_array(pg_temp.cite('words'), pg_temp.cite('other'))) as id;
-- The reasons why a weekly update with this text is not ready.
create function pg_temp.reasons(body text, headline text) returns setof jsonb language plpgsql as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals where id = (select id from card);
  v_card.payload := jsonb_build_object('week_of', '2026-03-02', 'headline', headline, 'body', body);
  return query select reason from public.people, jsonb_array_elements(private.approval_readiness(v_card, people)) as reason
    where people.id = tests.id('lead');
end;
$$;
create function pg_temp.codes(body text, headline text default 'On time') returns text language sql as $$
  select coalesce(string_agg(distinct reason ->> 'code', ' '), '') from pg_temp.reasons(body, headline) as reason
$$;
create function pg_temp.messages(body text, headline text) returns text language sql as $$
  select coalesce(string_agg(reason ->> 'message', ' '), '') from pg_temp.reasons(body, headline) as reason
$$;

select matches(pg_temp.codes(body), 'name_unsourced', 'an English text names a person without a source: ' || body)
from unnest(array[
  'Petra will deliver the texts.', 'Thanks to Petra.', 'Thanks to Petra for the quick review.', 'Please ask your Petra Hartung.', 'PETRA HARTUNG will deliver.',
  'Maria von der Leyen will help.', 'Jan van Dyke will join us.', 'Charles de Gaulle signs.', U&'Pe\200btra will deliver.', U&'P\200cetra H\200bartung agreed.',
  'Hartung will deliver.', 'We thank Mark for this.', 'Mark will deliver.', 'Will will deliver.', 'The texts come from petra hartung.', 'We met with Grace Oduya.',
  'Conan O''Brien will help.', 'Ronald McDonald will help.', 'J. Smith will help.', '**Dora** **Fremd** will help.', 'Реtra will help.', '王小明 will help.',
  'ToddMiller will help.', 'Bring the plan to Zoltan, please.', 'We are waiting for Xiu.']) as body;
select matches(pg_temp.codes(body, 'Wir sind im Plan'), 'name_unsourced', 'a German text names a person without a source: ' || body)
from unnest(array[
  'Petra liefert die Texte.', 'Danke an Petra.', 'Wir danken Petra Hartung.', 'Wir danken Hartung.', 'Das machen wir mit Petra.', 'PETRA HARTUNG liefert.',
  'Maria von der Leyen hilft.', 'Jan van Dyke hilft uns.', U&'Pe\200btra liefert die Texte.', 'Petras Entwurf ist fertig.', 'Eure Petra Hartung hat angerufen.',
  'Die Texte kommen von Zoltan.', 'Xaver Wildgruber hilft uns.', 'Mark Hartung liefert die Texte.', 'Die Freigabe liegt bei Wildgruber.', 'Der Entwurf ist bei Petra.']) as body;

select is(pg_temp.codes(body), '', 'the names of the text have a source: ' || body)
from unnest(array[
  'Petra will deliver [1].', 'PETRA HARTUNG will deliver [1].', 'Thanks to Petra Hartung [1].', 'Petra''s texts are done [1].', 'Petras Texte sind fertig [1].',
  'Maria von der Leyen will help [1].', 'We thank Grant Muster [2].', 'We write in Zorgtool [1].', 'We write in Zorgtool.', 'Wir schreiben in Quibblesoft.',
  'Thomas Winter will help [1].']) as body;
select is(pg_temp.codes(body), 'name_unsourced', 'a source of another sentence, or of part of a name, does not support the name: ' || body)
from unnest(array[
  'Petra will deliver.', 'Petra will deliver [2].', 'Petra Winter will deliver [1].', 'Dora Winter will deliver [1].', 'We thank Mark [1].', 'Maria von Zorn will help [1].',
  'We write in Zorktool.', 'Petra Zorgtool will help.']) as body;
select is(pg_temp.codes('All is well.', headline), 'name_unsourced', 'a name in a headline needs a source: ' || headline)
from unnest(array['Update by Dora Fremd', 'Dora Fremd']) as headline;

-- Ordinary texts without names.
select is(pg_temp.messages(body, 'On time'), '', 'an English text without a name is ready: ' || body)
from unnest(array[
  'This week we finished the checkout and fixed the login on mobile devices.', 'The team tested the newsletter signup with real users.',
  'Design is done and development begins next week.', 'Testing starts once the staging server is ready.',
  'Copywriting continues; translations are with your marketing department.', 'Hosting has moved to the new server.', 'We closed the open bugs from the last review.',
  'The Style Guide was approved by the board.', 'Payments work in Germany, Austria and Switzerland.', 'Legal asked for a change to the cookie banner.',
  'We integrated Stripe and PayPal into the checkout.', 'The WordPress plugin needs an update before launch.', 'Our SEO audit found missing titles and slow pages.',
  'Accessibility: the contrast of buttons now meets WCAG.', 'Next steps:', '- Migrate the remaining articles', '- Review the Home page with you',
  '- Set up analytics and consent', 'Performance improved on the product pages.', 'Unfortunately, the supplier delayed the photos.', 'Everything else is on track.',
  'Open questions: who approves the imprint, and when do we get the logo?', 'Feedback from the workshop has been worked into the wireframes.',
  'Kickoff went well and everybody agreed on the goals.', 'The API returns prices in EUR; the CRM export is still missing.',
  'Blocked: the domain transfer waits for your registrar.', 'The GitHub repository and the Figma files are yours.', 'Invoices are now created automatically in HubSpot.',
  'Your colleagues received access to the CMS.', 'We recommend a rollback plan for the relaunch.', 'Images were compressed, fonts are now loaded locally.',
  'Loading times dropped noticeably.', 'Risk: the ERP interface is not documented.', 'Decision needed: Should guests be able to order without an account?',
  'We drafted the Terms and Conditions page and the Privacy Policy.', 'Search results now show availability.', 'Retesting of the forms is planned.',
  'Budget and timeline are unchanged.', 'Cookies and tracking were reviewed with your data protection officer.', 'Content migration is finished except for the blog.',
  'The Newsletter Sign-up form is live.', 'German and English versions are identical.', 'Print files went to the printer.',
  'Stakeholder interviews confirmed the need for a simpler menu.', 'Wireframes, prototypes and the moodboard are in the shared folder.',
  'Handover documents are ready for sign-off.', 'Rollout to all stores begins after the pilot.', 'Customer Service reported fewer calls.',
  'The iOS app and the Android app are in beta.', 'Excel exports contain all columns.', 'Brexit rules affect shipping to Northern Ireland.',
  'Typography and colors follow the brand manual.', 'Unused plugins were removed; backups run nightly.', 'Sprint Review: all stories were accepted.',
  'Refactoring of the basket is complete.', 'Monitoring alerts us when a page fails.', 'Microcopy and error messages were rewritten.',
  'Storyboards for the explainer video are done.', 'The Christmas campaign needs photos of the new products.', 'Dependencies: translation, legal review, photography.',
  'Hi everyone, here is the weekly update.', 'Kind regards, your project team', 'Scope changes are listed in the attached document.',
  'UAT begins when the test data are imported.', 'SSL certificates were renewed.', 'GDPR questions are answered.', 'Webflow, Contentful and Storyblok were compared.',
  'Headless Commerce was ruled out.', 'Checkout conversion rose, bounce rate fell.', 'A/B tests show that the green button works better.',
  'Geolocation is switched off for privacy.', 'Vouchers can be combined with discounts.', 'Chargebacks are handled by the payment provider.',
  'Shop visitors now see delivery dates.', 'Merchandising wants a landing page per season.', 'Warehouse staff were trained.']) as body;
select is(pg_temp.messages(body, 'Wir sind im Plan'), '', 'a German text without a name is ready: ' || body)
from unnest(array[
  'Diese Woche haben wir den Warenkorb fertiggestellt und den Login auf Mobilgeräten behoben.', 'Das Team hat die Newsletter-Anmeldung mit echten Nutzern getestet.',
  'Das Design ist fertig, die Entwicklung beginnt nächste Woche.', 'Tests starten, sobald der Testserver bereit ist.',
  'Texte und Übersetzungen liegen bei Ihrer Marketingabteilung.', 'Die Startseite, die Produktdetailseite und die Kategorieseiten sind abgenommen.',
  'Offene Punkte: Impressum, Datenschutzerklärung und Cookie-Banner.', 'Wir haben Stripe und PayPal in den Bezahlprozess eingebunden.',
  'Das Plugin für WordPress braucht vor dem Livegang ein Update.', 'Der SEO-Audit zeigt fehlende Titel und langsame Seiten.',
  'Barrierefreiheit: Kontraste der Schaltflächen erfüllen jetzt die Vorgaben.', 'Nächste Schritte:', '- Restliche Artikel migrieren',
  '- Startseite mit Ihnen durchgehen', '- Webanalyse und Einwilligung einrichten', 'Leider liefert der Fotograf die Bilder später.', 'Alles andere läuft nach Plan.',
  'Rückmeldungen aus dem Workshop sind in die Wireframes eingeflossen.', 'Die Schnittstelle zur Warenwirtschaft ist noch nicht dokumentiert.',
  'Entscheidung nötig: Sollen Gäste ohne Konto bestellen können?', 'Rechnungen werden jetzt automatisch in HubSpot erstellt.',
  'Ihre Kolleginnen haben Zugang zum Redaktionssystem erhalten.', 'Bilder wurden komprimiert, Schriften laden jetzt lokal.', 'Die Ladezeiten sind deutlich gesunken.',
  'Budget und Zeitplan sind unverändert.', 'Suchergebnisse zeigen nun die Verfügbarkeit.', 'Druckdaten gingen an die Druckerei.',
  'Interviews mit Stakeholdern bestätigen den Wunsch nach einem einfacheren Menü.', 'Übergabedokumente liegen zur Freigabe bereit.',
  'Nach dem Pilotbetrieb folgt der Rollout in alle Filialen.', 'Der Kundendienst meldet weniger Anrufe.', 'Excel-Exporte enthalten alle Spalten.',
  'Nicht genutzte Erweiterungen wurden entfernt; Sicherungen laufen nachts.', 'Fehlermeldungen und Hilfetexte sind neu formuliert.',
  'Die Weihnachtskampagne braucht Fotos der neuen Produkte.', 'Abhängigkeiten: Übersetzung, Rechtsprüfung, Fotografie.', 'Hallo zusammen, hier ist der Wochenbericht.',
  'Mit freundlichen Grüßen, Ihr Projektteam', 'Änderungen am Umfang stehen im Anhang.', 'Die Abnahmetests beginnen, wenn die Testdaten eingespielt sind.',
  'Zertifikate sind erneuert, Fragen zur DSGVO beantwortet.', 'Verglichen wurden Webflow, Contentful und Storyblok.', 'Gutscheine lassen sich mit Rabatten kombinieren.',
  'Lagerpersonal und Filialleitung wurden geschult.', 'Versandkosten und Lieferzeiten stehen jetzt am Produkt.',
  'Termin für die Abnahme ist mit Ihrer Rechtsabteilung abgestimmt.', 'Umgesetzt: Filter, Sortierung, Merkliste.',
  'Gestaltung und Typografie folgen dem Markenhandbuch.', 'Wartung: Sicherheitsupdates eingespielt, Protokolle geprüft.',
  'Domain und Postfächer ziehen zum neuen Anbieter um.', 'Kunden sehen ihren Bestellverlauf im Konto.', 'Risiko: Lieferant liefert Stammdaten unvollständig.',
  'Ansprechpartner auf Ihrer Seite ist die Fachabteilung.', 'Zielgruppe und Tonalität sind festgelegt.', 'Piktogramme und Illustrationen entstehen gerade.',
  'Klickprototyp und Moodboard liegen im gemeinsamen Ordner.', 'Mitarbeitende können sich per Einmalanmeldung einloggen.',
  'Bewerbungen laufen künftig über das Karriereportal.', 'Händlersuche, Kartenansicht und Öffnungszeiten sind live.', 'Unsere Seite Leistungen ist online.',
  'Die Startseite Kontakt ist fertig.', 'Wir zeigen am Ende Entwürfe.', 'Nach der Freigabe Beginn der Entwicklung.', 'Die Abstimmung Navigation ist erledigt.',
  'Messestand und Rollups sind bestellt.', 'Visitenkarten, Briefpapier und Kuverts gehen in Druck.', 'Baugenehmigung und Statik liegen vor.',
  'Elektriker und Maler beginnen nach Estrichtrocknung.', 'Suchmaschinenoptimierung: Weiterleitungen gesetzt, Metadaten ergänzt.',
  'Pressemitteilung wartet auf Freigabe.', 'Lastenheft und Pflichtenheft sind versioniert.']) as body;
select is(pg_temp.codes('Le client a validé la maquette et nous avons corrigé les textes. Les traductions arrivent dans quelques jours.', 'Bilan'), '',
  'words that begin the sentences of another language are not names');

-- Headings of a draft are text and need sources; only the words of its profile's headings are known.
create function pg_temp.readout(heading text, body text, profile_heading text default null) returns text language plpgsql as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals where id = (select id from card);
  v_card.kind := 'client_readout';
  v_card.payload := jsonb_build_object('title', 'Readout', 'sections', jsonb_build_array(jsonb_build_object('heading', heading, 'body', body)));
  if profile_heading is not null then
    insert into public.authoring_profiles (id, organization_id, key, name, kind, sections)
    values (tests.id(profile_heading), tests.id('North'), 'p' || md5(profile_heading), 'Profile', 'client_readout',
      jsonb_build_array(jsonb_build_object('heading', profile_heading, 'collects', '[]'::jsonb)));
    insert into public.evidence_packs (id, organization_id, project_id, from_on, to_on, items, created_by)
    values (tests.id('pack' || profile_heading), tests.id('North'), tests.id('alpha'), '2026-03-02', '2026-03-08', '[]', tests.id('lead'));
    insert into public.drafts (approval_id, organization_id, pack_id, profile_id, item_numbers, export, scope_id)
    values (v_card.id, tests.id('North'), tests.id('pack' || profile_heading), tests.id(profile_heading), '{}', '{}', v_card.scope_id);
  end if;
  return coalesce((
    select string_agg(reason ->> 'code', ' ')
    from jsonb_array_elements(private.source_reasons(v_card, private.approval_evidence(v_card, (select people from public.people where id = tests.id('lead'))))) as reason), '');
end;
$$;
select is(pg_temp.readout('Dora Fremd', 'All is well.'), 'name_unsourced', 'a name in a heading needs a source');
select is(pg_temp.readout('Dora Fremd', 'Dora Fremd will help.'), 'name_unsourced name_unsourced', 'a heading is not a source of a name in its section');
select is(pg_temp.readout('Petra Hartung', 'All is well.'), '', 'a heading may contain a name from any citation of the card');
select is(pg_temp.readout('Zorkwork', 'Zorkwork is done.', 'Zorkwork'), '', 'the words of the profile''s headings are known');

select * from finish();
rollback;
