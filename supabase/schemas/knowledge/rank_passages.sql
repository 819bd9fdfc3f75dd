-- The passages whose words best match a question, best first; and which of the terms occur anywhere in scope. A term
-- weighs more if fewer of the caller's passages contain it. Four things make a passage good: the terms in it
-- (BM25), the terms around it (three passages before and after, nearer ones more), the share of its source that
-- contains them, and the source's title. The second and third are computed only for the best passages. A passage
-- beside a better one adds little, so it ranks lower. In a wide scope, passage_ids are the candidates, and in_passages
-- counts, for each term, how many of the total_passages contain it, where that is known.
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
  out term_numbers integer[]
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
  term_weights as materialized (
    select input.number::integer as term, input.query,
      input.weight * ln(1 + (total_passages + 1 - counts.count + 0.5) / (counts.count + 0.5)) as weight
    from unnest(terms, weights, in_passages) with ordinality as input (query, weight, in_passages, number)
    cross join lateral (
      select least(total_passages, coalesce(
        input.in_passages, (select count(*) from hits where hits.term = input.number and hits.count > 0))) as count
    ) as counts
  ),
  averages as materialized (
    select avg(sizes.size) as size from (select distinct hits.passage_id, hits.size from hits) as sizes
  ),
  best_passages as materialized (
    select hits.passage_id, hits.source_id, hits.source_version, hits.index,
      sum(term_weights.weight * (
        2.2 * hits.count / (hits.count + 0.3 + 0.9 * hits.size / averages.size)
        + case when hits.in_title then 1 else 0 end)) as score
    from hits
    join term_weights on term_weights.term = hits.term
    cross join averages
    group by hits.passage_id, hits.source_id, hits.source_version, hits.index
    -- A match in the title alone counts only for the first passage.
    having bool_or(hits.count > 0) or hits.index = 0
    order by score desc, hits.source_id, hits.index
    limit v_best_limit
  ),
  neighbors as materialized (
    -- Counts terms as term_hits does. In a wide scope, that function reads only the candidates, not their neighbors.
    select passages.source_id, passages.index, term_weights.term,
      case
        when numnode(term_weights.query) > 1 then 1
        else least(1 / (1.644934 * greatest(1 - ts_rank('{1,1,1,1}', passages.words, term_weights.query), 0.0001)) - 0.5, 100)
      end::real as count
    from (
      select passages.source_id, passages.position as index, passages.search_vector || ''::tsvector as words
      from (
        select distinct best_passages.source_id, best_passages.source_version, best_passages.index + step as index
        from best_passages, generate_series(-3, 3) as step
      ) as positions
      join public.passages
        on passages.source_id = positions.source_id and passages.source_version = positions.source_version
        and passages.position = positions.index
      offset 0
    ) as passages
    join term_weights on passages.words @@ term_weights.query
  ),
  surroundings as (
    select by_term.passage_id, sum(by_term.weight * by_term.count / (by_term.count + 4)) as score
    from (
      select best_passages.passage_id, term_weights.term, term_weights.weight,
        sum(neighbors.count * (1 - abs(neighbors.index - best_passages.index) / 4.0)) as count
      from best_passages
      join neighbors on neighbors.source_id = best_passages.source_id
        and neighbors.index >= best_passages.index - 3 and neighbors.index <= best_passages.index + 3
      join term_weights on term_weights.term = neighbors.term
      group by best_passages.passage_id, term_weights.term, term_weights.weight
    ) as by_term
    group by by_term.passage_id
  ),
  -- The share of a source's passages that have a term.
  sources as (
    select by_term.source_id, sum(by_term.weight * by_term.share / (by_term.share + 0.1)) as score
    from (
      select lengths.source_id, term_weights.term, term_weights.weight, count(*) / lengths.passage_count::real as share
      from (
        select distinct on (best_passages.source_id) best_passages.source_id, last_passage.position + 1 as passage_count
        from best_passages
        cross join lateral (
          select passages.position
          from public.passages
          where passages.source_id = best_passages.source_id and passages.source_version = best_passages.source_version
          order by passages.position desc
          limit 1
        ) as last_passage
      ) as lengths
      join hits on hits.source_id = lengths.source_id and hits.count > 0
      join term_weights on term_weights.term = hits.term
      group by lengths.source_id, lengths.passage_count, term_weights.term, term_weights.weight
    ) as by_term
    group by by_term.source_id
  ),
  scores as materialized (
    select best_passages.passage_id, best_passages.source_id, best_passages.index,
      best_passages.score + 2 * coalesce(surroundings.score, 0) + coalesce(sources.score, 0) as score
    from best_passages
    left join surroundings on surroundings.passage_id = best_passages.passage_id
    left join sources on sources.source_id = best_passages.source_id
  ),
  ranking as (
    select scores.passage_id, row_number() over (
      order by scores.score * case when neighbor.is_better then 0.8 else 1 end desc, scores.source_id, scores.index
    ) as number
    from scores
    cross join lateral (
      select exists (
        select from scores as other_score
        where other_score.source_id = scores.source_id and abs(other_score.index - scores.index) = 1
          and other_score.score > scores.score) as is_better
    ) as neighbor
  )
  select
    (select array_agg(ranking.passage_id order by ranking.number) from ranking where ranking.number <= v_limit),
    (select array_agg(distinct hits.term) from hits)
  into ranked_ids, term_numbers;
end;
$$;

grant execute on function private.rank_passages(
  uuid[], uuid[], real[], real, jsonb, tsquery[], real[], tsquery, tsquery) to authenticated;
