-- The one place that knows every kind of stream. A kind defines its hooks in write_synced_<kind>.sql, and each function
-- here has one branch per kind; ../README.md has the recipe. A branch runs only if sync_kinds() has a stream of its kind.

-- Fields of a record: the list or project of the vendor that it is in, and the address of its person. A kind that requires
-- a mapped list reads nothing without one and leaves out the records of other lists. The stored fields of some kinds are
-- compared with the vendor's; see synced_fields().
create or replace function private.sync_fields(
  kind public.sync_stream_name, out scope_field text, out email_field text, out requires_scope boolean,
  out has_stored_fields boolean)
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  scope_field := case kind
    when 'tasks' then 'list_id' when 'hours' then 'project_external_id' when 'events' then 'calendar_id'
    when 'files' then 'root_folder_id' end;
  email_field := case kind
    when 'tasks' then 'assignee_email' when 'hours' then 'person_email' when 'busy' then 'calendar_id' end;
  requires_scope := kind in ('tasks', 'hours', 'files');
  has_stored_fields := kind in ('tasks', 'hours');
end;
$$;

-- Whether the stream meets the requirements of its kind for reading.
create or replace function private.has_required_scope(stream public.sync_streams)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select not fields.requires_scope or exists (
    select from public.sync_scopes as scopes
    where scopes.organization_id = (stream).organization_id and scopes.stream_id = (stream).id)
  from private.sync_fields((stream).stream) as fields
$$;

-- Whether the organization has no room for more data of the stream's kind.
create or replace function private.is_sync_storage_full(stream public.sync_streams)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return stream.stream = 'emails' and private.is_email_storage_full(stream.organization_id);
end;
$$;

-- Whether a webhook without a channel has announced a change of the kind since then.
create or replace function private.is_delivered_since(stream public.sync_streams, instant timestamptz)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return case stream.stream
    when 'meetings' then exists (
      select from private.meeting_deliveries as deliveries where deliveries.received_at >= is_delivered_since.instant)
    when 'emails' then exists (
      select from private.email_deliveries as deliveries
      where deliveries.received_at >= is_delivered_since.instant and deliveries.provider = stream.provider)
    else false end;
end;
$$;

-- Why a kind leaves out a record of one of our projects or lists; null if it does not.
create or replace function private.filter_reason(
  kind public.sync_stream_name, data jsonb, person_id uuid, is_here boolean)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  case kind
    when 'hours' then return private.filter_reason_of_hours(data, person_id, is_here);
    when 'busy' then return private.filter_reason_of_busy(person_id, is_here);
    when 'files' then return private.filter_reason_of_files(data);
    when 'companies', 'contacts', 'deals' then return private.filter_reason_of_crm(data);
    else return null;
  end case;
end;
$$;

-- Rows with the external keys of records that are not linked to them: the record was released, or its row was
-- imported.
create or replace function private.find_synced_rows(
  stream public.sync_streams, external_ids text[], project_ids uuid[])
returns table (external_id text, row_id uuid)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then return query select * from private.find_synced_tasks(stream, external_ids, project_ids);
    when 'hours' then return query select * from private.find_synced_hours(stream, external_ids, project_ids);
    when 'events' then return query select * from private.find_synced_events(stream, external_ids, project_ids);
    when 'busy' then return query select * from private.find_synced_busy(stream, external_ids);
    when 'emails' then return query select * from private.find_synced_emails(stream, external_ids, project_ids);
    when 'meetings' then return query select * from private.find_synced_meetings(stream, external_ids);
    when 'files' then return query select * from private.find_synced_files(stream, external_ids);
    when 'companies', 'contacts', 'deals' then return query select * from private.find_synced_crm_records(stream, external_ids);
    else return;
  end case;
end;
$$;

-- The fields that a vendor owns, in their stored form. A change of such a field here conflicts with the next change
-- at the vendor.
create or replace function private.synced_fields(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, fields jsonb)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  case stream.stream
    when 'tasks' then return query select * from private.fields_of_synced_tasks(stream, row_ids);
    when 'hours' then return query select * from private.fields_of_synced_hours(stream, row_ids);
    else return;
  end case;
end;
$$;

