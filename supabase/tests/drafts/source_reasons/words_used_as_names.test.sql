-- Any word can be a surname: where a sentence names a role, a title or a deed, an ordinary word is a name.
begin;
select plan(8);
select tests.two_agencies();
create temporary table card as select tests.propose('lead', 'weekly_update',
  '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well."}', 'alpha') as id;

-- The sentences of a weekly update in which a name has no source.
create function pg_temp.named(sentences text[], headline text) returns text[] language plpgsql as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals where id = (select id from card);
  v_card.payload := jsonb_build_object('week_of', '2026-03-02', 'headline', headline, 'body', array_to_string(sentences, E'\n'));
  return array(
    select reason ->> 'sentence'
    from public.people, jsonb_array_elements(private.approval_readiness(v_card, people)) as reason
    where people.id = tests.id('lead') and reason ->> 'code' = 'name_unsourced');
end;
$$;
create function pg_temp.all_name(sentences text[], headline text, description text) returns text language sql as $$
  select is(array(
    select sentence from pg_temp.named(sentences, headline) as named, unnest(sentences) as sentence
    where private.bare_sentence(sentence) <> all (named)), '{}', description)
$$;
create function pg_temp.none_names(sentences text[], headline text, description text) returns text language sql as $$
  select is(pg_temp.named(sentences, headline), '{}', description)
$$;

select pg_temp.all_name(array[
  'Our contact is Sharp.', 'Contact: Woolworth', 'Contact: Woolworth.', 'Your contact is Gamble.', 'The project lead is Crisp.',
  'Project lead: Gamble', 'Approver: Frame.', 'The new project manager is Stone.', 'Our new designer is Winter.', 'Mr Gamble will call.',
  'Mrs. Pickles has the plan.', 'Miss Root asked for a copy.', 'The texts were sent by Gamble.', 'The draft was reviewed by Pickles.',
  'The photos come from Gamble.', 'We received the logo from Speed.', 'We continue with Gamble as lead.',
  'The project goes on with Frame as project manager.', 'Gamble will deliver the texts.', 'Pickles sent the photos.',
  'Frame has approved the design.', 'Gamble wants a bigger logo.', 'Speed agreed to the plan.', 'Gamble is on vacation.',
  'Gamble didn''t answer.', 'We thank Gamble.', 'Browning will deliver the texts.', 'Then Rush called.'
  ], 'On time', 'an English sentence uses a word as a name');
select pg_temp.all_name(array[
  'Your point of contact is Pace.', 'The designer is Glass.', 'Contact person: Race.', 'Reviewer: Silver', 'Our contacts are Diamond and Marks.',
  'The lead on your side is Bright.', 'Editor: Sharp, from Monday on.', 'The responsible developer is Steel.', 'Prof. Moon joins the workshop.',
  'The invoice was signed by Hook.', 'The samples were brought by Battle.', 'We got the translations from Wall.',
  'The feedback from Case is in.', 'We are still waiting for the logo from Patch.', 'We start with Garden as editor.',
  'With Pace as coordinator, the work goes faster.', 'Root sent us the photos.', 'Pace will review the contract.', 'Silver confirmed the date.',
  'Battle promised the texts.', 'Case wrote the product texts.', 'Moon is responsible for the photos.', 'Hook has signed the plan.',
  'Yesterday Gold called.', 'On Monday, Hook approves the texts.', 'Warren and Pierce agreed to the plan.', 'If Rush agrees, we begin.',
  'Diamond thinks the button is too small.', 'Pace needs more time from us.', 'The open points are with Garrison.'
  ], 'On time', 'an English sentence that no rule was written for uses a word as a name');
select pg_temp.none_names(array[
  'Our contact is the service desk.', 'Our contact is Marketing.', 'Your contact is Support.', 'Contact: Sales', 'Contact: see the last page.',
  'Contact: The form now has fewer fields.', 'Contact: Form and map are live.', 'Project lead: to be named.', 'Approver: Legal', 'Owner: Client',
  'Status: Done', 'Priority: High', 'Result: Approved', 'The new tone is Bold.', 'The status is Open.', 'The default language is English.',
  'The main color is Green.', 'The texts were checked by Legal.', 'The list is sorted by Name.', 'Orders arrive by Email.',
  'Traffic comes from Search.', 'The button moved from Home to Checkout.', 'The photos come from Finance.', 'We start with Search as the first module.',
  'We continue with Checkout as the next step.', 'We launch with English as the first language.', 'Testing helped us.', 'Feedback helped a lot.',
  'Hosting has moved.', 'Search will work without accounts.', 'Training was useful.', 'Users asked for a dark mode.', 'Customers want faster delivery.',
  'Visitors prefer short forms.', 'Partners signed the contract.', 'Guests can order now.', 'Developers told us about the bug.',
  'Research suggests shorter forms.', 'Management approved the budget.', 'Checkout asks for consent.', 'Chat answers questions.',
  'Registration will ask for consent.', 'Payment takes less time.', 'Delivery takes longer in winter.', 'Search will suggest products.',
  'Frame rates are stable.', 'Speed improved on all pages.', 'Gold and silver are the colors of the campaign.', 'Case studies are online.',
  'Key figures are on the first page.', 'Rush orders have their own form.', 'Glass and steel dominate the photos.', 'Garden furniture is a new category.'
  ], 'On time', 'an English sentence contains the word itself');
