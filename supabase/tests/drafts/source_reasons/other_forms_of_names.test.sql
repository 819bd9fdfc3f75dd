-- A person is named in lower case, by initials, a handle or an email address.
begin;
select plan(5);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title, published_version, occurred_at) values
  (tests.id('kickoff'), tests.id('North'), 'meeting', tests.id('alpha'), 'Kick-off', 1, '2026-03-02 09:00Z');
insert into public.passages (id, organization_id, source_id, source_version, position, content, location, scope_id)
select tests.id(entries.name), tests.id('North'), tests.id('kickoff'), 1, entries.number, entries.content, '{}', sources.scope_id
from (values
  ('words', 0, 'Anna Muster and Frau Weber call us. D. F. signs, and @dora replies from dora@client.example.'),
  ('other', 1, 'The plan is agreed.')
) as entries (name, number, content)
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
create function pg_temp.sentences(sentences text[], headline text, have_reason boolean) returns text[] language sql as $$
  with findings as materialized (
    select array(
      select reason ->> 'sentence' from pg_temp.reasons(sentences, headline) as reason where reason ->> 'code' = 'name_unsourced') as blocked)
  select array(
    select sentence from findings, unnest(sentences) as sentence
    where have_reason = (private.bare_sentence(sentence) = any (blocked)))
$$;

select is(pg_temp.sentences(array[
  'Then anna weber will help.', 'The texts come from anna.', 'We thank ida [2].', 'Please ask tim for the logo.', 'The photos are by karl.',
  'Then mr weber calls.', 'We thank mrs weber [2].', 'Ask ms weber for the logo.', 'The plan is by dr weber.', 'Ask Mr weber first.', 'Ask dr. weber first.', 'The texts are by herr weber.', 'The texts are by frau weber [2].',
  'D. F. will help.', 'The logo is by D.F. and his team.', 'We thank D. F. for this [2].', 'The text was approved by A. B. C. today [1].',
  'Ask @dora for the logo.', 'Thanks to @dora [2].', 'Ask (@karl.m) first.', 'Write to dora@client.example.', 'Write to karl.m@client.example [1].'
  ], 'On time', false), '{}', 'an English sentence names a person in another form');
select is(pg_temp.sentences(array[
  'Die Texte kommen von anna weber.', 'Wir danken ida.', 'Dann ruft herr weber an.', 'Wir danken frau weber [2].', 'Bitte mit herrn weber klären.', 'D. F. liefert die Texte.', 'Bitte fragt @dora.', 'Bitte an dora@client.example schreiben.'
  ], 'Wir sind im Plan', false), '{}', 'a German sentence names a person in another form');
select is(pg_temp.sentences(array[
  'The texts come from anna [1].', 'We thank frau weber [1].', 'D. F. will help [1].', 'D.F. will help [1].', 'Thanks to @dora [1].', 'Write to dora@client.example [1].', 'Mrs weber calls [1].'
  ], 'On time', true), '{}', 'the person has a source in another form');
select is(pg_temp.sentences(array[
  'The U.S. shop is live.', 'The U.K. shop, e.g. the home page, is live.', 'The shop opens at 9 a.m. in the U.S. [2]', 'Prices, i.e. the list, include V.A.T. now.', 'P.S. The texts are done.',
  'The pages load in under 300 ms than before [2].', 'The time in ms per page dropped.', 'The max value is stored.', 'The background is lila and rosa.', 'We use @media rules.', 'The package @mantine/core was updated.', 'Images are stored in a lib for art.',
  'The forms are live, and the items load.', 'Mrs and Mr are options of the form.', 'The van is at the dock.', 'The jan file was removed.'
  ], 'On time', true), '{}', 'an English sentence contains no person');
select is(pg_temp.sentences(array[
  'Wir prüfen z. B. die Texte, d. h. alle Seiten.', 'Z. B. die Startseite ist fertig.', 'Die Farben sind rosa und lila.', 'Der max. Wert ist gesetzt.', 'Die frau auf dem Foto lacht.', 'Die Auswahl herr oder frau entfällt.', 'Die Anrede herr und frau entfällt.',
  'Die Seite lädt u. a. die Schriften lokal.'
  ], 'Wir sind im Plan', true), '{}', 'a German sentence contains no person');

select * from finish();
rollback;
