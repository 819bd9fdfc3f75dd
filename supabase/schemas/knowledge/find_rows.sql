-- Finds projects, clients, accounts, people, tasks, cards and documents by name, at most result_limit of each kind:
-- exact names first, then names that begin with the query, then words in any order. Similar names are used only if a
-- kind has no better match. Nothing outside the caller's scope is counted or ranked. A member's rows (up to 5,000
-- tasks) are compared without an index, so that other rows cannot affect the time it takes.
-- Raises OPAUT · OPDEN (no organization, client) · OPINV (invalid_query, limit_out_of_range).
create type public.found_kind as enum ('project', 'client', 'account', 'person', 'task', 'card', 'document');
comment on type public.found_kind is 'Kinds of rows that are found by name, in the order in which equally good groups are listed.';

create or replace function private.find_rows(
  query text,
  kinds public.found_kind[] default null,
  result_limit integer default 5
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_query text;
  v_words text[];
  v_kind public.found_kind;
  v_groups jsonb[] := '{}';
  v_ranks integer[] := '{}';
  v_matches record;
begin
  perform private.require_limit(result_limit, 20);
  if query is null or btrim(query) = '' or char_length(query) > 200 then
    raise exception using errcode = 'OPINV', message = 'Search for 1 to 200 characters', hint = 'invalid_query';
  end if;
  v_query := private.search_name(query);
  v_words := (string_to_array(ltrim(v_query), ' '))[1:8];
  if v_query <> '' then
    foreach v_kind in array enum_range(null::public.found_kind) loop
      continue when v_kind <> all (kinds);
      v_matches := private.find_by_name(v_viewer, v_kind, v_query, v_words, result_limit + 1);
      continue when v_matches.ids = '{}';
      v_ranks := v_ranks || v_matches.best_rank;
      v_groups := v_groups || jsonb_build_object(
        'kind', v_kind,
        'is_similar', v_matches.best_rank < 2,
        'has_more', cardinality(v_matches.ids) > result_limit,
        'rows', private.found_rows(v_kind, v_matches.ids[1:result_limit]));
    end loop;
  end if;
  return jsonb_build_object('groups', (
    select coalesce(jsonb_agg(input.matches order by input.best_rank desc, input.number), '[]')
    from unnest(v_groups, v_ranks) with ordinality as input (matches, best_rank, number)));
end;
$$;

-- The rows of a kind that a person may see and whose names match best, and the rank of the best.
create or replace function private.find_by_name(
  viewer public.people, kind public.found_kind, query text, words text[], result_limit integer,
  out ids uuid[], out best_rank integer
)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_sees_all constant boolean := viewer.role in ('admin', 'lead');
  v_project_ids constant uuid[] := private.project_ids_of(viewer);
  v_visible_ids uuid[];
  v_is_indexed boolean := v_sees_all;
  v_names text;
begin
  case kind
    when 'project' then
      v_visible_ids := v_project_ids;
      v_names := 'select projects.id, projects.name as title, projects.code as alias,
          private.search_name(projects.name || coalesce('' '' || projects.code, '''')) as name,
          projects.status in (''planned'', ''active'') as is_open
        from public.projects where projects.id = any ($2) and projects.archived_at is null';
    when 'client' then
      v_visible_ids := private.visible_client_ids();
      v_names := 'select clients.id, clients.name as title, null::text as alias,
          private.search_name(clients.name) as name, true as is_open
        from public.clients where clients.id = any ($2) and clients.archived_at is null';
    when 'account' then
      v_visible_ids := private.visible_account_ids();
      v_names := 'select accounts.id, accounts.name as title, null::text as alias,
          private.search_name(accounts.name) as name, true as is_open
        from public.accounts where accounts.id = any ($2) and accounts.archived_at is null';
    when 'person' then
      v_visible_ids := private.person_ids_of(viewer);
      v_names := 'select people.id, people.name as title, people.email as alias,
          private.search_name(people.name || coalesce('' '' || people.email, '''')) as name, true as is_open
        from public.people where people.id = any ($2) and people.archived_at is null';
    when 'task' then
      v_visible_ids := v_project_ids;
      v_is_indexed := v_sees_all or private.has_many_tasks(v_project_ids);
      v_names := 'select tasks.id, tasks.title, null::text as alias, private.search_name(tasks.title) as name,
          tasks.status in (''open'', ''in_progress'', ''blocked'') as is_open
        from public.tasks where tasks.organization_id = $1 and tasks.archived_at is null'
        || case when v_sees_all then '' else ' and tasks.project_id = any ($2)' end;
    when 'card' then
      v_visible_ids := private.scope_ids_of(viewer);
      v_names := 'select approvals.id, approvals.title, null::text as alias, private.search_name(approvals.title) as name,
          approvals.status not in (''executed'', ''rejected'') as is_open
        from public.approvals where approvals.organization_id = $1 and approvals.scope_id = any ($2)';
    when 'document' then
      v_visible_ids := private.scope_ids_of(viewer);
      v_names := 'select sources.id, sources.title, null::text as alias, private.search_name(sources.title) as name,
          true as is_open
        from public.sources join public.documents on documents.id = sources.id
        where sources.organization_id = $1 and sources.scope_id = any ($2) and sources.archived_at is null';
  end case;

  -- PostgreSQL uses an index only for a condition in the query that reads the table. A common word can
  -- match more names than are ranked: at most 1,000 that match, and 1,000 that begin with the query.
  for v_is_similar in 0 .. 1 loop
    execute format(
      'with names as %s materialized (%s),
       candidates as (
         (select names.* from names where names.name like %L limit 1000)
         union
         (select names.* from names where %s limit 1000)),
       ranking as (
         select candidates.id, candidates.is_open, candidates.name,
           case when $3 in (private.search_name(candidates.title), private.search_name(candidates.alias)) then 5
             else private.name_rank(candidates.name, $3, $4) end as rank
         from candidates),
       page as (
         select ranking.*, row_number() over (
           order by floor(ranking.rank) desc, ranking.is_open desc, ranking.rank desc, char_length(ranking.name), ranking.name,
             ranking.id) as position
         from ranking where ranking.rank is not null)
       select coalesce(array_agg(page.id order by page.position), ''{}''), max(floor(page.rank))::integer
       from page where page.position <= $5',
      case when v_is_indexed then 'not' else '' end, v_names, query || '%',
      private.name_condition(words, v_is_similar = 1))
    into ids, best_rank
    using viewer.organization_id, v_visible_ids, query, words, result_limit;
    -- The spelling of short words is not corrected, so without a longer word there are no similar names beyond the
    -- exact matches.
    exit when ids <> '{}' or not exists (select from unnest(words) as word where char_length(word) >= 4);
  end loop;
end;
$$;

-- The condition for names that contain every word or, for similar names, a part that resembles every word of four
-- letters or more.
create or replace function private.name_condition(words text[], is_similar boolean)
returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if is_similar then
    perform set_config('pg_trgm.word_similarity_threshold', private.min_similarity()::text, true);
  end if;
  return (
    select '(' || string_agg(
      case when is_similar and char_length(word) >= 4 then format('names.name operator(extensions.%%>) %L', word)
        else format('names.name like %L', case when char_length(word) < 4 then '% ' else '%' end || word || '%') end,
      ' and ') || ')'
    from unnest(words) as word);
end;
$$;

create or replace function private.has_many_tasks(project_ids uuid[])
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select count(*) > 5000
  from (select from public.tasks where tasks.project_id = any (project_ids) limit 5001) as first_tasks
$$;

-- Rows as the console lists them, in the order of the ids. The caller of this function has checked their scope.
create or replace function private.found_rows(kind public.found_kind, ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', items.id, 'title', items.title, 'context', items.context, 'status', items.status,
      'is_restricted', items.is_restricted)
    order by array_position(ids, items.id)), '[]')
  from (
    select projects.id, projects.name as title, concat_ws(' · ', projects.code, accounts.name) as context,
      projects.status::text as status, false as is_restricted
    from public.projects
    join public.accounts on accounts.id = projects.account_id
    where found_rows.kind = 'project' and projects.id = any (ids)
    union all
    select clients.id, clients.name, null, null, false
    from public.clients
    where found_rows.kind = 'client' and clients.id = any (ids)
    union all
    select accounts.id, accounts.name, clients.name, null, false
    from public.accounts
    join public.clients on clients.id = accounts.client_id
    where found_rows.kind = 'account' and accounts.id = any (ids)
    union all
    select people.id, people.name, people.email, people.role::text, false
    from public.people
    where found_rows.kind = 'person' and people.id = any (ids)
    union all
    select tasks.id, tasks.title, projects.name, tasks.status::text, false
    from public.tasks
    join public.projects on projects.id = tasks.project_id
    where found_rows.kind = 'task' and tasks.id = any (ids)
    union all
    select approvals.id, approvals.title, projects.name, approvals.status::text, approvals.is_restricted
    from public.approvals
    left join public.projects on projects.id = approvals.project_id
    where found_rows.kind = 'card' and approvals.id = any (ids)
    union all
    select sources.id, sources.title, projects.name, null, sources.is_restricted
    from public.sources
    left join public.projects on projects.id = sources.project_id
    where found_rows.kind = 'document' and sources.id = any (ids)
  ) as items
$$;

create or replace function public.find_rows(
  query text,
  kinds public.found_kind[] default null,
  result_limit integer default 5
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.find_rows(query, kinds, result_limit) $$;

grant execute on function private.find_rows(text, public.found_kind[], integer) to authenticated;
grant execute on function public.find_rows(text, public.found_kind[], integer) to authenticated;
comment on function public.find_rows(text, public.found_kind[], integer) is
  'Returns { groups: [{ kind, is_similar, has_more, rows }] }. Raises OPAUT · OPDEN · OPINV.';
