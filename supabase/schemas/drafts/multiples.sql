-- Shares and multiples in words, in English and German: half, a third of, doubled, threefold, dreifach. They need one of
-- the same value in the evidence.

-- The claims of the shares and multiples of a text. The words have other meanings in front of some words: a double room,
-- a double-check.
create or replace function private.multiple_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not lower(content) like any (
    '{%half%,%halv%,%halb%,%hälfte%,%third%,%quarter%,%fifth%,%sixth%,%eighth%,%tenth%,%drittel%,%viertel%,'
    '%twice%,%doubl%,%doppel%,%verdopp%,%tripl%,%trebl%,%quadrupl%,%quintupl%,%fold%,%fach%}'::text[])
  then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', 'literal', 'phrase', match[1], 'word', private.multiple_word(match[1]))), '[]')
    from regexp_matches(content,
      '\m((?<!\m(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) and a )half|halved?|halving|(?<!\m(?:both|two|the|these|other) )halves'
      '|hälfte|halbier[[:alpha:]]+|halbe[nmrs]?'
      '|(?:one|two|three|four|a)[ -](?:third|quarter|fifth|sixth|eighth|tenth)s?(?= of\M)|drittel|viertel'
      '|twice|doubl(?:e|es|ed|ing)(?![ -](?:check|click|tap|room|bed|page|spread|opt|entry|entries|book|quot|sided|standard|line|spac|glaz|bass|negative|major|decker|as\M|up\M|down\M|back\M))'
      '|tripl(?:e|es|ed|ing)(?![ -](?:check|click|tap|jump|store|a\M))|(?<!\mand )trebl(?:e|es|ed|ing)(?! clef| and\M)|(?:quadrupl|quintupl)(?:e|es|ed|ing)'
      '|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand)[ -]?fold'
      '|doppelt|(?<=\m(?:das|dem|ums) )doppelten?|verdopp[[:alpha:]]+'
      '|(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert|tausend)fache?[nmrs]?|ver(?:drei|vier|fünf|sechs|sieben|acht|zehn|hundert)fach[[:alpha:]]*)\M', 'gi') as match);
end;
$$;
comment on function private.multiple_claims(text) is 'Returns [{ kind, phrase, word }].';

-- A share or multiple in one form: double for doubles and verdoppelt, 3-fold for tripled and dreifach.
create or replace function private.multiple_word(word text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_word constant text := lower(word);
begin
  return case
    when left(v_word, 3) = 'hal' or v_word = 'hälfte' then 'half'
    when left(v_word, 4) in ('doub', 'dopp', 'twic') or left(v_word, 7) = 'verdopp' then '2-fold'
    when left(v_word, 4) in ('trip', 'treb') then '3-fold'
    when left(v_word, 4) = 'quad' then '4-fold'
    when left(v_word, 4) = 'quin' then '5-fold'
    when v_word ~ 'f(old|ach)' then private.words_figure(regexp_replace(v_word, '^ver|[ -]?f(?:old|ach).*', '', 'g')) || '-fold'
    when v_word = 'drittel' then 'third'
    when v_word = 'viertel' then 'quarter'
    else regexp_replace(v_word, '^(?:one|a)[ -]', '') end;
end;
$$;
