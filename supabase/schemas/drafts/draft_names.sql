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
    ) as owner (name)
    cross join lateral regexp_split_to_table(owner.name, '[\s,]+') as part
    where part ~ '^[[:upper:]]' and char_length(part) >= 3
      and (position(part in content) > 0 or position(upper(part) in content) > 0)
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
    'accounting board colleagues compliance design development editorial editors engineering everybody finance legal '
    'logistics management marketing merchandising operations procurement production purchasing sales security service '
    'staff stakeholders support testers users visitors warehouse '
    'checkout leadership login search '
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

-- The names of people that a sentence contains, without those that the organization knows: { name, is_person }. A name
-- is a run of words that may name a person, with "von" and the like between them. is_person: the run has a given
-- name, two words or more, or a verb of speech beside it; otherwise it may also be the name of a thing.
-- context: { language, classes, names, people, vocabulary } of the card.
create or replace function private.unknown_names(sentence text, is_title boolean, context jsonb)
returns table (name text, is_person boolean)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_classes constant jsonb := context -> 'classes';
  v_known_names constant text[] := array(select lower(entry) from jsonb_array_elements_text(context -> 'names') as entry);
  v_language text;
  v_gaps text[];
  v_words text[];
  v_class text;
  v_is_part boolean;
  v_owners text[];
  v_run text[] := '{}';
  v_is_person boolean := false;
  v_last_index integer := 0;
