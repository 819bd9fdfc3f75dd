-- Applies records in one statement per table. If one of them cannot be applied, the halves are applied separately,
-- until the bad record is isolated: it becomes a dead letter, and its neighbors are applied. The versions of a record
-- that is listed twice are applied in their order. Sequential scans are off, because a session keeps its plans, and a
-- plan for the empty tables of a first run would read all rows for each record of the following pages. Compilation
-- (JIT) is off, because it takes longer than a page.
create or replace function private.apply_sync_records(stream public.sync_streams, run_id uuid, records jsonb)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $$
declare
  v_count constant integer := jsonb_array_length(records);
  v_half_count constant integer := v_count / 2;
  v_code text;
  v_hint text;
  v_message text;
begin
  if v_count = 0 then
    return;
  end if;
  -- Ids are equal if their bytes are. The rules of a language would take longer.
  if v_count = 1 or v_count = (
    select count(distinct (record ->> 'externalId') collate "C") from jsonb_array_elements(records) as record)
  then
    begin
      perform private.write_sync_records(stream, run_id, private.classify_sync_records(stream, records));
      return;
    -- No record causes these errors, so the whole page is retried.
    exception when serialization_failure or deadlock_detected or lock_not_available or insufficient_resources
      or operator_intervention or system_error or internal_error then
      raise;
    when others then
      get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint, v_message = message_text;
    end;
  end if;
  if v_count = 1 then
    perform private.add_dead_letter(
      stream, run_id, records -> 0, case when v_code like 'OP%' then coalesce(nullif(v_hint, ''), v_code) else v_code end,
      v_message);
    return;
  end if;
  perform private.apply_sync_records(stream, run_id, (
    select jsonb_agg(record order by position)
    from jsonb_array_elements(records) with ordinality as input (record, position) where position <= v_half_count));
  perform private.apply_sync_records(stream, run_id, (
    select jsonb_agg(record order by position)
    from jsonb_array_elements(records) with ordinality as input (record, position) where position > v_half_count));
end;
$$;

-- Stores a record that cannot be applied. Its row stays as it is, and is not missing from the listing. Only a file is
-- restricted, unless the record states that the organization may read it.
create or replace function private.add_dead_letter(
  stream public.sync_streams, run_id uuid, record jsonb, code text, reason text)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.sync_dead_letters as dead_letter (
    organization_id, stream_id, run_id, external_id, payload, payload_hash, code, reason, listing)
  values (
    stream.organization_id, stream.id, add_dead_letter.run_id, record ->> 'externalId', record,
    encode(sha256(convert_to(record::text, 'UTF8')), 'hex'), add_dead_letter.code,
    left(add_dead_letter.reason, 2000), stream.listing)
  on conflict (organization_id, stream_id, external_id) where resolved_at is null do update
  set run_id = excluded.run_id, payload = excluded.payload, payload_hash = excluded.payload_hash,
      code = excluded.code, reason = excluded.reason, listing = excluded.listing, attempt = dead_letter.attempt + 1;
  update private.sync_records set seen_listing = stream.listing
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = record ->> 'externalId';
  insert into private.sync_run_records (organization_id, run_id, external_ids, outcomes, reasons)
  values (
    stream.organization_id, add_dead_letter.run_id, array[record ->> 'externalId'], array['failed']::private.sync_outcome[],
    array[add_dead_letter.code]);
  if stream.stream = 'files' and private.is_restricted_file(record -> 'data') then
    perform private.hide_synced_rows(stream, array[record ->> 'externalId']);
  end if;
end;
$$;

-- Whether a version precedes another one: versions are numbers, instants or anything else, and an empty one is the
-- newest. Instants are compared with all of their digits.
create or replace function private.is_older_version(version text, other text)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if version = '' or other = '' or version = other then
    return false;
  elsif version ~ '^\d{1,30}$' and other ~ '^\d{1,30}$' then
    return version::numeric < other::numeric;
  elsif version ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$'
    and other ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$'
  then
    return version::timestamptz < other::timestamptz;
  end if;
  return version collate "C" < other collate "C";
end;
$$;

