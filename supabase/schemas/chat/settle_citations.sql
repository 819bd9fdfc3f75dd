-- Which citations of an answer hold, for whoever asks in the effective scope of `as`: the piece is one they see, of
-- the text in force, and the quote stands in it verbatim; the row is one they see. The rest is dropped and
-- counted. Titles come from here, not from the caller.
-- citations: [{ n, kind: "chunk", id, quote } | { n, kind: "row", table, id, quote }].
-- Raises OPAUT · OPDEN (client contact, or no membership) · OPNFD (person_not_found) · OPINV (invalid_citations).
create or replace function public.settle_citations(citations jsonb, as_person_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
  v_given jsonb;
  v_held jsonb;
  v_settled jsonb := '[]';
  v_dropped integer := 0;
  v_uuid constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
begin
  select * into v_scope from private.effective_scope(settle_citations.as_person_id);
  if jsonb_typeof(coalesce(citations, '[]')) <> 'array' or jsonb_array_length(coalesce(citations, '[]')) > 500 then
    raise exception using
      errcode = 'OPINV', message = 'Citations are a list of at most 500', hint = 'invalid_citations';
  end if;
  for v_given in select * from jsonb_array_elements(citations) loop
    if jsonb_typeof(v_given) <> 'object' or coalesce(v_given ->> 'id', '') !~ v_uuid
      or coalesce(v_given ->> 'n', '') !~ '^[1-9][0-9]{0,3}$' or char_length(v_given ->> 'quote') > 4000
    then
      raise exception using
        errcode = 'OPINV', message = 'A citation has a number, an id and a quote', hint = 'invalid_citations';
    end if;
    v_held := case v_given ->> 'kind'
      when 'chunk' then private.settled_piece(
        (v_given ->> 'id')::uuid, v_given ->> 'quote',
        v_scope.project_ids || case when v_scope.sees_restricted then array[(v_scope.viewer).organization_id] end)
      when 'row' then private.settled_row(
        v_given ->> 'table', (v_given ->> 'id')::uuid, v_scope.project_ids)
    end;
    if v_held is null then
      v_dropped := v_dropped + 1;
    else
      v_settled := v_settled || (
        v_held || jsonb_build_object(
          'n', (v_given ->> 'n')::integer, 'kind', v_given ->> 'kind', 'quote', coalesce(v_given ->> 'quote', '')));
    end if;
  end loop;
  return jsonb_build_object('citations', v_settled, 'dropped', v_dropped);
end;
$$;

-- A piece that the caller sees within these scopes, and whose words the quote is; else null. Runs as its caller.
create or replace function private.settled_piece(chunk_id uuid, quote text, scope_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', chunks.id, 'source_id', sources.id, 'source_version', chunks.source_version, 'title', sources.title,
    'project_id', sources.project_id, 'location', chunks.location, 'scope_id', chunks.scope_id)
  from public.chunks
  join public.sources on sources.id = chunks.source_id and sources.published_version = chunks.source_version
  where chunks.id = settled_piece.chunk_id and chunks.scope_id = any (settled_piece.scope_ids)
    and sources.project_id is not null and sources.archived_at is null
    and private.is_quoted(settled_piece.quote, chunks.content)
$$;
comment on function private.settled_piece(uuid, text, uuid[]) is 'Where a quote stands, for a citation.';

-- A row of one of these projects that the caller sees; else null. Runs as its caller.
create or replace function private.settled_row(table_name text, row_id uuid, project_ids uuid[])
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', settled_row.row_id, 'table', settled_row.table_name, 'title', cited.title,
    'project_id', cited.project_id, 'scope_id', cited.project_id)
  from (
    select projects.name as title, projects.id as project_id
    from public.projects where settled_row.table_name = 'projects' and projects.id = settled_row.row_id
    union all
    select tasks.title, tasks.project_id
    from public.tasks where settled_row.table_name = 'tasks' and tasks.id = settled_row.row_id
    union all
    select projects.name || ', ' || status_updates.created_at::date, status_updates.project_id
    from public.status_updates
    join public.projects on projects.id = status_updates.project_id
    where settled_row.table_name = 'status_updates' and status_updates.id = settled_row.row_id
  ) as cited
  where cited.project_id = any (settled_row.project_ids)
$$;
comment on function private.settled_row(text, uuid, uuid[]) is 'What a citation of a row is called: projects, tasks and status_updates.';

revoke execute on function public.settle_citations(jsonb, uuid) from public;
revoke execute on function private.settled_piece(uuid, text, uuid[]) from public;
revoke execute on function private.settled_row(text, uuid, uuid[]) from public;
grant execute on function private.settled_piece(uuid, text, uuid[]) to authenticated;
grant execute on function private.settled_row(text, uuid, uuid[]) to authenticated;
grant execute on function public.settle_citations(jsonb, uuid) to authenticated;
comment on function public.settle_citations(jsonb, uuid) is
  'Answers { citations: [{ n, kind, id, table?, source_id?, title, project_id, quote, … }], dropped }. Raises OPAUT · OPDEN · OPNFD · OPINV.';
