-- Days and times that have a name: Christmas, Neujahr, noon. Each is a claim, which needs the same day or time in the
-- evidence.

-- A feast is no day where it is part of another name, such as the Christmas campaign, and in a wish.
create or replace function private.named_day_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text constant text := lower(content);
  v_claims jsonb := '[]';
begin
  -- Few texts name such a day, and a session caches few patterns.
  if v_text like any (
    '{%christmas%,%xmas%,%weihnacht%,%easter%,%ostern%,%ostermontag%,%ostersonntag%,%karfreitag%,%good friday%,%pentecost%,%whitsun%,%pfingst%,'
    '%new year%,%neujahr%,%silvester%,%thanksgiving%,%boxing day%,%heiligabend%,%heilige% abend%}'::text[])
  then
    v_claims := (
      select coalesce(jsonb_agg(jsonb_build_object('kind', 'named_day', 'phrase', match[1], 'word', private.named_day(match[1]))), '[]')
      from regexp_matches(content,
        '(?<!\m(?:happy|merry|blessed|frohe|frohes|fröhliche|schöne|gesegnete|gutes) )'
        '\m((?:christmas|xmas|new year(?:[''\u2019]?s)?) (?:eve|day|holidays?|break|week)|easter (?:monday|sunday|holidays?|break|week)|good friday|boxing day|ostermontag|ostersonntag|pfingstmontag|pfingstsonntag|karfreitag'
        '|(?:christmas|xmas|easter|pentecost|whitsun|thanksgiving|new year)(?:[''\u2019]s)?(?!-[[:alpha:]])(?!\s(?!(?:and|or|but|we|you|they|it|he|she|i|the|an?|all|every[[:alpha:]]*|our|your|their|this|that|these|is|was|will|are|at|in|on|by|with|if|because|so|as|when|then|there|no|nobody|most|both|for|to|of|only|now|nothing|can|must|may|has|have|[0-9]+)\M)[[:alpha:]])'
        '|weihnachten|ostern|pfingsten|neujahr|silvester|heiligabend|heiliger abend|heiligen abend)\M', 'gi') as match);
  end if;
  if v_text like any ('{%noon%,%midday%,%midnight%,%mittag%,%mitternacht%}'::text[]) then
    v_claims := v_claims || (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', 'literal', 'phrase', match[1], 'word', case when match[1] ~* '^mi(?:dn|tter)' then '00:00' else '12:00' end)), '[]')
      from regexp_matches(content, '(?<!\mzu )\m(noon|midday|midnight(?![ -]blue)|mittags?|mitternacht)\M', 'gi') as match);
  end if;
  return v_claims;
end;
$$;
comment on function private.named_day_claims(text) is 'Returns [{ kind, phrase, word }].';

-- A named day in one form, in English.
create or replace function private.named_day(name text)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when name ~* '^(christmas|xmas) eve|^heilig' then 'christmas eve'
    when name ~* '^(christmas|xmas|weihnachten)' then 'christmas'
    when name ~* '^(easter|oster) ?(monday|montag)' then 'easter monday'
    when name ~* '^(easter|ostern|ostersonntag)' then 'easter'
    when name ~* '^(good|kar)' then 'good friday'
    when name ~* '^pfingstmontag' then 'whit monday'
    when name ~* '^(pentecost|whitsun|pfingst)' then 'pentecost'
    when name ~* '^new year.*eve|^silvester' then 'new year''s eve'
    when name ~* '^(new year|neujahr)' then 'new year'
    else lower(name) end
$$;