-- Writes the rows of records that are created or updated, under the ids that they come with.
create or replace function private.write_synced_rows(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then perform private.write_synced_tasks(stream, changes);
    when 'hours' then perform private.write_synced_hours(stream, changes);
    when 'meetings' then perform private.write_synced_meetings(stream, changes);
    when 'events' then perform private.write_synced_events(stream, changes);
    when 'busy' then perform private.write_synced_busy(stream, changes);
    when 'files' then perform private.write_synced_files(stream, changes);
    when 'companies' then perform private.write_synced_companies(stream, changes);
    when 'contacts' then perform private.write_synced_contacts(stream, changes);
    when 'deals' then perform private.write_synced_deals(stream, changes);
    when 'emails' then perform private.write_synced_emails(stream, changes);
  end case;
end;
$$;

-- Links rows to one another, after their records are stored.
create or replace function private.link_synced_rows(stream public.sync_streams, changes private.sync_change[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if stream.stream = 'tasks' then
    perform private.link_synced_tasks(stream, changes);
  end if;
end;
$$;

-- The kinds whose rows are hidden for every reason to remove them, because a record that is no longer shared looks like a
-- deleted one.
create or replace function private.hides_removals(kind public.sync_stream_name)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$ select kind in ('tasks', 'meetings', 'emails', 'files') $$;

-- Hides rows that may have become private at the vendor, at once: only their removal may wait. Their records lose the
-- stored hash, so that a record that is listed again is written again.
create or replace function private.hide_synced_rows(stream public.sync_streams, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_row_ids uuid[];
  v_restricted_ids jsonb := '{}';
begin
  if external_ids = '{}' or not (stream.stream = 'events' or private.hides_removals(stream.stream)) then
    return;
  end if;
  v_row_ids := array(
    select known_records.row_id from private.known_sync_records(stream, hide_synced_rows.external_ids) as known_records
    where known_records.is_here);
  case stream.stream
    when 'events' then perform private.hide_synced_events(stream, v_row_ids);
    when 'files' then perform private.hide_synced_files(stream, v_row_ids);
    when 'tasks' then perform private.hide_synced_tasks(stream, v_row_ids);
    when 'meetings' then v_restricted_ids := private.hide_synced_meetings(stream, v_row_ids);
    when 'emails' then v_restricted_ids := private.hide_synced_emails(stream, v_row_ids);
  end case;
  update private.sync_records
  set hash = '',
      restricted_ids = coalesce(
        array(select jsonb_array_elements_text(v_restricted_ids -> sync_records.row_id::text)::uuid), '{}') || sync_records.restricted_ids
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = any (hide_synced_rows.external_ids) and sync_records.is_here;
end;
$$;

-- Restricts sources, and returns those that were not restricted before: { row id: [source id] }.
create or replace function private.restrict_synced_sources(stream public.sync_streams, source_ids jsonb)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  with row_sources as (
    select rows.key as row_id, sources.id as source_id
    from jsonb_each(restrict_synced_sources.source_ids) as rows
    cross join lateral (select jsonb_array_elements_text(rows.value)::uuid as id) as sources
  ),
  restricted_sources as (
    update public.sources set is_restricted = true
    where sources.organization_id = (stream).organization_id and not sources.is_restricted
      and sources.id in (select row_sources.source_id from row_sources)
    returning sources.id
  )
  select coalesce(jsonb_object_agg(groups.row_id, groups.ids), '{}')
  from (
    select row_sources.row_id, jsonb_agg(restricted_sources.id) as ids
    from row_sources join restricted_sources on restricted_sources.id = row_sources.source_id
    group by row_sources.row_id) as groups
$$;

-- Whether hiding has restricted a source of this stream.
create or replace function private.has_restricted_sources(stream public.sync_streams)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return stream.stream in ('meetings', 'emails') and exists (
    select from private.sync_records as records
    where records.stream_id = stream.id and records.restricted_ids <> '{}');
end;
$$;

-- Lifts the restrictions that hiding set, for rows whose records are listed again or that a person keeps.
create or replace function private.show_synced_rows(stream public.sync_streams, external_ids text[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  v_source_ids uuid[];
begin
  if not private.has_restricted_sources(stream) then
    return;
  end if;
  v_source_ids := array(
    select unnest(known_records.restricted_ids) from private.known_sync_records(stream, show_synced_rows.external_ids) as known_records);
  if v_source_ids = '{}' then
    return;
  end if;
  update public.sources set is_restricted = false
  where sources.organization_id = stream.organization_id and sources.id = any (v_source_ids);
  update private.sync_records set restricted_ids = '{}'
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = any (show_synced_rows.external_ids) and sync_records.restricted_ids <> '{}';
end;
$$;

-- Removes rows whose records were removed at the vendor.
create or replace function private.delete_synced_rows(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then perform private.delete_synced_tasks(stream, row_ids);
    when 'hours' then perform private.delete_synced_hours(stream, row_ids);
    when 'meetings' then perform private.delete_synced_meetings(stream, row_ids);
    when 'events' then perform private.delete_synced_events(stream, row_ids);
    when 'busy' then perform private.delete_synced_busy(stream, row_ids);
    when 'files' then perform private.delete_synced_files(stream, row_ids);
    when 'companies', 'contacts', 'deals' then perform private.delete_synced_crm(stream, row_ids);
    when 'emails' then perform private.delete_synced_emails(stream, row_ids);
  end case;
end;
$$;

-- Releases rows: the vendor no longer manages them.
create or replace function private.detach_synced_rows(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then perform private.detach_synced_tasks(stream, row_ids);
    when 'hours' then perform private.detach_synced_hours(stream, row_ids);
    when 'meetings' then perform private.detach_synced_meetings(stream, row_ids);
    when 'events' then perform private.detach_synced_events(stream, row_ids);
    when 'busy' then perform private.detach_synced_busy(stream, row_ids);
    when 'files' then perform private.detach_synced_files(stream, row_ids);
    when 'companies', 'contacts', 'deals' then perform private.detach_synced_crm(stream, row_ids);
    when 'emails' then perform private.detach_synced_emails(stream, row_ids);
  end case;
end;
$$;

-- The rows that are already archived, so that a removal does not include them.
create or replace function private.archived_synced_rows(stream public.sync_streams, row_ids uuid[])
returns setof uuid
language plpgsql
stable
rows 10
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then
      return query select tasks.id from public.tasks
      where tasks.organization_id = stream.organization_id and tasks.id = any (archived_synced_rows.row_ids)
        and tasks.archived_at is not null and tasks.archived_at is distinct from tasks.hidden_at;
    when 'files' then
      return query select sources.id from public.sources
      where sources.organization_id = stream.organization_id and sources.id = any (archived_synced_rows.row_ids)
        and sources.archived_at is not null;
    else return;
  end case;
end;
$$;

-- Restores removed rows without a managing vendor. Kinds whose rows are deleted have none to restore.
create or replace function private.restore_synced_rows(stream public.sync_streams, row_ids uuid[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then perform private.restore_synced_tasks(stream, row_ids);
    when 'files' then perform private.restore_synced_files(stream, row_ids);
    when 'emails' then perform private.restore_synced_emails(stream, row_ids);
    when 'companies', 'contacts', 'deals' then perform private.restore_synced_crm(stream, row_ids);
  end case;
  perform private.detach_synced_rows(stream, row_ids);
end;
$$;

-- The titles of rows that are to be removed, for the person who decides about them.
create or replace function private.synced_titles(stream public.sync_streams, row_ids uuid[])
returns table (row_id uuid, title text)
language plpgsql
stable
rows 100
set search_path = pg_catalog, pg_temp
as $$
begin
  case stream.stream
    when 'tasks' then return query select * from private.titles_of_synced_tasks(stream, row_ids);
    when 'hours' then return query select * from private.titles_of_synced_hours(stream, row_ids);
    when 'meetings' then return query select * from private.titles_of_synced_meetings(stream, row_ids);
    when 'events' then return query select * from private.titles_of_synced_events(stream, row_ids);
    when 'busy' then return query select * from private.titles_of_synced_busy(stream, row_ids);
    when 'files' then return query select * from private.titles_of_synced_files(stream, row_ids);
    when 'companies', 'contacts', 'deals' then return query select * from private.titles_of_synced_crm(stream, row_ids);
    when 'emails' then return query select * from private.titles_of_synced_emails(stream, row_ids);
  end case;
end;
$$;

-- The title of a row that was deleted, from its record; null if the kind archives its rows, which then still have their
-- titles.
create or replace function private.deleted_title(kind public.sync_stream_name, record private.sync_records)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  case kind
    when 'hours' then return private.title_of_deleted_hours(record);
    when 'busy' then return private.title_of_deleted_busy(record);
    else return null;
  end case;
end;
$$;

-- A number of rows of a stream, such as "3 tasks synced from ClickUp".
create or replace function private.synced_row_count(stream public.sync_streams, row_count integer)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select format('%s %s synced from %s', synced_row_count.row_count,
    case synced_row_count.row_count when 1 then nouns.singular else nouns.plural end,
    private.provider_name((stream).provider::text))
  from (values
    ('tasks', 'task', 'tasks'),
    ('hours', 'time entry', 'time entries'),
    ('meetings', 'meeting', 'meetings'),
    ('events', 'event', 'events'),
    ('busy', 'calendar with busy times', 'calendars with busy times'),
    ('files', 'file', 'files'),
    ('companies', 'company', 'companies'),
    ('contacts', 'contact', 'contacts'),
    ('deals', 'deal', 'deals'),
    ('emails', 'email', 'emails')
  ) as nouns (kind, singular, plural)
  where nouns.kind = (stream).stream::text
$$;

-- A stream in words, such as "ClickUp tasks".
create or replace function private.stream_name(stream public.sync_streams)
returns text
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select private.provider_name((stream).provider::text) || ' '
    || case (stream).stream when 'busy' then 'busy times' else (stream).stream::text end
$$;
