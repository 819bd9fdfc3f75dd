-- Words that are also surnames, such as Baker, Stone, Richter and Klein: only the words around them show whether
-- they name a person.

-- Whether a capitalized word that is also a surname names a person at an index of a sentence.
create or replace function private.is_surname_at(
  index integer, words text[], gaps text[], class text, classes jsonb, language text, is_title boolean
)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_first constant boolean := index = 1
    or translate(gaps[index], E'.!?:;"(/|\u2022\u2026\n,', '') <> gaps[index] or ' ' || gaps[index] like '% - %';
  v_previous_word constant text := case when not v_is_first and gaps[index] <> '' and btrim(gaps[index], ' ') = '' then words[index - 1] end;
  v_next_word constant text := case when gaps[index + 1] <> '' and btrim(gaps[index + 1], ' ') = '' then words[index + 1] end;
begin
  if left(words[index], 2) = upper(left(words[index], 2)) or right(gaps[index], 1) = '-' or left(gaps[index + 1], 1) = '-' then
    return false;
  elsif language = 'other' then
    return false;
  elsif class = 'rare' then
    return not is_title and private.is_rare_surname_at(index, words, gaps, classes, language, v_is_first, lower(v_previous_word), v_next_word);
  elsif language = 'de' then
    return private.is_german_surname_at(index, words, gaps, class, classes, v_is_first, v_previous_word, v_next_word);
  elsif class like 'german%' then
    -- In an English sentence, a capitalized German word is a name.
    return not is_title;
  elsif left(v_next_word, 1) <> lower(left(v_next_word, 1)) or v_previous_word ~* private.english_determiners() then
    -- A capital after the word, or an article before it, shows a title: the Price List, the Field Guide.
    return false;
  elsif v_is_first then
    return not is_title and private.is_english_subject(index, words, gaps, class, classes);
  elsif is_title then
    return v_previous_word in ('by', 'with') and class = 'person';
  elsif left(v_previous_word, 1) <> lower(left(v_previous_word, 1)) then
    -- The second word of a sentence can be a name; otherwise two capitals are a title: Landing Page.
    return index = 2 and lower(v_previous_word) = any (private.words_that_are_not_names() || '{yesterday,today,tomorrow,meanwhile,thanks,ask,tell,call,meet,contact,according}'::text[]);
  elsif v_previous_word in ('and', 'or') then
    return coalesce(classes ->> lower(words[index - 2]) in ('given', 'either', 'person', 'surname', 'unknown')
      and words[index - 2] ~ '^[[:upper:]][[:lower:]]', false)
      or private.is_english_subject(index, words, gaps, class, classes);
  end if;
  return v_previous_word !~ '^(in|on|at|into|onto|under|over|as|called|named|titled|labell?ed|like|use|uses|using|used|see|choose|select|click|open|press|add|remove|edit|becomes?)$'
    and (class = 'person' or v_previous_word !~ '^(is|are|was|were)$')
    -- After an article and an adjective, the word names a thing: a new Page.
    and not (words[index - 2] ~* private.english_determiners() and gaps[index - 1] ~ '^ +$')
    or private.is_english_subject(index, words, gaps, class, classes);
end;
$$;

