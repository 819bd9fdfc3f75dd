-- The passages that answer a question best, by words, best first; and which of the terms occur anywhere in scope. A
-- term weighs more if fewer of the caller's passages contain it. Four things make a passage good: the terms in it
-- (BM25), the terms around it (three passages before and after, nearer ones more), the share of its source that
-- contains them, and the source's title. The second and third are computed only for the best passages. A passage
-- beside a better one adds little, so it ranks lower. In a wide scope, passage_ids are the candidates, and in_passages
-- is the known number of passages with each term, out of total_passages.
create or replace function private.rank_passages(
  scope_ids uuid[],
  passage_ids uuid[],
  in_passages real[],
  total_passages real,
  filter jsonb,
  terms tsquery[],
  weights real[],
  required_query tsquery,
  excluded_query tsquery,
  out ranked_ids uuid[],
  out matched integer[]
)
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_best_limit constant integer := 200;
  v_limit constant integer := 100;
begin
  with hits as materialized (
    select * from private.term_hits(scope_ids, passage_ids, filter, terms, required_query, excluded_query)
  ),
  known as materialized (
    select input.number::integer as term, input.query,
      input.weight * ln(1 + (total_passages + 1 - seen.count + 0.5) / (seen.count + 0.5)) as worth
    from unnest(terms, weights, in_passages) with ordinality as input (query, weight, in_passages, number)
    cross join lateral (
      select least(total_passages, coalesce(
        input.in_passages, (select count(*) from hits where hits.term = input.number and hits.count > 0))) as count
    ) as seen
  ),
  usual as materialized (
    select avg(sizes.size) as size from (select distinct hits.passage_id, hits.size from hits) as sizes
  ),
  best as materialized (
    select hits.passage_id, hits.source_id, hits.source_version, hits.index,
      sum(known.worth * (
        2.2 * hits.count / (hits.count + 0.3 + 0.9 * hits.size / usual.size)
        + case when hits.in_title then 1 else 0 end)) as score
    from hits
    join known on known.term = hits.term
    cross join usual
    group by hits.passage_id, hits.source_id, hits.source_version, hits.index
    -- A match in the title alone counts only for the first passage.
    having bool_or(hits.count > 0) or hits.index = 0
    order by score desc, hits.source_id, hits.index
    limit v_best_limit
  ),
  neighbors as materialized (
    -- Counted as in term_hits; the candidates of a wide scope lack their neighbors.
    select passages.source_id, passages.index, known.term,
      case
        when numnode(known.query) > 1 then 1
        else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', passages.words, known.query), 0.0001)) - 0.5, 100)
      end::real as count
    from (
      select passages.source_id, passages.position as index, passages.search_vector || ''::tsvector as words
      from (
        select distinct best.source_id, best.source_version, best.index + step as index
        from best, generate_series(-3, 3) as step
      ) as near
      join public.passages
        on passages.source_id = near.source_id and passages.source_version = near.source_version
        and passages.position = near.index
      offset 0
    ) as passages
    join known on passages.words @@ known.query
  ),
  around as (
    select by_term.passage_id, sum(by_term.worth * by_term.count / (by_term.count + 4)) as score
    from (
      select best.passage_id, known.term, known.worth,
        sum(neighbors.count * (1 - abs(neighbors.index - best.index) / 4.0)) as count
      from best
      join neighbors on neighbors.source_id = best.source_id
        and neighbors.index >= best.index - 3 and neighbors.index <= best.index + 3
      join known on known.term = neighbors.term
      group by best.passage_id, known.term, known.worth
    ) as by_term
    group by by_term.passage_id
  ),
  -- The share of a source's passages that have a term.
  sources as (
    select by_term.source_id, sum(by_term.worth * by_term.share / (by_term.share + 0.1)) as score
    from (
      select sizes.source_id, known.term, known.worth, count(*) / sizes.passages::real as share
      from (
        select distinct on (best.source_id) best.source_id, last.position + 1 as passages
        from best
        cross join lateral (
          select passages.position
          from public.passages
          where passages.source_id = best.source_id and passages.source_version = best.source_version
          order by passages.position desc
          limit 1
        ) as last
      ) as sizes
      join hits on hits.source_id = sizes.source_id and hits.count > 0
      join known on known.term = hits.term
      group by sizes.source_id, sizes.passages, known.term, known.worth
    ) as by_term
    group by by_term.source_id
  ),
  scored as materialized (
    select best.passage_id, best.source_id, best.index,
      best.score + 2 * coalesce(around.score, 0) + coalesce(sources.score, 0) as score
    from best
    left join around on around.passage_id = best.passage_id
    left join sources on sources.source_id = best.source_id
  ),
  ranked as (
    select scored.passage_id, row_number() over (
      order by scored.score * case when beside.is_better then 0.8 else 1 end desc, scored.source_id, scored.index
    ) as number
    from scored
    cross join lateral (
      select exists (
        select from scored as other
        where other.source_id = scored.source_id and abs(other.index - scored.index) = 1
          and other.score > scored.score) as is_better
    ) as beside
  )
  select
    (select array_agg(ranked.passage_id order by ranked.number) from ranked where ranked.number <= v_limit),
    (select array_agg(distinct hits.term) from hits)
  into ranked_ids, matched;
end;
$$;

grant execute on function private.rank_passages(
  uuid[], uuid[], real[], real, jsonb, tsquery[], real[], tsquery, tsquery) to authenticated;
