-- Replaces the published text of a source that is not a document: readers and search see the complete new text
-- once this commits. If the text is unchanged, nothing is published, and its citations stay valid. An empty array
-- removes the text. A job creates the vectors; search finds the words at once.
-- Raises OPNFD (source_not_found) · OPINV (invalid_passages) · OPSTA (source_without_project, source_is_document).
create or replace function private.publish_passages(source_id uuid, passages jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform private.publish_texts(array[publish_passages.source_id], array[publish_passages.passages]);
end;
$$;
comment on function private.publish_passages(uuid, jsonb) is
  'passages: [{ content, location }] in order. For functions that sync meetings and emails. Raises OPNFD · OPINV · OPSTA.';

-- Publishes the texts of several sources, each as publish_passages() publishes one.
create or replace function private.publish_texts(source_ids uuid[], texts jsonb[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_changed_ids uuid[];
  v_replaced_ids uuid[];
begin
  if exists (
    select from unnest(publish_texts.texts) as input (passages)
    where case
      when jsonb_typeof(input.passages) = 'array' then exists (
        select from jsonb_array_elements(input.passages) as passage
        where coalesce(btrim(passage ->> 'content'), '') = ''
          or jsonb_typeof(coalesce(passage -> 'location', '{}')) <> 'object')
      else true end)
  then
    raise exception using
      errcode = 'OPINV', message = 'Passages need a text and a location', hint = 'invalid_passages';
  end if;
  -- Locked before any passage is touched.
  perform private.lock_embedding_models();
  perform from public.sources where sources.id = any (publish_texts.source_ids) order by sources.id for update;
  if exists (
    select from unnest(publish_texts.source_ids) as input (source_id)
    where not exists (select from public.sources where sources.id = input.source_id))
  then
    raise exception using errcode = 'OPNFD', message = 'There is no such source', hint = 'source_not_found';
  elsif exists (
    select from public.sources where sources.id = any (publish_texts.source_ids) and sources.kind = 'document')
  then
    raise exception using
      errcode = 'OPSTA', message = 'The text of a document comes from its file', hint = 'source_is_document';
  elsif exists (
    select from unnest(publish_texts.source_ids, publish_texts.texts) as input (source_id, passages)
    join public.sources on sources.id = input.source_id
    where sources.project_id is null and input.passages <> '[]')
  then
    raise exception using
      errcode = 'OPSTA', message = 'A source without a project is not indexed. Assign it first',
      hint = 'source_without_project';
  end if;
  select array_agg(sources.id), array_agg(sources.id) filter (where sources.published_version is not null)
  into v_changed_ids, v_replaced_ids
  from unnest(publish_texts.source_ids, publish_texts.texts) as input (source_id, passages)
  join public.sources on sources.id = input.source_id
  where case
    when sources.published_version is null then input.passages <> '[]'
    else private.passages_differ(sources, input.passages) end;
  if v_changed_ids is null then
    return;
  elsif v_replaced_ids is not null then
    delete from public.passages where passages.source_id = any (v_replaced_ids);
  end if;
  update public.sources
  set version = sources.version + case when sources.published_version is null then 0 else 1 end,
      published_version = sources.version + case when sources.published_version is null then 0 else 1 end
  where sources.id = any (v_changed_ids);
  insert into public.passages (organization_id, source_id, source_version, position, content, location, scope_id)
  select
    sources.organization_id, sources.id, sources.published_version, passage.number - 1, passage.item ->> 'content',
    coalesce(passage.item -> 'location', '{}'), sources.scope_id
  from unnest(publish_texts.source_ids, publish_texts.texts) as input (source_id, passages)
  join public.sources on sources.id = input.source_id
  cross join lateral jsonb_array_elements(input.passages) with ordinality as passage (item, number)
  where sources.id = any (v_changed_ids);
  if private.vectors_installed() then
    perform private.enqueue_embedding(models, organizations.organization_id)
    from (
      select distinct sources.organization_id
      from unnest(publish_texts.source_ids, publish_texts.texts) as input (source_id, passages)
      join public.sources on sources.id = input.source_id
      where sources.id = any (v_changed_ids) and input.passages <> '[]') as organizations
    cross join private.embedding_models as models
    where models.state <> 'retired';
  end if;
end;
$$;

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
      select input.number - 1 as position, input.passage ->> 'content' as content,
             coalesce(input.passage -> 'location', '{}') as location
      from jsonb_array_elements(passages_differ.passages) with ordinality as input (passage, number)
    ) as new_passages
    full join (
      select current_passages.position, current_passages.content, current_passages.location
      from public.passages as current_passages
      where current_passages.source_id = source.id and current_passages.source_version = source.published_version
    ) as current_passages using (position)
    where (new_passages.content, new_passages.location)
      is distinct from (current_passages.content, current_passages.location));
end;
$$;
