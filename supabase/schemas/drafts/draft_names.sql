-- Names of people in a text: those the organization knows, and words that read like a name.

-- The parts of known people's names that occur in a text. Only capitals count: "will" and "Will" are different words.
create or replace function private.known_names(organization_id uuid, content text)
returns text[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return array(
    select distinct part
    from (
      select people.name from public.people where people.organization_id = known_names.organization_id
      union all
      select contacts.name from public.contacts where contacts.organization_id = known_names.organization_id
    ) as known (name)
    cross join lateral regexp_split_to_table(known.name, '[\s,]+') as part
    where part ~ '^[[:upper:]]' and char_length(part) >= 3 and position(part in content) > 0
    order by part);
end;
$$;
comment on function private.known_names(uuid, text) is 'Parts of the names of an organization''s people and of the contacts of its clients.';

create or replace function private.contains_word(content text, word text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return position(word in content) > 0
    and content ~ ('\m' || regexp_replace(word, '([][\\.*+?^${}()|])', '\\\1', 'g') || '(?![[:alnum:]])');
end;
$$;

-- Capitalized words that are not names: they begin sentences and headings, or are German nouns.
create or replace function private.words_that_are_not_names()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_split_to_array(
    'a about after all also although an and any as at because before both but by client customer dear during each '
    'every everyone everybody finally first for from further has have he hello her here hi his how however i if in '
    'it its last later many meanwhile more most my new next no nobody not now of old on one only or our out over '
    'part phase please project scope several she since so some sprint step steps summary task team thanks thank that '
    'the their then there therefore these they this those three to two under until version we what when where which '
    'while who why with within without work yes yet you your deliverables deliverable timeline price progress '
    'decisions risks update statement status january february march april may june july august september october '
    'november december monday tuesday wednesday thursday friday saturday sunday '
    'aber alle allen alles als am auch auf aus bei beide beiden bis bitte da dabei danach dann das dazu dem den der des '
    'die dies diese diesen dieser dieses dritte dritten ein eine einem einen einer eines er erste ersten es für gestern '
    'heute ich ihr ihre ihren im ins ist jede jeder jedes jetzt kein keine laut letzte letzten mit nach neue neuen neuer '
    'neues noch nun nächste nächsten ob oder ohne pro seit sie sobald trotz um und unser unsere unseren vom von vor wegen '
    'weil weitere weiteren wenn wie wir während zu zum zur zwei zweite zweiten über drei '
    'abend abnahme abnahmen anfang angebot angebote antwort aufgabe aufgaben aufwand bericht budget damen datum daten '
    'ende entwurf ergebnis ergebnisse euro frage fragen frau freigabe freigaben herr herren jahr jahre kosten kunde '
    'kunden meilenstein mitte modul module monat monate monaten morgen nachmittag paket projekt projekte prozent '
    'risiken risiko schritt schritte seite seiten stand stunde stunden tag tage tagen termin termine test tests text '
    'texte thema themen umfang verlauf vertrag vormittag woche wochen zeit zeiten ziel ziele '
    'januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag', '\s+')
$$;

-- Unknown names: two capitalized words, or one beside a verb of speech. `vocabulary` has the words, in lower case,
-- that name the project, its client and the like.
create or replace function private.unknown_names(sentence text, vocabulary text[])
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_excluded constant text[] := private.words_that_are_not_names() || vocabulary;
  v_articles constant text[] :=
    '{the,a,an,our,your,their,this,that,new,its,his,her,each,every,der,die,das,den,dem,des,ein,eine,einen,einem,einer,eines,unser,unsere,unseren,ihr,ihre,ihren}';
  -- Without the asterisks of bold words.
  v_sentence constant text := translate(sentence, '*', '');
begin
  return array(
    select match[2] || ' ' || match[3]
    from regexp_matches(v_sentence, format(
      '(?:\m([[:alpha:]]+)\s+)?(?:\m(%1$s)|(?<!\m[zuido]\. ?)\m([[:upper:]]\.))\s+(?:(?:de|da|di|del|dos|van)\s+(?:la\s+|der\s+|den\s+)?)?(%1$s)\M',
      private.name_pattern()), 'g') as found (part)
    cross join lateral (select array[part[1], coalesce(part[2], part[3]), part[4]]) as listed (match)
    where lower(match[2]) <> all (v_excluded) and lower(match[3]) <> all (v_excluded)
      -- Endings of German nouns. Only the first word may not end in "ung", because some surnames do.
      and match[2] !~ '(ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|[bdghmrt]nis)$'
      and match[3] !~ '(ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten)$'
      and lower(coalesce(match[1], '')) <> all (v_articles)
    union
    select name
    from regexp_matches(v_sentence, private.speech_pattern(), 'g') as match
    -- "As Petra said": the name is the second word.
    cross join lateral unnest(array[
      case when lower(match[1]) <> all (v_excluded) then match[1] when lower(match[1]) <> all (v_articles) then match[2] end, match[3],
      case when lower(match[4]) <> all (v_excluded) then match[4] when lower(match[4]) <> all (v_articles) then match[5] end, match[6]]) as heard (name)
    where lower(name) <> all (v_excluded)
      and (match[4] is null and match[6] is null
        or name !~ '(ung|ungen|heit|keit|schaft|tion|tionen|tät|plan|liste|brief|mail|ticket|protokoll|briefing|konzept|dokument)$'));
end;
$$;
comment on function private.unknown_names(text, text[]) is 'Words of a sentence that read like the name of a person.';

-- One part of a name: Weber, Anna-Lena, McDonald, O'Brien.
create or replace function private.name_pattern()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select '(?:[OD]''|Ma?c)?[[:upper:]][[:lower:]]+(?:-[[:upper:]][[:lower:]]+)?' $$;

-- A name with a verb of speech after it, or with "according to" and the like before it.
create or replace function private.speech_pattern()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '\m([[:upper:]][[:lower:]]+)(?:\s+([[:upper:]][[:lower:]]+))?:?\s+(?:said|says|wrote|writes|asked|asks|confirmed|confirms|agreed|agrees|promised|requested|reported|approved|decided|told|thinks|wants|expects|suggested|insisted|signed|noted|stated|explained|added|announced|demanded)\M'
    || '|(?:[Aa]ccording to|said|says|(?:confirmed|approved|signed|requested|reported|decided|stated|promised) by|(?:Mr|Mrs|Ms|Dr|Herr|Frau)\.?)\s+([[:upper:]][[:lower:]]+)'
    -- German. A noun has an article: "Der Kunde bestätigt".
    || '|(?<!\m(?:[Dd]er|[Dd]ie|[Dd]as|[Dd]em|[Dd]en|[Ee]ine?|[Uu]nsere?|[Ii]hre?|[Kk]eine?|[Jj]ede[rs]?) )\m([[:upper:]][[:lower:]]+)(?:\s+([[:upper:]][[:lower:]]+))?:?\s+'
    || '(?:sagte?|schrieb|schreibt|fragte?|bestätigte?|meinte?|erklärte?|ergänzte?|betonte?|berichtete?|forderte?|wünschte?|versprach|verspricht|genehmigte?|kündigte? an|stimmte? zu'
    || '|hat\s(?:[^.!?"]{0,60}\s)?(?:gesagt|bestätigt|zugesagt|zugestimmt|genehmigt|freigegeben|versprochen|geschrieben|erklärt|gebeten|entschieden))\M'
    || '|(?:[Ll]aut|[Gg]emäß|(?:bestätigt|genehmigt|freigegeben|gewünscht|zugesagt) (?:von|durch))\s+(?:(?:Frau|Herrn?)\s+)?([[:upper:]][[:lower:]]+)'
$$;

-- The person who says a quote: the speaker of its passage, or the last name before it that a colon follows; null
-- if there is neither. In a document, "Budget:" is a heading, so only two capitalized words are a name.
create or replace function private.speaker_of(quote text, passage text, location jsonb, source_kind text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_content constant text := private.comparable_lines(passage);
  v_index constant integer := position(private.comparable_lines(quote) in v_content);
begin
  return coalesce(
    (select match[1]
     from regexp_matches(
       left(v_content, greatest(v_index, 1) - 1) || coalesce(substring(private.comparable_lines(quote) from '^[^:\n]{2,60}:'), ''),
       '(?:^|\n)\s*([[:upper:]][^:\n]{1,59}?)\s*(?:\([^()\n]*\))?:', 'g') with ordinality as listed (match, number)
     where source_kind is distinct from 'document' or match[1] ~ '^[[:upper:]][[:lower:]]+ [[:upper:]][[:lower:]]+$'
     order by listed.number desc limit 1),
    location ->> 'speaker');
end;
$$;
comment on function private.speaker_of(text, text, jsonb, text) is 'The speaker of a quote; null if the passage does not name one.';

create or replace function private.comparable_lines(content text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(private.comparable_text(line), E'\n' order by number)
  from string_to_table(content, E'\n') with ordinality as listed (line, number)
$$;
comment on function private.comparable_lines(text) is 'private.comparable_text() of each line.';

create or replace function private.is_same_name(name text, speaker text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from regexp_split_to_table(lower(name), '[^[:alnum:]]+') as part
    join regexp_split_to_table(lower(speaker), '[^[:alnum:]]+') as other on other = part and part <> '')
$$;