begin
  select array_agg(match[1] order by number), array_agg(match[2] order by number) into v_gaps, v_words
  from regexp_matches(
    private.readable_words(sentence), '([^[:alpha:]]*)(' || private.word_pattern() || ')', 'g') with ordinality as hit (match, number);
  -- Most sentences contain no such word, and a text can be long.
  if not exists (select from unnest(v_words) as word where v_classes ? lower(word)) then
    return;
  end if;
  v_language := coalesce(
    private.text_language(sentence),
    case when octet_length(sentence) <> char_length(sentence) and 2 * regexp_count(sentence, '[[:upper:][:lower:]]') < regexp_count(sentence, '[[:alpha:]]') then 'other' end,
    context ->> 'language');
  if v_language is distinct from 'de' and (position('''s' in sentence) > 0 or position(U&'\2019s' in sentence) > 0) then
    -- "Baker's texts" names a person, but "the baker's texts" does not.
    v_owners := array(
      select match[1] from regexp_matches(sentence, '(?<!\m(?:[Tt]he|[Aa]n?|[Oo]ur|[Yy]our|[Tt]heir|[Tt]his|[Ee]very|[Ee]ach) )\m([[:upper:]][[:lower:]]+)[''\u2019]s\M', 'g') as match);
  end if;
  for v_index in 1 .. cardinality(v_words) loop
    v_class := case when lower(v_words[v_index]) <> all (v_known_names) then v_classes ->> lower(v_words[v_index]) end;
    continue when v_class is null and not v_is_person;
    continue when v_class = 'german' and v_language = 'de';
    v_is_part := coalesce(private.is_name_at(v_index, v_words, v_gaps, v_class, v_classes, v_language, is_title)
      or v_class in ('person', 'surname') and v_words[v_index] = any (v_owners), false);
    if v_is_part and v_last_index > 0 and private.is_joined(v_last_index, v_index, v_words, v_gaps)
      or not v_is_part and v_is_person and private.is_joined(v_last_index, v_index, v_words, v_gaps)
        and private.continues_name(v_words, v_index, v_index - v_last_index, v_class, v_known_names, v_language, is_title, context)
    then
      v_run := v_run || v_words[v_index];
      v_is_person := true;
      v_last_index := v_index;
    elsif v_is_part then
      if v_run <> '{}' then
        return query select array_to_string(v_run, ' '), v_is_person;
      end if;
      v_run := array[v_words[v_index]];
      v_is_person := v_class in ('given', 'either') or coalesce(context -> 'people', '[]') ? lower(v_words[v_index]);
      v_last_index := v_index;
    end if;
  end loop;
  if v_run <> '{}' then
    return query select array_to_string(v_run, ' '), v_is_person;
  end if;
end;
$$;
comment on function private.unknown_names(text, boolean, jsonb) is 'Words of a sentence that read like the name of a person.';

-- Whether the word at an index names a person, or may do so.
create or replace function private.is_name_at(
  index integer, words text[], gaps text[], class text, classes jsonb, language text, is_title boolean
)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_word constant text := words[index];
  -- A session caches few patterns, so simple comparisons use none. Scripts such as Chinese have no capitals; their words
  -- read like names only in an English or a German sentence.
  v_is_capital constant boolean := left(v_word, 1) <> lower(left(v_word, 1))
    or left(v_word, 1) = upper(left(v_word, 1)) and coalesce(language in ('en', 'de'), false);
  v_is_first constant boolean := index = 1
    or translate(gaps[index], E'.!?:;"(/|\u2022\u2026\n', '') <> gaps[index] or ' ' || gaps[index] like '% - %';
  v_next_word constant text := words[index + 1];
  -- The next word of a name, after "von" and the like.
  v_next_index constant integer := (
    select min(next_index) from generate_series(index + 1, index + 3) as next_index
    where left(words[next_index], 1) = upper(left(words[next_index], 1)) and private.is_joined(index, next_index, words, gaps));
begin
  if class is null or char_length(v_word) < 2 then
    return false;
  elsif class = 'given' then
    return v_is_capital or char_length(v_word) >= 5
      or char_length(v_word) >= 3 and language in ('en', 'de') and v_word <> all (private.short_names_like_words());
  elsif not v_is_capital then
    return false;
  elsif class in ('person', 'surname', 'german_person', 'german_surname', 'rare') then
    return private.is_surname_at(index, words, gaps, class, classes, language, is_title);
  elsif class = 'either' then
    return language = 'de' and private.is_surname_at(index, words, gaps, 'person', classes, language, is_title) or coalesce(classes ->> lower(words[v_next_index]) in ('given', 'unknown'), false)
      or language is distinct from 'de' and not is_title and left(v_word, 2) <> upper(left(v_word, 2)) and case
        when v_is_first then coalesce(btrim(gaps[index + 1], ' ') = ''
          and v_next_word in ('will', 'has', 'is', 'was', 'can', 'could', 'would', 'should', 'must', 'may', 'needs', 'wants', 'sends', 'delivers', 'takes', 'does', 'says', 'and', 'or')
          and (v_next_word not in ('and', 'or') or left(words[index + 2], 1) <> lower(left(words[index + 2], 1))), false)
        else true end;
  elsif char_length(v_word) <= 4 and v_word = upper(v_word) and v_word <> lower(v_word) then
    -- An acronym is not a name.
    return false;
  elsif language = 'de' then
    return class = 'unknown' and char_length(v_word) >= 3 and private.is_bare(index, words, gaps);
  elsif language = 'other' then
    return class = 'unknown' and not v_is_first;
  end if;
  return true;
end;
$$;

-- Whether a German noun has no article, adjective or second part, as names have none: "mit Petra", but "die Seite".
create or replace function private.is_bare(index integer, words text[], gaps text[])
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_articles constant text[] :=
    '{der,die,das,den,dem,des,ein,eine,einen,einem,einer,eines,kein,keine,keinen,keinem,keiner,unser,unsere,unseren,unserem,unserer,unseres,ihr,ihre,ihren,ihrem,ihrer,ihres,sein,seine,seinen,seinem,seiner,dies,diese,diesen,diesem,dieser,dieses,jede,jeden,jedem,jeder,jedes,alle,allen,aller,beide,beiden,welche,manche,einige,einigen,mehrere,mehreren,viele,vielen,im,am,zum,zur,beim,vom,ins,ans,pro,je}';
begin
  return case
    when gaps[index + 1] = '-' or gaps[index] = '-' then false
    when index = 1 or gaps[index] = '' or btrim(gaps[index], ' ') <> '' then true
    when lower(words[index - 1]) = any (v_articles) then false
    -- The word before is an adjective that has an article or preposition before it, or that begins the sentence.
    when char_length(words[index - 1]) >= 3 and (right(words[index - 1], 1) = 'e' or right(words[index - 1], 2) in ('en', 'em', 'er', 'es'))
      and (left(words[index - 1], 1) <> lower(left(words[index - 1], 1)) and index = 2 or left(words[index - 1], 1) <> upper(left(words[index - 1], 1))
        and (lower(words[index - 2]) = any (v_articles)
          or words[index - 2] in ('mit', 'für', 'in', 'an', 'auf', 'von', 'bei', 'nach', 'ohne', 'durch', 'um', 'aus', 'über', 'unter', 'und')))
      then false
    else true end;
end;
$$;

-- Whether two words belong to one name: nothing but a space, a hyphen, an initial or a word such as "von" is between
-- them.
create or replace function private.is_joined(first_index integer, second_index integer, words text[], gaps text[])
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return second_index - first_index <= 3
    and not exists (select from generate_series(first_index + 1, second_index) as index where btrim(replace(gaps[index], '. ', ' '), ' -''') <> '')
    and not exists (
      select from generate_series(first_index + 1, second_index - 1) as index
      where char_length(words[index]) > 1 and lower(words[index]) <> all (private.name_connector_words()));
end;
$$;

-- The words within a name.
create or replace function private.name_connector_words()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select '{von,van,vom,de,der,den,del,della,di,da,dal,dos,das,du,des,la,le,ten,ter,te,zu,zum,zur,af,av,bin,al,el}'::text[] $$;

