-- Which terms stand how often in which pieces: of the pieces given, or, where none are given, of all pieces in
-- scope. Runs as its caller, under row-level security. Every piece in scope is read whatever is asked, so
-- that a word that others have costs what a word costs that nobody has; the plan is the same for all words.
create or replace function private.term_hits(
  scope_ids uuid[],
  chunk_ids uuid[],
  filter jsonb,
  terms tsquery[],
  demanded tsquery,
  excluded tsquery
)
returns table (
  chunk_id uuid, source_id uuid, source_version integer, place integer, size integer,
  term integer, count real, in_title boolean
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_project_id uuid := filter ->> 'project_id';
  v_source_kinds text[] := (select array_agg(kind) from jsonb_array_elements_text(filter -> 'source_kinds') as kind);
  v_from timestamptz := filter ->> 'from';
  v_before timestamptz := filter ->> 'before';
begin
  return query
  select pieces.id, pieces.source_id, pieces.source_version, pieces.position, pieces.size,
    found.term, found.count, found.in_title
  from (
    -- Joined to nothing, so that the text is unpacked once per piece and not once per term.
    select either.id, either.source_id, either.source_version, either.position, either.size,
      either.words || ''::tsvector as words, either.title || ''::tsvector as title
    from (
      select chunks.id, chunks.source_id, chunks.source_version, chunks.position,
        octet_length(chunks.content) as size, chunks.search_vector as words, sources.search_vector as title,
        sources.project_id, sources.kind, sources.occurred_at
      from public.sources
      join public.chunks
        on chunks.source_id = sources.id and chunks.source_version = sources.published_version
        and chunks.scope_id = sources.scope_id
      where term_hits.chunk_ids is null and sources.scope_id = any (term_hits.scope_ids)
        and sources.project_id is not null and sources.archived_at is null
      union all
      select chunks.id, chunks.source_id, chunks.source_version, chunks.position,
        octet_length(chunks.content), chunks.search_vector, sources.search_vector,
        sources.project_id, sources.kind, sources.occurred_at
      from public.chunks
      join public.sources
        on sources.id = chunks.source_id and sources.published_version = chunks.source_version
        and sources.scope_id = chunks.scope_id
      where term_hits.chunk_ids is not null and chunks.id = any (term_hits.chunk_ids)
        -- Looked up in a table of hashes, and not along a thousand projects for each piece.
        and (chunks.scope_id in (select unnest(term_hits.scope_ids))) is true
        and sources.project_id is not null and sources.archived_at is null
    ) as either
    where (v_project_id is null or either.project_id = v_project_id)
      and (v_source_kinds is null or either.kind::text = any (v_source_kinds))
      and (v_from is null or either.occurred_at >= v_from)
      and (v_before is null or either.occurred_at < v_before)
    offset 0
  ) as pieces
  cross join lateral (
    -- How often a term stands there: ts_rank of one lexeme is (1 + 1/4 + … + 1/n²) / 1.645 for n places,
    -- which is solved for n; a pair of letters counts once.
    select
      given.number::integer as term,
      case
        when not pieces.words @@ given.term then 0
        when numnode(given.term) > 1 then 1
        else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', pieces.words, given.term), 0.0001)) - 0.5, 100)
      end::real as count,
      pieces.title @@ given.term as in_title
    from unnest(term_hits.terms) with ordinality as given (term, number)
    where (pieces.words @@ given.term or pieces.title @@ given.term)
      and (term_hits.demanded is null or pieces.words @@ term_hits.demanded)
      and (term_hits.excluded is null or not pieces.words @@ term_hits.excluded)
  ) as found;
end;
$$;

grant execute on function private.term_hits(uuid[], uuid[], jsonb, tsquery[], tsquery, tsquery) to authenticated;
