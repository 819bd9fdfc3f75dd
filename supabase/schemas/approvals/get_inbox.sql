create type public.inbox_sort as enum ('oldest', 'stakes', 'due');
comment on type public.inbox_sort is 'oldest: by age; stakes: by stakes, then by due date; due: by due date, then by stakes.';

-- The undecided cards, page by page; or one card by its id, whatever its status, with its evidence and
-- history. A page ends early where it would be too large. A filter narrows the cards, not the counts.
-- Raises OPAUT · OPDEN (clients) · OPINV (invalid_cursor, invalid_query) · OPNFD (approval_not_found).
create or replace function private.get_inbox(
  approval_id uuid default null,
  kind public.approval_kind default null,
  project_id uuid default null,
  page_size integer default 50,
  cursor text default null,
  sort public.inbox_sort default 'oldest',
  q text default null,
  assigned_to_me boolean default false,
  decidable boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_internal_viewer();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_page public.approvals[];
  v_approvals public.approvals[];
  v_cards jsonb;
  v_card jsonb;
  v_page_cards jsonb[] := '{}';
  v_bytes integer := 0;
  v_sort constant public.inbox_sort := coalesce(sort, 'oldest');
begin
  if approval_id is not null then
    v_approvals := array(
      select approvals
      from public.approvals
      where approvals.id = get_inbox.approval_id
        and approvals.organization_id = v_viewer.organization_id
        and approvals.scope_id = any (private.scope_ids_of(v_viewer)));
    if cardinality(v_approvals) = 0 then
      raise exception using
        errcode = 'OPNFD', message = 'There is no such card', hint = 'approval_not_found';
    end if;
    v_cards := jsonb_build_array(private.approval_card(v_approvals[1], v_viewer, true));
  else
    -- Reads one row more than a page has, to learn whether another page follows.
    v_page := array(select page from private.pending_page(
      v_viewer, get_inbox.kind, get_inbox.project_id, v_size + 1, get_inbox.cursor, v_sort, get_inbox.q,
      get_inbox.assigned_to_me, get_inbox.decidable) as page);
    for v_position in 1 .. least(v_size, cardinality(v_page)) loop
      v_card := private.approval_card(v_page[v_position], v_viewer, false);
      v_bytes := v_bytes + octet_length(v_card::text);
      exit when v_position > 1 and v_bytes > private.max_page_bytes();
      v_page_cards := v_page_cards || v_card;
    end loop;
    v_cards := to_jsonb(v_page_cards);
    v_size := cardinality(v_page_cards);
    v_approvals := v_page[1:v_size];
  end if;
  perform private.record_readings(v_viewer, v_approvals);
  return jsonb_build_object(
    'cards', coalesce(v_cards, '[]'),
    'counts', private.approval_counts(v_viewer),
    'next_cursor', case when cardinality(v_page) > v_size
      then private.inbox_cursor(v_page[v_size], v_sort) end);
end;
$$;

create or replace function private.max_page_bytes()
returns integer
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select 1000000 $$;
comment on function private.max_page_bytes() is
  'The maximum size of a page of a list, in bytes. A larger page ends early, but always has its first entry.';

-- Pending cards that a person may see, in the requested order, after the cursor.
-- Raises OPINV (invalid_cursor, invalid_query).
create or replace function private.pending_page(
  viewer public.people,
  kind public.approval_kind,
  project_id uuid,
  size integer,
  cursor text,
  sort public.inbox_sort,
  q text,
  assigned_to_me boolean,
  decidable boolean
)
returns setof public.approvals
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_after record := private.read_inbox_cursor(cursor, sort);
  v_rank constant text := case sort when 'stakes' then 'stakes_rank, ' when 'due' then 'due_rank, ' else '' end;
  v_query constant text := nullif(btrim(q), '');
  v_people constant uuid[] := private.delegators_of(viewer) || viewer.id;
  v_projects uuid[];
  v_decidable_ids uuid[];
begin
  if char_length(v_query) > 200 then
    raise exception using errcode = 'OPINV', message = 'Search for at most 200 characters', hint = 'invalid_query';
  elsif v_query is not null then
    v_projects := array(
      select projects.id from public.projects
      where projects.organization_id = viewer.organization_id and private.is_alike(v_query, projects.name));
  end if;
  if decidable then
    v_decidable_ids := private.decidable_ids(viewer);
  end if;
  -- The query contains only the filters that are present, so that its plan fits them.
  return query execute format(
    'select approvals.* from public.approvals where %s order by %2$screated_at, id limit $9',
    concat_ws(' and ',
      'approvals.organization_id = $1 and approvals.status = ''pending''',
      case when viewer.role not in ('admin', 'lead') then 'approvals.scope_id = any ($2)' end,
      case when pending_page.kind is not null then 'approvals.kind = $3' end,
      case when pending_page.project_id is not null then 'approvals.project_id = $4' end,
      case when v_query is not null
        then '(approvals.project_id = any ($5) or private.is_alike($6, approvals.title))' end,
      case when assigned_to_me
        then 'approvals.assigned_to = any ($7) and private.is_assigned(approvals, $8)' end,
      case when decidable then 'approvals.id = any ($13)' end,
      case when v_after.id is not null then format(
        '(%screated_at, id) > (%s$11, $12)', v_rank, case when v_rank <> '' then '$10, ' else '' end) end),
    v_rank)
  using viewer.organization_id, private.scope_ids_of(viewer), pending_page.kind, pending_page.project_id, v_projects,
        v_query, v_people, viewer.id, size, v_after.rank, v_after.at, v_after.id, v_decidable_ids;
end;
$$;

-- The cards that the viewer may decide, among the 1000 oldest pending ones. A refusal depends only on the kind, unless
-- nobody may decide their own proposal: so one card of each kind answers for all of them.
create or replace function private.decidable_ids(viewer public.people)
returns uuid[]
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_forbids_self_approval constant boolean := exists (
    select from public.organization_settings as settings
    where settings.organization_id = viewer.organization_id and settings.forbids_self_approval);
begin
  if viewer.role not in ('admin', 'lead') then
    return '{}';
  end if;
  return array(
    with candidates as (
      select approvals.id, approvals.kind from public.approvals
      where approvals.organization_id = viewer.organization_id and approvals.status = 'pending'
      order by approvals.created_at, approvals.id
      limit 1000
    ), groups as (
      select array_agg(candidates.id) as ids, (array_agg(candidates.id))[1] as sample_id
      from candidates
      group by candidates.kind, case when v_forbids_self_approval then candidates.id end
    )
    select unnest(groups.ids)
    from groups join public.approvals on approvals.id = groups.sample_id
    where private.decider_refusal(approvals, viewer.id) is null);
end;
$$;

-- Whether a text contains a query, or words like it.
create or replace function private.is_alike(query text, value text)
returns boolean
language plpgsql
immutable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return strpos(lower(value), lower(query)) > 0
    or char_length(query) >= 4 and extensions.word_similarity(query, value) >= 0.5;
end;
$$;

-- Whether a card is assigned to a person, or to a person who delegates to them today.
create or replace function private.is_assigned(approval public.approvals, person_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_assignee constant jsonb := private.assignee_json(approval);
begin
  return coalesce(is_assigned.person_id::text in (v_assignee ->> 'id', v_assignee #>> '{delegate,id}'), false);
end;
$$;

-- The cursor at the end of a page: opaque to callers, and valid only for the order in which the page was sorted.
create or replace function private.inbox_cursor(approval public.approvals, sort public.inbox_sort)
returns text
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case when sort = 'oldest' then '' else format('%s:%s:', sort,
      case sort when 'stakes' then approval.stakes_rank else approval.due_rank end) end
    || private.page_cursor(approval.created_at, approval.id);
end;
$$;

create or replace function private.read_inbox_cursor(
  cursor text, sort public.inbox_sort, out rank bigint, out at timestamptz, out id uuid)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_parts constant text[] := regexp_match(cursor, '^(?:([a-z]+):([0-9]{1,15}):)?([^:]*)$');
begin
  if cursor is not null and (v_parts is null or coalesce(v_parts[1], 'oldest') <> sort::text) then
    raise exception using
      errcode = 'OPINV', message = 'Invalid page cursor', hint = 'invalid_cursor';
  end if;
  rank := v_parts[2];
  select page_start.at, page_start.id into read_inbox_cursor.at, read_inbox_cursor.id
  from private.read_page_cursor(v_parts[3]) as page_start;
end;
$$;
comment on function private.read_inbox_cursor(text, public.inbox_sort) is
  'Where the next page starts; nulls for the first page. Raises OPINV (invalid_cursor).';

-- The number of visible cards in each status that is not final, and the number of pending ones that this person
-- may decide, which the inbox and its badge show. Each status is counted up to 1000, the oldest cards first.
create or replace function private.approval_counts(viewer public.people)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_sees_all boolean := viewer.role in ('admin', 'lead');
  v_scope_ids uuid[] := private.scope_ids_of(viewer);
begin
  return (
    select jsonb_object_agg(counts.status, counts.cards)
      || jsonb_build_object('decidable', cardinality(private.decidable_ids(viewer)))
    from (
      select statuses.status, count(card.id) as cards
      from unnest('{pending,approved,executing,failed,unknown}'::public.approval_status[]) as statuses (status)
      left join lateral (
        select approvals.id
        from public.approvals
        where approvals.organization_id = viewer.organization_id
          and approvals.status = statuses.status
          and (v_sees_all or approvals.scope_id = any (v_scope_ids))
        order by approvals.created_at, approvals.id
        limit 1000
      ) as card on true
      group by statuses.status
    ) as counts);
end;
$$;

create or replace function public.get_inbox(
  approval_id uuid default null,
  kind public.approval_kind default null,
  project_id uuid default null,
  page_size integer default 50,
  cursor text default null,
  sort public.inbox_sort default 'oldest',
  q text default null,
  assigned_to_me boolean default false,
  decidable boolean default false
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.get_inbox(approval_id, kind, project_id, page_size, cursor, sort, q, assigned_to_me, decidable)
$$;

grant execute on function private.get_inbox(
  uuid, public.approval_kind, uuid, integer, text, public.inbox_sort, text, boolean, boolean) to authenticated;
grant execute on function public.get_inbox(
  uuid, public.approval_kind, uuid, integer, text, public.inbox_sort, text, boolean, boolean) to authenticated;
comment on function public.get_inbox(
  uuid, public.approval_kind, uuid, integer, text, public.inbox_sort, text, boolean, boolean) is
  'Returns { cards, counts, next_cursor }; each count is at most 1000. Raises OPAUT · OPDEN · OPINV · OPNFD.';
