-- Replaces the published text of a source that is not a document: readers and search see the complete new text
-- once this commits. If the text is unchanged, nothing is published, and its citations stay valid. An empty array
-- removes the text. A job creates the vectors; search finds the words at once.
-- Raises OPNFD (source_not_found) · OPINV (invalid_passages) · OPSTA (source_without_project, source_is_document).
create or replace function private.publish_passages(source_id uuid, passages jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_source public.sources;
begin
  if jsonb_typeof(publish_passages.passages) is distinct from 'array' or exists (
    select from jsonb_array_elements(publish_passages.passages) as passage
    where coalesce(btrim(passage ->> 'content'), '') = ''
      or jsonb_typeof(coalesce(passage -> 'location', '{}')) <> 'object')
  then
    raise exception using
      errcode = 'OPINV', message = 'Passages need a text and a location', hint = 'invalid_passages';
  end if;
  -- Locked before any passage is touched.
  perform private.lock_embedding_models();
  select * into v_source from public.sources where sources.id = publish_passages.source_id for update;
  if v_source.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
  elsif v_source.kind = 'document' then
    raise exception using
      errcode = 'OPSTA', message = 'The text of a document comes from its file', hint = 'source_is_document';
  elsif v_source.project_id is null and jsonb_array_length(publish_passages.passages) > 0 then
    raise exception using
      errcode = 'OPSTA', message = 'A source without a project is not indexed. Assign it first',
      hint = 'source_without_project';
  end if;
  if v_source.published_version is null then
    if publish_passages.passages = '[]' then
      return;
    end if;
  elsif not private.passages_differ(v_source, publish_passages.passages) then
    return;
  else
    delete from public.passages where passages.source_id = v_source.id;
  end if;
  update public.sources
  set version = sources.version + case when v_source.published_version is null then 0 else 1 end,
      published_version = sources.version + case when v_source.published_version is null then 0 else 1 end
  where sources.id = v_source.id
  returning * into v_source;
  insert into public.passages (organization_id, source_id, source_version, position, content, location, scope_id)
  select
    v_source.organization_id, v_source.id, v_source.published_version, listed.number - 1,
    listed.passage ->> 'content', coalesce(listed.passage -> 'location', '{}'), v_source.scope_id
  from jsonb_array_elements(publish_passages.passages) with ordinality as listed (passage, number);
  if jsonb_array_length(publish_passages.passages) > 0 and private.vectors_installed() then
    perform private.enqueue_embedding(models, v_source.organization_id)
    from private.embedding_models as models where models.state <> 'retired';
  end if;
end;
$$;
comment on function private.publish_passages(uuid, jsonb) is
  'passages: [{ content, location }] in order. For functions that sync meetings and emails. Raises OPNFD · OPINV · OPSTA.';

-- Whether the published text of a source differs from these passages.
create or replace function private.passages_differ(source public.sources, passages jsonb)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select
    from (
      select listed.number - 1 as position, listed.passage ->> 'content' as content,
             coalesce(listed.passage -> 'location', '{}') as location
      from jsonb_array_elements(passages_differ.passages) with ordinality as listed (passage, number)
    ) as offered
    full join (
      select published.position, published.content, published.location
      from public.passages as published
      where published.source_id = source.id and published.source_version = source.published_version
    ) as published using (position)
    where (offered.content, offered.location) is distinct from (published.content, published.location));
end;
$$;
