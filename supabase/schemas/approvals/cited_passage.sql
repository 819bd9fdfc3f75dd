-- Quotes are compared character by character. Differences between a page and its transcript that change no
-- word are removed first: white space, the forms of quotation marks and dashes, and whether an accent is a
-- separate character. Nothing else is removed.
create or replace function private.comparable_text(value text)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_text constant text := translate(
      normalize(value, nfc),
      E'\u2018\u2019\u201a\u201b\u2032\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u2039\u203a\u2010\u2011\u2012\u2013\u2014\u2015\u2212'
      || E'\t\n\r\x0b\x0c\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
      repeat('''', 5) || repeat('"', 7) || repeat('''', 2) || repeat('-', 7) || repeat(' ', 24));
begin
  return btrim(case when position('  ' in v_text) > 0 then regexp_replace(v_text, ' +', ' ', 'g') else v_text end);
end;
$$;

create or replace function private.is_quoted(quote text, content text)
returns boolean
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A blank quote matches nothing.
  return private.comparable_text(quote) <> ''
    and (position(quote in content) > 0
      or position(private.comparable_text(quote) in private.comparable_text(content)) > 0);
end;
$$;
comment on function private.is_quoted(text, text) is 'Whether a text contains a quote verbatim.';

-- The first passage of a source version that contains a quote, or its beginning if the quote runs on into the next
-- one; no row if the text lacks it. It tries the cheap ways first, because sources can be long.
create or replace function private.quoted_passage(source_id uuid, source_version integer, quote text)
returns setof public.passages
language plpgsql
stable
rows 1
set search_path = pg_catalog, pg_temp
as $$
declare
  -- private.comparable_text() leaves letters and digits as they are, so a text without the longest run of them
  -- cannot contain the quote.
  v_run constant text := coalesce((
    select match[1] from regexp_matches(private.comparable_text(quote), '[a-z0-9]+', 'g') as match
    order by length(match[1]) desc limit 1), '');
begin
  if private.comparable_text(quote) = '' then
    return;
  end if;
  return query
    select passages.* from public.passages
    where passages.source_id = quoted_passage.source_id and passages.source_version = quoted_passage.source_version
      and position(quote in passages.content) > 0
    order by passages.position limit 1;
  if found then
    return;
  end if;
  return query
    select passages.* from public.passages
    where passages.source_id = quoted_passage.source_id and passages.source_version = quoted_passage.source_version
      and position(v_run in passages.content) > 0 and private.is_quoted(quote, passages.content)
    order by passages.position limit 1;
  if found then
    return;
  end if;
  return query
    select passages.* from public.passages
    join public.passages as next_passage
      on next_passage.source_id = passages.source_id and next_passage.source_version = passages.source_version
     and next_passage.position = passages.position + 1
    where passages.source_id = quoted_passage.source_id and passages.source_version = quoted_passage.source_version
      and position(v_run in passages.content || ' ' || next_passage.content) > 0
      and private.is_quoted(quote, passages.content || ' ' || next_passage.content)
    order by passages.position limit 1;
end;
$$;
comment on function private.quoted_passage(uuid, integer, text) is 'Finds the passage of a quote in a version of a source.';

-- The current target of a citation, as the reader sees it: its passage if that is still published, otherwise the
-- passage of the published version with the quote. The id is null if there is none. A quote that was found at the
-- proposal is not searched for again in the same text, because sources can be long and the inbox is opened often.
create or replace function private.cited_passage(
  citation public.approval_citations,
  original_passage public.passages,
  published_version integer,
  out id uuid,
  out content text,
  out location jsonb,
  out is_quoted boolean
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_passage public.passages;
begin
  if original_passage.id is not null and original_passage.source_version = published_version then
    v_passage := original_passage;
    is_quoted := citation.quote is null or private.is_quoted(citation.quote, original_passage.content)
      or exists (
        select from public.passages as next_passage
        where next_passage.source_id = original_passage.source_id and next_passage.source_version = original_passage.source_version
          and next_passage.position = original_passage.position + 1
          and private.is_quoted(citation.quote, original_passage.content || ' ' || next_passage.content)
          -- A quote that the next passage contains in full is not in this one.
          and not private.is_quoted(citation.quote, next_passage.content));
  elsif citation.quote is not null and published_version <> citation.source_version then
    select * into v_passage from private.quoted_passage(citation.source_id, published_version, citation.quote);
    is_quoted := v_passage.id is not null;
  end if;
  id := v_passage.id;
  content := v_passage.content;
  location := v_passage.location;
end;
$$;
comment on function private.cited_passage(public.approval_citations, public.passages, integer) is
  'The passage that a citation opens, and whether it contains the quote, or its beginning if the quote ends in the next one.';

grant execute on function private.comparable_text(text) to authenticated;
grant execute on function private.is_quoted(text, text) to authenticated;