-- Whether a word that is rarely a surname, such as Case, names a person at an index of a sentence: it is the subject of a
-- verb of people, or another word beside it shows that it names a person. "before" is in lower case.
create or replace function private.is_rare_surname_at(
  index integer, words text[], gaps text[], classes jsonb, language text, is_first boolean, before text, after text
)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if language = 'de' then
    return private.is_bare(index, words, gaps) and coalesce(case
      when is_first or before in ('dass', 'weil', 'wenn', 'ob', 'sobald', 'falls', 'aber', 'denn') then
        private.acts_in_german(index, words, gaps)
      when before in ('von', 'durch', 'an', 'bei') then
        words[index - 2] ~ '^([kK]ommen|[kK]ommt|[sS]tammen|[sS]tammt|[dD]anke|[dD]ank|liegen|liegt)$'
        or before in ('von', 'durch') and private.has_german_final_verb(index, words, gaps)
      else false end, false);
  elsif left(after, 1) <> lower(left(after, 1)) then
    -- Two capitals are a title: Case Study.
    return false;
  elsif is_first or before in ('if', 'when', 'as', 'because', 'that', 'and', 'or', 'but', 'then', 'yesterday', 'today', 'once', 'while', 'since', 'so', 'now') then
    return private.is_english_subject(index, words, gaps, 'surname', classes);
  elsif before = 'from' then
    return coalesce(after <> 'to', true)
      and words[index - 2] ~ '^(come|comes|came|logo|photos?|pictures?|texts?|translations?|feedback|answers?|reply|replies|comments?|approval|message|email|mail|call|news|word|changes|corrections|time|invoice|draft|samples?|hear|heard)$';
  elsif before = 'by' then
    return words[index - 2] ~ '^(approved|asked|brought|changed|checked|confirmed|corrected|created|delivered|designed|discussed|done|drafted|drawn|edited|given|led|made|ordered|organi[sz]ed|paid|photographed|prepared|presented|promised|proofread|proposed|rejected|reported|requested|reviewed|sent|shown|signed|sketched|suggested|supplied|taken|tested|translated|written)$';
  elsif before = 'with' then
    return words[index - 2] ~ '^(agreed|spoke|talked|met|call|meeting|appointment|discussed|clarified|coordinated|lies|lie|is|are|was|were)$';
  end if;
  return before ~ '^(thank|thanks|thanked|ask|asked|tell|told|meet|met|call|called|contact|contacted|remind|reminded|informed)$';
end;
$$;
comment on function private.is_rare_surname_at(integer, text[], text[], jsonb, text, boolean, text, text) is 'Whether a word such as Case names a person at an index.';

-- Whether a German word without an article has a verb of people after it: Holz liefert, Holz hat die Texte geschickt.
create or replace function private.acts_in_german(index integer, words text[], gaps text[])
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_next_word constant text := case when gaps[index + 1] <> '' and btrim(gaps[index + 1], ' ') = '' then words[index + 1] end;
begin
  return coalesce(v_next_word ~ ('^' || private.german_verbs_of_people() || '$')
    or v_next_word ~ '^(ist|war|hat|hatte|wird|will|kann|soll|muss|möchte|braucht|darf)$' and private.has_german_final_verb(index + 1, words, gaps), false);
end;
$$;

-- Whether a clause-final verb of people follows a word in the same clause: Wagner hat die Texte geschickt.
create or replace function private.has_german_final_verb(index integer, words text[], gaps text[])
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select from generate_series(index + 1, cardinality(words)) as next_index
    where words[next_index] ~ ('^(' || private.german_final_verbs_of_people() || ')$')
      and not exists (select from generate_series(index + 1, next_index) as gap where gaps[gap] ~ '[.!?:;]'));
end;
$$;

create or replace function private.english_determiners()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select '^(the|a|an|our|your|their|his|her|its|my|this|that|these|those|each|every|any|some|no|another|which|whose)$' $$;

-- Verbs of people, in the forms that follow a name and in those that follow "will" or "has".
create or replace function private.verbs_of_people()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '(?:deliver|send|call|phone|help|join|review|check|prepar|writ|ask|answer|repl(?:y|i)|want|lik|prefer|hop|think|believ|know|say|agre|disagre|confirm|approv|promis|decid|sign|order|invit|remind|insist|object|complain|apologi[sz]|suggest|propos|present|discuss|explain|request|forward|expect|wait|worr(?:y|i)|left|leav|attend|visit|accept|reject|refus|test|organi[sz]|coordinat|supervis|mention|email|mail|speak|talk|meet|take|bring|handl|return|finish|provid|translat|photograph|draw|collect|choose|pay|look|start|work|tell|told|sent|wrote|spoke|met|took|brought|thought|knew|chose|paid|drew)(?:e|s|es|d|ed|ing)?'
$$;