-- A pattern of the words within a name, and of an initial.
create or replace function private.name_connectors()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select '(?:' || array_to_string(private.name_connector_words(), '|') || '|[[:alpha:]])' $$;

-- Whether a word after a name is part of it: in English nearly every capitalized word is, in German only a given name
-- or an unknown word.
create or replace function private.continues_name(
  words text[], index integer, distance integer, class text, known_names text[], language text, is_title boolean,
  context jsonb
)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_word constant text := words[index];
begin
  return left(v_word, 1) <> lower(left(v_word, 1)) and char_length(v_word) >= 2 and lower(v_word) <> all (known_names)
    and not context -> 'vocabulary' ? lower(v_word)
    and (coalesce(class in ('unknown', 'given') or class in ('person', 'surname', 'german_person', 'german_surname', 'rare') and not is_title, false)
      or distance = 1 and language is distinct from 'de' and not is_title and left(v_word, 2) <> upper(left(v_word, 2)));
end;
$$;

-- Names beside a verb of speech, except words that begin sentences or are common nouns. In German, a word before such a
-- verb is just as often its object, as in "Texte ergänzt".
create or replace function private.speaking_names(sentence text, vocabulary text[], classes jsonb)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_excluded_words text[];
  v_articles constant text[] :=
    '{the,a,an,our,your,their,this,that,new,its,his,her,each,every,der,die,das,den,dem,des,ein,eine,einen,einem,einer,eines,unser,unsere,unseren,ihr,ihre,ihren}';
begin
  if translate(sentence, '*', '') !~ private.speech_pattern() then
    return '{}';
  end if;
  v_excluded_words := private.words_that_are_not_names() || vocabulary;
  return array(
    select name
    from regexp_matches(translate(sentence, '*', ''), private.speech_pattern(), 'g') as match
    -- In "As Petra said", the name is the second word.
    cross join lateral unnest(array[
      case when lower(match[1]) <> all (v_excluded_words) then match[1] when lower(match[1]) <> all (v_articles) then match[2] end, match[3],
      case when lower(match[4]) <> all (v_excluded_words) then match[4] when lower(match[4]) <> all (v_articles) then match[5] end, match[6]]) as candidates (name)
    where lower(name) <> all (v_excluded_words)
      -- An ordinary word in the plural names several people, as in "Partners signed".
      and (match[1] is null or name !~ '[^s]s$' or classes ? lower(name))
      and (match[4] is null or match[4] in ('Frau', 'Herr') or coalesce(classes ->> lower(name), 'german') <> 'german')
      and (match[4] is null and match[6] is null
        or name !~ '(ung|ungen|heit|keit|schaft|tion|tionen|tät|plan|liste|brief|mail|ticket|protokoll|briefing|konzept|dokument)$'));
end;
$$;

-- A name with a verb of speech after it, or with "according to" and the like before it.
create or replace function private.speech_pattern()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '\m([[:upper:]][[:lower:]]+)(?:\s+([[:upper:]][[:lower:]]+))?:?\s+(?:said|says|wrote|writes|asked|asks|confirmed|confirms|agreed|agrees|promised|requested|reported|approved|decided|told|thinks|wants|expects|suggested|insisted|signed|noted|stated|explained|added|announced|demanded)\M'
    || '|(?:[Aa]ccording to|said|says|(?:confirmed|approved|signed|requested|reported|decided|stated|promised) by|(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herr|Frau)\.?)\s+([[:upper:]][[:lower:]]+)'
    -- In German, a common noun has an article: "Der Kunde bestätigt".
    || '|(?<!\m(?:[Dd]er|[Dd]ie|[Dd]as|[Dd]em|[Dd]en|[Ee]ine?|[Uu]nsere?|[Ii]hre?|[Kk]eine?|[Jj]ede[rs]?) )\m([[:upper:]][[:lower:]]+)(?:\s+([[:upper:]][[:lower:]]+))?:?\s+'
    || '(?:sagte?|schrieb|schreibt|fragte?|bestätigte?|meinte?|erklärte?|ergänzte?|betonte?|berichtete?|forderte?|wünschte?|versprach|verspricht|genehmigte?|kündigte? an|stimmte? zu'
    || '|hat\s(?:[^.!?"]{0,60}\s)?(?:gesagt|bestätigt|zugesagt|zugestimmt|genehmigt|freigegeben|versprochen|geschrieben|erklärt|gebeten|entschieden))\M'
    || '|(?:[Ll]aut|[Gg]emäß|(?:bestätigt|genehmigt|freigegeben|gewünscht|zugesagt) (?:von|durch))\s+(?:(?:Frau|Herrn?)\s+)?([[:upper:]][[:lower:]]+)'
$$;
