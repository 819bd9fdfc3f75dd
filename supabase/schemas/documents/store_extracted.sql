-- Stores the result of a step, still invisible, and continues: from the cursor, or with the next step if there is
-- none. Facts about the file are stored in the job until the text is published.
-- Raises OPSTA (lease_lost, wrong_executor, wrong_step) · OPINV (invalid_passages, no_progress).
create or replace function private.store_extracted(
  job_id uuid,
  attempt integer,
  passages jsonb,
  cursor jsonb,
  progress_done integer,
  progress_total integer,
  facts jsonb,
  flags text[],
  sha256 text
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_indexing_job(store_extracted.job_id, store_extracted.attempt);
  v_upload public.document_versions := private.lock_upload(v_job);
  v_cursor constant jsonb := coalesce(store_extracted.cursor, 'null');
  v_next_position integer;
begin
  if v_upload.document_id is null then
    return;
  end if;
  perform private.require_indexing_step(v_upload, 'extract');
  if exists (
    -- Anything but an array counts as one invalid passage.
    select from jsonb_array_elements(
      case jsonb_typeof(passages) when 'array' then passages else '[null]' end) as passage
    where coalesce(btrim(passage ->> 'content'), '') = ''
      or jsonb_typeof(coalesce(passage -> 'location', '{}')) <> 'object')
  then
    raise exception using
      errcode = 'OPINV', message = 'Passages need a text and a location', hint = 'invalid_passages';
  elsif v_cursor <> 'null' and v_cursor = v_job.payload -> 'cursor' then
    raise exception using
      errcode = 'OPINV', message = 'The step has made no progress', hint = 'no_progress';
  end if;

  select coalesce(max(staged_passages.position) + 1, 0) into v_next_position
  from private.staged_passages
  where staged_passages.document_id = v_upload.document_id and staged_passages.version = v_upload.version;
  insert into private.staged_passages (organization_id, document_id, version, position, content, location)
  select v_upload.organization_id, v_upload.document_id, v_upload.version, v_next_position + passage.number - 1, passage.value ->> 'content',
         coalesce(passage.value -> 'location', '{}')
  from jsonb_array_elements(passages) with ordinality as passage (value, number);

  update public.document_versions as versions
  set sha256 = coalesce(versions.sha256, store_extracted.sha256)
  where versions.document_id = v_upload.document_id and versions.version = v_upload.version;
  if v_cursor = 'null' and v_next_position + jsonb_array_length(passages) = 0 then
    perform private.fail_upload(
      v_upload, v_job, 'no_text', 'There is no text in this file. Upload a version of it that has text.');
    return;
  end if;
  perform private.continue_indexing(
    v_job, v_upload,
    case when v_cursor <> 'null' then 'extract' else private.step_after_extract() end,
    v_job.payload || jsonb_build_object(
      'cursor', v_cursor,
      'facts', coalesce(v_job.payload -> 'facts', '{}') || coalesce(facts, '{}'),
      'flags', (
        select coalesce(jsonb_agg(distinct flag order by flag), '[]')
        from (
          select jsonb_array_elements_text(coalesce(v_job.payload -> 'flags', '[]')) as flag
          union all
          select unnest(store_extracted.flags)
        ) as matches)),
    case when v_cursor <> 'null' then progress_done else 0 end,
    case when v_cursor <> 'null' then progress_total end);
end;
$$;

-- Without vectors, search uses words alone.
create or replace function private.step_after_extract()
returns public.indexing_step
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case when (private.model_of_new_text()).slot is null then 'publish' else 'embed' end;
end;
$$;

-- The Data API takes the time limit of a call from the setting of its function, and a step may find five million
-- characters.
create or replace function public.store_extracted(
  job_id uuid,
  attempt integer,
  passages jsonb,
  cursor jsonb,
  progress_done integer,
  progress_total integer,
  facts jsonb,
  flags text[],
  sha256 text
)
returns void
language sql
set search_path = pg_catalog, pg_temp
set statement_timeout = '110s'
as $$
  select private.store_extracted(
    job_id, attempt, passages, cursor, progress_done, progress_total, facts, flags, sha256)
$$;

grant execute on function private.store_extracted(
  uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text) to service_role;
grant execute on function public.store_extracted(
  uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text) to service_role;
comment on function public.store_extracted(
  uuid, integer, jsonb, jsonb, integer, integer, jsonb, text[], text) is
  'Called by document-act: stores passages [{ content, location }] in order; cursor null when everything has been read. Raises OPSTA · OPINV.';
