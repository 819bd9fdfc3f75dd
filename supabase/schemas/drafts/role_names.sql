-- Names that follow a role: Our contact is Sharp; Contact: Sharp; with Sharp as lead. There, any word is a name, unless it
-- is that of a department.
create or replace function private.role_names(sentence text, vocabulary text[], classes jsonb)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_plain_sentence constant text := translate(sentence, '*', '');
  -- Roles begin with a lower-case letter, except German nouns.
  v_text constant text := lower(left(v_plain_sentence, 1)) || substr(v_plain_sentence, 2);
  v_excluded_words text[];
begin
  -- Few sentences contain a role, and a session caches few patterns.
  if not lower(v_text) like any (
      '{%contact%,%lead%,%manager%,%owner%,%approver%,%reviewer%,%editor%,%author%,%designer%,%developer%,%photographer%,%illustrator%,%translator%,%writer%,%tester%,%coordinator%,%consultant%,%trainer%,%director%,%producer%,%assistant%,%ansprech%,%kontakt%,%leit%,%verantwortlich%,%zuständig%,%redakteur%,%fotograf%,%entwickler%,%texter%,%gestalter%,%prüfer%}')
    or v_text !~ private.role_pattern()
  then
    return '{}';
  end if;
  v_excluded_words := private.words_that_are_not_names() || private.names_of_departments() || vocabulary;
  return array(
    select candidates.name
    from regexp_matches(v_text, private.role_pattern(), 'g') as match
    cross join lateral unnest(match) as candidates (name)
    where lower(candidates.name) <> all (v_excluded_words) and classes ->> lower(candidates.name) is distinct from 'german');
end;
$$;

-- A role with one or two names: after "is", after a colon at the beginning of a sentence, and before "as".
create or replace function private.role_pattern()
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '\m' || english.roles || '(?:\s(?:on|at|for|from|of|in)\s[[:lower:]]+(?:\s[[:lower:]]+)?)?'
      || '\s(?:is|are|was|were|remains|becomes|will be)(?:\s(?:now|still|again))?\s' || person.name || '(?:\sand\s' || person.name || ')?'
    || '|^(?:[[:lower:]]+\s){0,2}' || english.roles || ':\s' || person.name || '(?=$|[.,;(])'
    || '|\mwith\s' || person.name || '\sas\s(?:[[:lower:]]+\s){0,2}' || english.roles
    || '|\m' || german.roles || '(?:\s(?:auf|für|bei|von)\s[[:alpha:]]+(?:\s[[:upper:]][[:lower:]]+)?)?'
      || '\s(?:ist|sind|war|waren|bleibt|wird)(?:\s(?:jetzt|nun|weiterhin|künftig))?\s' || person.name || '(?:\sund\s' || person.name || ')?'
    || '|^' || german.roles || ':\s' || person.name || '(?=$|[.,;(])'
    || '|\m[mM]it\s' || person.name || '\sals\s(?:[[:lower:]]+\s)?' || german.roles
  from (select '(?:contact|lead|leader|manager|owner|approver|reviewer|editor|author|designer|developer|photographer|illustrator|translator|writer|copywriter|tester|coordinator|consultant|trainer|director|producer|assistant|contact person)s?' as roles) as english
  cross join (select '(?:[aA]nsprechpartner|[kK]ontaktperson|[kK]ontakt|[pP]rojektleit(?:er|ung)|[lL]eit(?:er|ung)|[vV]erantwortlich|[zZ]uständig|[rR]edakteur|[fF]otograf|[dD]esigner|[eE]ntwickler|[tT]exter|[gG]estalter|[pP]rüfer)(?:e|en|er|in)?' as roles) as german
  cross join (select '([[:upper:]][[:lower:]]+)(?![[:alpha:]-]|\s[[:upper:]])' as name) as person
$$;

-- Departments, and other words that can follow a role, in lower case.
create or replace function private.names_of_departments()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select regexp_split_to_array(
    'administration agency board buying committee communication content council editors headquarters helpdesk hr hotline '
    'it leadership management office partner partners press production publishing reception research studio supplier vendor '
    'email form nobody none open pending phone unknown approved done offen keine niemand', '\s+')
$$;
