-- Every document whose text is published, most recently processed first: the documents that a draft can cite, with
-- the health of their extraction. Also the documents that could not be processed. For admins and leads.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPINV (invalid_cursor).
create or replace function private.get_document_inventory(
  project_id uuid default null,
  kind public.document_kind default null,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_size integer := least(greatest(coalesce(page_size, 50), 1), 100);
  v_after record := private.read_page_cursor(get_document_inventory.cursor);
  v_page jsonb[];
  v_last_entry jsonb;
begin
  -- Reads one row more than a page has, to learn whether another page follows.
  v_page := array(
    select private.inventory_entry(document, upload) || jsonb_build_object(
      'source_id', document.id, 'source_version', source.published_version,
      'indexed_at', upload.indexed_at, 'facts', upload.facts, 'flags', upload.flags,
      'chunks', (select count(*) from public.passages
                 where passages.source_id = document.id
                   and passages.source_version = source.published_version))
    from public.documents as document
    join public.sources as source on source.id = document.id
    join public.document_versions as upload
      on upload.document_id = document.id and upload.version = document.indexed_version
    where document.organization_id = v_viewer.organization_id
      and source.published_version is not null and source.archived_at is null
      and (get_document_inventory.project_id is null or source.project_id = get_document_inventory.project_id)
      and (get_document_inventory.kind is null or document.kind = get_document_inventory.kind)
      and (v_after.id is null or (upload.indexed_at, document.id) < (v_after.at, v_after.id))
    order by upload.indexed_at desc, document.id desc
    limit v_size + 1);
  v_last_entry := v_page[v_size];
  return jsonb_build_object(
    'documents', to_jsonb(v_page[1:v_size]),
    'problems', private.document_problems(v_viewer.organization_id, project_id, kind),
    'counts', private.document_counts(v_viewer.organization_id, project_id, kind),
    'next_cursor', case when cardinality(v_page) > v_size then
      private.page_cursor((v_last_entry ->> 'indexed_at')::timestamptz, (v_last_entry ->> 'document_id')::uuid) end);
end;
$$;

-- The fields of a document and one of its uploads in every list.
create or replace function private.inventory_entry(document public.documents, upload public.document_versions)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'document_id', document.id, 'title', sources.title, 'kind', document.kind,
    'project', jsonb_build_object('id', projects.id, 'name', projects.name),
    'is_restricted', document.is_restricted, 'version', upload.version, 'file_name', upload.file_name,
    'content_type', upload.content_type, 'size_bytes', upload.size_bytes,
    'uploaded_by', case when people.id is not null then
      jsonb_build_object('id', people.id, 'name', people.name) end,
    'uploaded_at', upload.created_at)
  from public.sources
  join public.projects on projects.id = sources.project_id
  left join public.people on people.id = upload.uploaded_by
  where sources.id = document.id
$$;

-- The hundred newest documents whose latest upload to arrive could not be processed.
create or replace function private.document_problems(
  organization_id uuid, project_id uuid, kind public.document_kind
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(problem.entry order by problem.at desc, problem.id), '[]')
  from (
    select document.id, upload.updated_at as at,
           private.inventory_entry(document, upload) || jsonb_build_object(
             'status', upload.status, 'code', upload.failure_code, 'reason', upload.failure_reason) as entry
    from public.documents as document
    join public.document_summaries as summary on summary.id = document.id
    join public.document_versions as upload
      on upload.document_id = document.id and upload.version = summary.version
    where document.organization_id = document_problems.organization_id
      and upload.status = 'failed' and summary.archived_at is null
      and (document_problems.project_id is null or summary.project_id = document_problems.project_id)
      and (document_problems.kind is null or document.kind = document_problems.kind)
    order by upload.updated_at desc, document.id
    limit 100
  ) as problem
$$;

create or replace function private.document_counts(
  organization_id uuid, project_id uuid, kind public.document_kind
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'documents', count(*) filter (where document.indexed_version is not null),
    'problems', count(*) filter (where summary.status = 'failed'),
    'in_progress', count(*) filter (where summary.status in ('queued', 'indexing')))
  from public.documents as document
  join public.document_summaries as summary on summary.id = document.id
  where document.organization_id = document_counts.organization_id and summary.archived_at is null
    and (document_counts.project_id is null or summary.project_id = document_counts.project_id)
    and (document_counts.kind is null or document.kind = document_counts.kind)
$$;

create or replace function public.get_document_inventory(
  project_id uuid default null,
  kind public.document_kind default null,
  page_size integer default 50,
  cursor text default null
)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_document_inventory(project_id, kind, page_size, cursor) $$;

grant execute on function
  private.get_document_inventory(uuid, public.document_kind, integer, text) to authenticated;
grant execute on function
  public.get_document_inventory(uuid, public.document_kind, integer, text) to authenticated;

comment on function public.get_document_inventory(uuid, public.document_kind, integer, text) is
  'Returns { documents, problems, counts, next_cursor }. Raises OPAUT · OPDEN · OPINV.';