-- Decides about each record. A removal waits for the end of its listing, because the number of removals is known only
-- then.
-- Raises OPINV (unreadable_record).
create or replace function private.classify_sync_records(stream public.sync_streams, records jsonb)
returns private.sync_change[]
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_fields record;
begin
  -- A record that the adapter could not read has unknown content, so it counts as neither present nor removed. An older
  -- version of a record changes nothing.
  if classify_sync_records.records @? '$[*].data.unreadable' and exists (
    select from jsonb_array_elements(classify_sync_records.records) as record
    where record -> 'data' ? 'unreadable' and not coalesce((
      select private.is_older_version(record ->> 'version', known_records.version)
      from private.known_sync_records(stream, array[record ->> 'externalId']) as known_records), false))
  then
    raise exception using
      errcode = 'OPINV', message = 'The vendor sent a record that cannot be read', hint = 'unreadable_record';
  end if;
  v_fields := private.sync_fields(stream.stream);
  return array(
    with entries as materialized (
      select
        items.position, items.record ->> 'externalId' as external_id, items.record ->> 'version' as version,
        items.record -> 'isDeleted' = 'true' as is_deleted, items.record ->> 'filteredBecause' as filtered_because,
        items.record -> 'data' as data, items.record -> 'data' ->> v_fields.scope_field as scope_external_id,
        lower(btrim(items.record -> 'data' ->> v_fields.email_field)) as email
      from jsonb_array_elements(classify_sync_records.records) with ordinality as items (record, position)
    ),
    -- The people of the organization with these addresses. The hours of a person who has left stay theirs.
    email_owners as materialized (
      select distinct on (people.email) people.email, coalesce(people.merged_into_id, people.id) as person_id
      from public.people
      where v_fields.email_field is not null
        and people.organization_id = stream.organization_id and people.role <> 'client'
        and people.email in (select entries.email from entries)
      order by people.email, people.archived_at is not null, people.archived_at desc, people.id
    ),
    verdicts as materialized (
      select
        comparison.*,
        case
          when comparison.is_older then 'unchanged'
          when comparison.filter_reason is not null and comparison.is_here then null
          when comparison.filter_reason is not null then 'filtered'
          when not comparison.is_here then 'created'
          when comparison.hash = comparison.known_hash
            and comparison.project_id is not distinct from comparison.known_project_id then 'unchanged'
          else 'updated'
        end as outcome
      from (
        select
          entries.*, known_records.hash as known_hash, known_records.project_id as known_project_id,
          known_records.row_id, coalesce(known_records.is_here, false) as is_here,
          scopes.project_id, email_owners.person_id,
          case when known_records.version <> entries.version
            then private.is_older_version(entries.version, known_records.version) end as is_older,
          encode(sha256(convert_to(entries.data::text, 'UTF8')), 'hex') as hash,
          case
            when entries.is_deleted then 'deleted'
            when entries.filtered_because is not null then left(entries.filtered_because, 60)
            when v_fields.requires_scope and scopes.project_id is null then 'no_project'
            else private.filter_reason(stream.stream, entries.data, email_owners.person_id, coalesce(known_records.is_here, false))
          end as filter_reason
        from entries
        left join private.known_sync_records(stream, array(select entries.external_id from entries)) as known_records
          on known_records.external_id = entries.external_id
        left join public.sync_scopes as scopes
          on scopes.organization_id = stream.organization_id and scopes.stream_id = stream.id
         and scopes.external_id = entries.scope_external_id
        left join email_owners on email_owners.email = entries.email
        -- Without it, the planner would compute each expression again for every use.
        offset 0) as comparison
    ),
    row_matches as materialized (
      select * from private.find_synced_rows(
        stream,
        array(select verdicts.external_id from verdicts where verdicts.outcome = 'created' order by verdicts.position),
        array(select verdicts.project_id from verdicts where verdicts.outcome = 'created' order by verdicts.position))
    )
    select row(
      verdicts.position, verdicts.external_id, verdicts.version, verdicts.outcome::private.sync_outcome,
      case
        when verdicts.is_older then 'older_version'
        when verdicts.outcome is null or verdicts.outcome = 'filtered' then verdicts.filter_reason end,
      verdicts.hash, verdicts.data, verdicts.scope_external_id, verdicts.project_id, verdicts.person_id,
      coalesce(row_matches.row_id, verdicts.row_id, gen_random_uuid()), verdicts.outcome is null,
      coalesce(row_matches.row_id, verdicts.row_id) is null)::private.sync_change
    from verdicts
    left join row_matches on row_matches.external_id = verdicts.external_id
    order by verdicts.position);
end;
$$;

-- The records of a stream with these ids. Planned for every page: a plan for an empty table can take the index of projects
-- and read all records of the organization for each id.
create or replace function private.known_sync_records(stream public.sync_streams, external_ids text[])
returns setof private.sync_records
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
begin
  return query
  select known_records.*
  from unnest(known_sync_records.external_ids) as input (external_id)
  cross join lateral (
    select * from private.sync_records
    where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
      and sync_records.external_id = input.external_id
    limit 1) as known_records;
end;
$$;

