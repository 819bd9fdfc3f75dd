-- Other forms in which a text names a person: in lower case after a title, by initials, a handle or an email address.

-- The claims of the initials, handles and email addresses of a text, which need the same text in the evidence.
create or replace function private.name_form_claims(content text)
returns jsonb
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_claims jsonb := '[]';
begin
  if position('@' in content) > 0 then
    -- Names such as @media and @mantine/core are words of programmers.
    v_claims := (
      select coalesce(jsonb_agg(jsonb_build_object('kind', 'name', 'phrase', match[1], 'word', lower(match[1]))), '[]')
      from regexp_matches(content,
        '([[:alnum:]._%+-]+@[[:alnum:]-]+(?:\.[[:alnum:]-]+)+'
        '|(?<![[:alnum:]._%+-])@(?!(?:media|import|font-face|keyframes|supports|charset|layer|container|page|here|channel|all|everyone|todo|param|returns?)\M)[[:alpha:]][[:alnum:]_]*(?:[.-][[:alnum:]_]+)*(?![[:alnum:]_.-]*/))', 'g') as match);
  end if;
  if content like '%_._%.%' then
    v_claims := v_claims || (
      select coalesce(jsonb_agg(jsonb_build_object('kind', 'name', 'phrase', match[1], 'word', lower(replace(match[1], ' ', '')))), '[]')
      from regexp_matches(content, '(?<![[:alnum:].])([[:upper:]]\.\s?(?:[[:upper:]]\.\s?)?[[:upper:]]\.)(?![[:alnum:]])', 'g') as match
      where replace(match[1], ' ', '') <> all (
        '{U.S.,U.K.,U.N.,E.U.,U.S.A.,P.S.,N.B.,Q.A.,A.I.,I.T.,H.R.,P.R.,C.I.,V.I.,U.X.,U.I.,S.A.,B.V.,N.V.,Z.B.,D.H.,U.A.,V.A.,I.A.,O.Ä.,S.O.,S.U.,E.V.,I.V.,I.D.R.,'
        'V.A.T.,T.B.D.,T.B.A.,T.B.C.,F.A.Q.,A.D.,B.C.,D.C.,N.Y.,L.A.,E.G.,I.E.,A.M.,P.M.,T.V.,R.O.I.,E.T.A.,A.K.A.,M.E.Z.,G.M.B.}'::text[]));
  end if;
  return v_claims;
end;
$$;
comment on function private.name_form_claims(text) is 'Returns [{ kind, phrase, word }].';

-- Names in lower case after a title: mr weber, frau weber. "ms" are also milliseconds.
create or replace function private.titled_names(sentence text)
returns text[]
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Few sentences contain a title, and a session caches few patterns.
  if not translate(' ' || lower(sentence), '*(', '  ') like any (
    '{% mr %,% mr. %,% mrs %,% mrs. %,% ms %,% ms. %,% dr %,% dr. %,% prof %,% prof. %,% herr %,% herrn %,% frau %}'::text[])
  then
    return '{}';
  end if;
  return array(
    select match[1]
    from regexp_matches(sentence,
      '(?<![0-9]\s?)(?<!\m(?:in|of|per|the|to|few|die|der|eine|einer|jede|jeder|keine|ihre|seine|als|und|oder)\s)\m(?:[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|herrn?|frau)\.?\s+([[:lower:]]{3,})\M', 'g') as match
    where match[1] <> all (private.words_that_are_not_names())
      and match[1] <> all ('{are,were,per,than,into,less,faster,slower,sind,hat,haben,wird,werden,kann,will,nicht,hatte,sowie,had,has,not,too}'::text[]));
end;
$$;
comment on function private.titled_names(text) is 'The words in lower case that follow a title.';

-- Given names of three or four letters that also occur as words in lower case.
create or replace function private.short_names_like_words()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '{bas,beau,bob,cas,cara,dax,dea,dino,eden,ella,kai,kate,lee,len,lev,lila,jan,jean,marc,max,maxi,mio,miro,nada,neo,nike,oke,rosa,soma,tara,til,una,vida,vin,vit}'::text[]
$$;
