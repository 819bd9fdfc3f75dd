-- How often each term occurs in each passage: in the passages with these ids, or, without ids, in all passages in
-- scope. Runs as its caller, under row-level security. Every query reads every passage in scope, with the same plan, so
-- that its time does not reveal whether other scopes contain a word.
create or replace function private.term_hits(
  scope_ids uuid[],
  passage_ids uuid[],
  filter jsonb,
  terms tsquery[],
  required_query tsquery,
  excluded_query tsquery
)
returns table (
  passage_id uuid, source_id uuid, source_version integer, index integer, size integer,
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
  select passages.id, passages.source_id, passages.source_version, passages.position, passages.size,
    matches.term, matches.count, matches.in_title
  from (
    -- A subquery instead of a join, so that the text is decompressed once per passage and not once per term.
    select candidates.id, candidates.source_id, candidates.source_version, candidates.position, candidates.size,
      candidates.words || ''::tsvector as words, candidates.title || ''::tsvector as title
    from (
      select passages.id, passages.source_id, passages.source_version, passages.position,
        octet_length(passages.content) as size, passages.search_vector as words, sources.search_vector as title,
        sources.project_id, sources.kind, sources.occurred_at
      from public.sources
      join public.passages
        on passages.source_id = sources.id and passages.source_version = sources.published_version
        and passages.scope_id = sources.scope_id
      where term_hits.passage_ids is null and sources.scope_id = any (term_hits.scope_ids)
        and sources.project_id is not null and sources.archived_at is null
      union all
      select passages.id, passages.source_id, passages.source_version, passages.position,
        octet_length(passages.content), passages.search_vector, sources.search_vector,
        sources.project_id, sources.kind, sources.occurred_at
      from public.passages
      join public.sources
        on sources.id = passages.source_id and sources.published_version = passages.source_version
        and sources.scope_id = passages.scope_id
      where term_hits.passage_ids is not null and passages.id = any (term_hits.passage_ids)
        -- A hash lookup instead of a comparison with a thousand projects for each passage.
        and (passages.scope_id in (select unnest(term_hits.scope_ids))) is true
        and sources.project_id is not null and sources.archived_at is null
    ) as candidates
    where (v_project_id is null or candidates.project_id = v_project_id)
      and (v_source_kinds is null or candidates.kind::text = any (v_source_kinds))
      and (v_from is null or candidates.occurred_at >= v_from)
      and (v_before is null or candidates.occurred_at < v_before)
    offset 0
  ) as passages
  cross join lateral (
    -- How often a term occurs: ts_rank of one lexeme is (1 + 1/4 + … + 1/n²) / 1.645 for n occurrences,
    -- which is solved for n; a pair of letters counts once.
    select
      input.number::integer as term,
      case
        when not passages.words @@ input.term then 0
        when numnode(input.term) > 1 then 1
        else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', passages.words, input.term), 0.0001)) - 0.5, 100)
      end::real as count,
      passages.title @@ input.term as in_title
    from unnest(term_hits.terms) with ordinality as input (term, number)
    where (passages.words @@ input.term or passages.title @@ input.term)
      and (term_hits.required_query is null or passages.words @@ term_hits.required_query)
      and (term_hits.excluded_query is null or not passages.words @@ term_hits.excluded_query)
  ) as matches;
end;
$$;

grant execute on function private.term_hits(uuid[], uuid[], jsonb, tsquery[], tsquery, tsquery) to authenticated;