-- Writes rows, records, outcomes and settled dead letters of classified records.
create or replace function private.write_sync_records(
  stream public.sync_streams, run_id uuid, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_outcomes constant private.sync_outcome[] := array(select change.outcome from unnest(changes) as change);
  v_writes private.sync_change[];
  v_before jsonb := '{}';
begin
  -- A page whose records are all written is not copied.
  if v_outcomes <@ array['created', 'updated']::private.sync_outcome[] then
    v_writes := changes;
  else
    v_writes := array(
      select change from unnest(changes) as change
      where change.outcome in ('created', 'updated') order by change.position);
  end if;
  if v_writes <> '{}' then
    if 'updated' = any (v_outcomes) then
      v_before := private.fields_before_update(stream, v_writes);
    end if;
    if private.has_restricted_sources(stream) then
      perform private.show_synced_rows(stream, array(select change.external_id from unnest(v_writes) as change));
    end if;
    perform private.write_synced_rows(stream, v_writes);
    perform private.record_sync_conflicts(stream, v_writes, v_before);
    perform private.record_synced_rows(stream, v_writes);
    perform private.link_synced_rows(stream, v_writes);
  end if;
  -- Stores the other records. A filtered or deleted one is stored too: an older version that is listed later must not
  -- create its row. An update would join the changes, and could read every record of the stream for each of them.
  if cardinality(v_writes) < cardinality(changes) then
    insert into private.sync_records as known_records (
      organization_id, stream_id, external_id, version, is_here, seen_listing, removal_reason)
    select
      stream.organization_id, stream.id, change.external_id,
      case when change.reason = 'older_version' then '' else change.version end, false, stream.listing,
      case when change.is_removal or change.reason = 'older_version' then change.reason end
    from unnest(changes) as change
    where change.outcome is null or change.outcome not in ('created', 'updated')
    on conflict on constraint sync_records_pkey do update
    set seen_listing = excluded.seen_listing,
        -- A record that is listed again was not removed. An older version changes nothing.
        removal_reason = case
          when excluded.removal_reason = 'older_version' then known_records.removal_reason else excluded.removal_reason end,
        removal_approval_id = case
          when not known_records.is_here or excluded.removal_reason is not null then known_records.removal_approval_id end,
        version = case when excluded.version = '' then known_records.version else excluded.version end;
    perform private.hide_synced_rows(stream, array(
      select change.external_id from unnest(changes) as change
      where change.is_removal
        and (private.hides_removals(stream.stream) or change.reason not in ('deleted', 'series'))));
  end if;
  -- A removal is counted when the row is removed, at the end of the listing.
  insert into private.sync_run_records (organization_id, run_id, external_ids, outcomes, reasons)
  select
    stream.organization_id, write_sync_records.run_id, array_agg(change.external_id), array_agg(change.outcome),
    array_agg(change.reason)
  from unnest(changes) as change
  where not change.is_removal
  having count(*) > 0;
  if exists (
    select from public.sync_dead_letters as letters
    where letters.organization_id = stream.organization_id and letters.stream_id = stream.id
      and letters.resolved_at is null)
  then
    perform private.settle_dead_letters(stream, changes);
  end if;
end;
$$;

-- Settles the dead letters of records that were applied.
create or replace function private.settle_dead_letters(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_open_ids constant text[] := array(
    select letters.external_id from public.sync_dead_letters as letters
    where letters.organization_id = stream.organization_id and letters.stream_id = stream.id
      and letters.resolved_at is null
      and letters.external_id = any (array(select change.external_id from unnest(changes) as change)));
begin
  if v_open_ids <> '{}' then
    update public.sync_dead_letters set resolved_at = now()
    from unnest(changes) as change
    where sync_dead_letters.organization_id = stream.organization_id and sync_dead_letters.stream_id = stream.id
      and sync_dead_letters.external_id = any (v_open_ids) and sync_dead_letters.resolved_at is null
      and sync_dead_letters.external_id = change.external_id
      and change.reason is distinct from 'older_version' and not change.is_removal
      and not private.is_older_version(change.version, sync_dead_letters.payload ->> 'version');
  end if;
end;
$$;

-- Stores the fields that were written, so that a later change of the row on our side is noticed.
create or replace function private.record_synced_rows(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row_ids uuid[] := '{}';
begin
  if (private.sync_fields(stream.stream)).has_stored_fields then
    v_row_ids := array(select change.row_id from unnest(changes) as change);
  end if;
  insert into private.sync_records as known_records (
    organization_id, stream_id, external_id, version, hash, scope_external_id, project_id, row_id, is_here,
    parent_external_id, applied, seen_listing)
  select
    stream.organization_id, stream.id, change.external_id, change.version, change.hash, change.scope_external_id,
    change.project_id, change.row_id, true, change.data ->> 'parent_external_id', row_fields.fields, stream.listing
  from unnest(changes) as change
  left join private.synced_fields(stream, v_row_ids) as row_fields on row_fields.row_id = change.row_id
  on conflict on constraint sync_records_pkey do update
  set version = excluded.version, hash = excluded.hash, scope_external_id = excluded.scope_external_id,
      project_id = excluded.project_id, row_id = excluded.row_id, is_here = true,
      parent_external_id = excluded.parent_external_id, applied = excluded.applied,
      seen_listing = excluded.seen_listing, removal_reason = null, removal_approval_id = null;
end;
$$;