select pg_temp.none_names(array[
  'Our contact is Accounting.', 'Contact: Support, by phone.', 'Contact: Reception', 'Editor: The toolbar is simpler.', 'Lead: Form submissions rose.',
  'Manager: Roles and rights are defined.', 'Owner: Agency', 'Reviewer: still open', 'Author: The field is optional.', 'The tone is Formal.',
  'The theme is Dark.', 'The first step is Discovery.', 'The next phase is Design.', 'The owner is Marketing.', 'Invoices are sent by Post.',
  'The texts were written by Marketing.', 'Pages are grouped by Topic.', 'Data comes from Analytics.', 'Leads from Social grew.',
  'The files were copied from Staging to Production.', 'The export from Excel works.', 'We work with Figma as the design tool.',
  'We go live with Checkout as planned.', 'Analytics shows fewer returns.', 'Hosting costs less.', 'Branding is done.', 'Onboarding was shortened.',
  'Login works on all devices.', 'Billing sends reminders.', 'Editors wrote the texts.', 'Participants agreed on the goals.', 'Subscribers like the layout.',
  'Experts reviewed the contract.', 'Managers signed the plan.', 'Leadership approved the concept.', 'Everyone approved the plan.',
  'Feedback will help us.', 'Booking takes less time.', 'Pace and tone of the video are right.', 'Battle scenes were cut from the trailer.',
  'Root access was removed.', 'Hook and headline were rewritten.', 'Patch notes are public.', 'Moon phases are shown in the calendar.',
  'Wall colors can be chosen.', 'Race results are imported.', 'Diamond rings have a new category.', 'Storage was extended.'
  ], 'On time', 'an English sentence that no rule was written for contains the word itself');

select pg_temp.all_name(array[
  'Ansprechpartner ist Klein.', 'Unsere Ansprechpartnerin ist Woolworth.', 'Kontakt: Woolworth', 'Projektleitung: Sharp', 'Herr Gamble ruft an.',
  'Frau Zimmer hat den Plan.', 'Zuständig ist Stein.', 'Verantwortlich: Frost', 'Der Entwurf wurde von Gamble geprüft.', 'Die Texte kommen von Zahn.',
  'Wir arbeiten mit Frost als Projektleiter weiter.', 'Gamble liefert die Texte.', 'Zimmer prüft das Angebot.', 'Stahl hat die Bilder geschickt.',
  'Sharp bestätigt den Termin.', 'Die Freigabe durch Frost ist erfolgt.'
  ], 'Wir sind im Plan', 'a German sentence uses a word as a name');
select pg_temp.all_name(array[
  'Die Ansprechpartnerin auf Ihrer Seite ist Frisch.', 'Kontaktperson: Gold', 'Ansprechpartner: Kraft', 'Leitung: Pickles', 'Zuständig ist Sharp.',
  'Frau Wiese übernimmt den Versand.', 'Das Logo wurde von Silver gezeichnet.', 'Die Fotos kommen von Gamble.', 'Mit Berg als Leiter geht es schneller.',
  'Wiese schickt die Fotos.', 'Gast bestätigt den Umfang.', 'Pickles übernimmt die Abnahme.', 'Holz hat die Texte freigegeben.',
  'Streit meldet sich nach dem Urlaub.', 'Die Redakteurin ist Sommer.', 'Danke an Gamble.'
  ], 'Wir sind im Plan', 'a German sentence that no rule was written for uses a word as a name');
select pg_temp.none_names(array[
  'Ansprechpartner ist Ihre Marketingabteilung.', 'Ansprechpartner auf Ihrer Seite ist die Fachabteilung.', 'Kontakt: Formular und Karte sind live.',
  'Kontakt: Telefon und Adresse', 'Zuständig ist Marketing.', 'Verantwortlich ist der Vertrieb.', 'Verantwortlich: Agentur', 'Leitung: Abstimmung läuft.',
  'Projektleitung: noch offen', 'Der Status ist Offen.', 'Die Farbe ist Grün.', 'Die Texte wurden von Experten geprüft.', 'Die Daten kommen von Kunden.',
  'Wir starten mit Suche als erstem Modul.', 'Wir arbeiten mit Figma als Werkzeug.', 'Zimmer können online gebucht werden.', 'Holz und Stahl prägen die Fotos.',
  'Gäste können ohne Konto bestellen.', 'Streit gab es nicht.', 'Zahnärzte nutzen das Formular.', 'Kunden bestätigen den Trend.', 'Nutzer melden weniger Fehler.',
  'Checkout und Suche sind fertig.', 'Support meldet weniger Anfragen.'
  ], 'Wir sind im Plan', 'a German sentence contains the word itself');
select pg_temp.none_names(array[
  'Ansprechpartner ist die Geschäftsführung.', 'Kontakt: Karte und Anfahrt', 'Ansprechpartner: Einkauf', 'Zuständig ist Support.', 'Verantwortlich ist Ihre Agentur.',
  'Redaktion: Texte sind fertig.', 'Der Ton ist Formal.', 'Die Seiten wurden von Redakteuren geprüft.', 'Die Bilder kommen von Agenturen.',
  'Wir gehen mit Checkout als Pilot live.', 'Wiesen und Felder sind auf den Fotos.', 'Sonne und Mond sind die Symbole.', 'Stahl wirkt kühl, Holz wirkt warm.',
  'Gast und Konto sind getrennt.', 'Frische Farben ersetzen das Grau.', 'Kraft und Ruhe sind die Themen.', 'Mehl und Bier haben eigene Kategorien.',
  'Marketing prüft die Texte.', 'Entwickler testen den Warenkorb.', 'Freigabe durch Marketing ist erfolgt.', 'Bestellung per Telefon bleibt möglich.',
  'Login und Konto laufen stabil.', 'Hosting kommt vom neuen Anbieter.', 'Tests bestätigen die Ladezeit.'
  ], 'Wir sind im Plan', 'a German sentence that no rule was written for contains the word itself');

select * from finish();
rollback;