-- Whether an English word without an article has a verb of people after it: Baker will deliver, Hunter and Woods agreed.
create or replace function private.is_english_subject(index integer, words text[], gaps text[], class text, classes jsonb)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_verbs constant text := '^' || private.verbs_of_people() || '$';
  -- The next words, with didn for "didn't".
  v_next_words constant text[] := array(
    select words[next_index] from generate_series(index + 1, index + 4) as next_index
    where words[next_index] <> 't'
      and not exists (select from generate_series(index + 1, next_index) as gap where gaps[gap] !~ '^ +$' and not (gaps[gap] = '''' and words[gap] = 't'))
    order by next_index);
begin
  return coalesce(case
    when v_next_words[1] ~ '^(will|would|can|could|should|must|may|might|shall|cannot|won|wouldn|couldn|shouldn|mustn)$' then
      class = 'person' or v_next_words[2] ~ v_verbs or v_next_words[2] ~ '^(not|also|then|soon|only|probably|no|have|be|now|still)$' and v_next_words[3] ~ v_verbs
    when v_next_words[1] ~ '^(has|had|is|was|does|did|hasn|hadn|isn|wasn|doesn|didn)$' then
      class = 'person'
      or v_next_words[1] ~ '^(has|had|do|did)' and (v_next_words[2] ~ v_verbs or v_next_words[2] ~ '^(not|also|already|just|now|still|no)$' and v_next_words[3] ~ v_verbs)
      or v_next_words[1] ~ '^(is|was)' and (v_next_words[2] ~ '^(responsible|ill|sick|away|absent|happy|glad|worried|satisfied|busy|abroad|our|your|their)$'
        or array_to_string(v_next_words[2:3], ' ') ~ '^(on (vacation|holiday|leave|board)|out of|in charge|not (happy|available|satisfied)|looking forward|waiting for)')
    when v_next_words[1] ~ '^(needs|gets|gives|makes|keeps)$' then class = 'person' or v_next_words[2] ~ '^(another|more|until|us|you|our|your)$'
    when v_next_words[1] = 'and' then
      words[index + 2] ~ '^[[:upper:]][[:lower:]]' and classes ->> lower(words[index + 2]) in ('given', 'either', 'person', 'surname', 'unknown')
      and private.is_english_subject(index + 2, words, gaps, 'surname', classes)
    -- A verb that is also a noun (Field tests) or that things also take (Wood works) proves nothing by itself.
    when class <> 'person' and v_next_words[1] ~ '^(works|starts|looks|finishes|returns|provides|expects)' then false
    when class <> 'person' and v_next_words[1] ~ '^(tests|calls|reviews|orders|checks|signs|visits|answers|requests|talks|mails|emails|replies|drawings|forwards|translates|likes|hopes|proposals)$' then
      v_next_words[2] ~ ('^(us|you|it|him|them|me|all|both|' || trim(private.english_determiners(), '^()$') || ')$')
    else v_next_words[1] ~ v_verbs and v_next_words[1] ~ '(s|d|left|sent|wrote|spoke|met|took|brought|thought|knew|chose|drew)$' end, false)
    or class = 'person' and coalesce(gaps[index + 1] ~ '^, $' and words[index + 1] ~ '^(our|your|their|who|the)$', false);
end;
$$;
comment on function private.is_english_subject(integer, text[], text[], text, jsonb) is 'Whether a verb of people follows a word.';

-- German nouns are all written with a capital. A noun for one person has an article, unless it is a name.
create or replace function private.is_german_surname_at(
  index integer, words text[], gaps text[], class text, classes jsonb, is_first boolean, before text, after text
)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_is_person constant boolean := class like '%person';
  v_has_verb constant boolean := private.acts_in_german(index, words, gaps)
    or v_is_person and coalesce(after ~ '^(ist|war|hat|hatte|wird|will|kann|soll|muss|möchte|braucht|darf)$', false);
begin
  if not private.is_bare(index, words, gaps) then
    return false;
  elsif after in ('und', 'oder') and left(words[index + 2], 1) <> lower(left(words[index + 2], 1)) then
    -- For example: Wagner und Richter prüfen.
    return v_is_person and words[index + 3] ~ '^(sind|waren|haben|werden|wollen|können|sollen|müssen|liefern|prüfen|testen|schicken|bestätigen|kommen|melden|treffen|entscheiden|übernehmen|helfen)$'
      and coalesce(classes ->> lower(words[index + 2]) in ('given', 'either', 'person', 'surname', 'german_person', 'german_surname', 'unknown'), false);
  elsif before in ('und', 'oder') and left(words[index - 2], 1) <> lower(left(words[index - 2], 1)) then
    return v_is_person and coalesce(words[index - 3] !~* '^(als|wie|zum|zur|für)$', true) and (v_has_verb or after ~ '^(sind|haben|werden|liefern|prüfen|testen|schicken|bestätigen)$')
      and coalesce(classes ->> lower(words[index - 2]) in ('given', 'either', 'person', 'surname', 'german_person', 'german_surname', 'unknown'), false);
  elsif is_first or before is null or lower(before) in ('dass', 'weil', 'wenn', 'ob', 'sobald', 'falls', 'damit', 'aber', 'denn', 'und', 'oder') then
    return v_has_verb or before is not null and v_is_person;
  elsif lower(before) in ('mit', 'von', 'bei', 'an', 'für', 'durch', 'auf', 'ohne', 'gegen', 'laut', 'über') then
    -- In "für Jäger", the noun may be a plural.
    return v_is_person and lower(before) <> 'für'
      or before in ('von', 'durch') and (private.has_german_final_verb(index, words, gaps) or coalesce(words[index - 2] ~ '^([kK]ommt|[kK]ommen|[sS]tammt|[sS]tammen)$', false))
      or exists (
      select from unnest(words) as word
      where lower(word) ~ '(abgestimmt|abstimm|besproch|absprach|abgesproch|geklärt|klären|sprech|sprach|gesproch|freigab|rückmeld|antwort|danke|feedback|termin|telefon|gespräch|vereinbart|liegt|warte|schick|send|anruf|frage)');
  elsif v_is_person and before ~ ('^(macht|machte|' || private.german_verbs_of_people() || ')$') then
    -- For example: Die Fotos macht Töpfer.
    return true;
  elsif before ~ '^(fragen|fragten|danken|dankten|treffen|trafen|bitten|baten|informieren|informierten|kontaktieren|erreichen|erreichten)$' then
    return true;
  end if;
  -- For example: Heute hat Sattler angerufen.
  return (v_is_person or words[cardinality(words)] ~ ('^(' || private.german_final_verbs_of_people() || ')$'))
    and before ~ '^(hat|hatte|will|wird|kann|soll|muss|möchte|ist|war|darf)$';
end;
$$;

-- Verbs of people after a German name.
create or replace function private.german_verbs_of_people()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '(?:liefert|lieferte|prüft|prüfte|schickt|schickte|sendet|sandte|meldet|meldete|bestätigt|bestätigte|testet|testete|kommt|kam|ruft|rief|schreibt|schrieb|fragt|fragte|bittet|bat|übernimmt|übernahm|entscheidet|entschied|hilft|half|möchte|wünscht|nimmt|nahm|bringt|brachte|organisiert|plant|stellt|stellte|sagt|sagte|meint|findet|glaubt|hofft|weiß|kennt|braucht|erstellt|erstellte|übersetzt|fotografiert|leitet|betreut|koordiniert|besucht|antwortet|antwortete|unterschreibt|unterschrieb|genehmigt|genehmigte|lehnt|verspricht|versprach|erwartet|wartet|vertritt|beginnt|arbeitet|verlässt|verließ)'
$$;

-- Infinitives and participles of verbs of people, which end a German clause.
create or replace function private.german_final_verbs_of_people()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select 'geliefert|liefern|geprüft|prüfen|geschickt|schicken|gesendet|senden|gemeldet|melden|bestätigt|bestätigen|getestet|testen|kommen|angerufen|anrufen|geschrieben|schreiben|gefragt|fragen|gebeten|übernommen|übernehmen|entschieden|entscheiden|geholfen|helfen|gewünscht|mitgebracht|bringen|organisiert|geplant|erstellt|erstellen|übersetzt|übersetzen|geantwortet|antworten|unterschrieben|unterschreiben|genehmigt|genehmigen|abgelehnt|zugesagt|zugestimmt|versprochen|freigegeben|freigeben|teilgenommen|teilnehmen|einverstanden|verlassen|gesprochen|sprechen|gezeichnet|entworfen|übersandt|fotografiert|korrigiert|besprochen'
$$;
