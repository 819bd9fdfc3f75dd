-- Removals beyond removal_limits() wait until a card is decided: they join the stream's open card, or get one.
-- A card is about exactly the rows that point to it: each change of them is another version, so that no decision
-- covers rows that the decider has not seen. While a person is deciding the card, the rows wait for the next
-- listing. The proposer is the sync, or the person who disconnects the vendor and may be barred from deciding it.
create or replace function private.hold_removals(
  stream public.sync_streams, external_ids text[], proposed_by uuid default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_card public.approvals := private.lock_removal_card(stream);
  v_is_new constant boolean := v_card.id is null;
begin
  if v_is_new and private.has_open_removal_card(stream) then
    return;
  elsif v_is_new then
    v_card.payload := private.removal_payload(stream, array(
      select records from private.sync_records as records
      where records.organization_id = stream.organization_id and records.stream_id = stream.id
        and records.external_id = any (hold_removals.external_ids)));
    insert into public.approvals (
      organization_id, kind, title, payload, is_restricted, target_id, target_snapshot, proposer, proposed_by,
      request_id)
    values (
      stream.organization_id, 'sync_removal',
      private.approval_title('sync_removal', null, v_card.payload, stream.organization_id), v_card.payload, true,
      stream.id, v_card.payload,
      case when hold_removals.proposed_by is null then 'background' else 'person' end::public.proposer,
      hold_removals.proposed_by, private.request_id())
    returning * into v_card;
  end if;
  update private.sync_records set removal_approval_id = v_card.id
  where sync_records.organization_id = stream.organization_id and sync_records.stream_id = stream.id
    and sync_records.external_id = any (hold_removals.external_ids);
  if v_is_new then
    v_card := private.store_readiness(v_card);
    perform private.record_approval_version(v_card, hold_removals.proposed_by);
    perform private.record_approval_event(v_card, 'proposed');
  else
    perform private.refresh_removal_card(stream, hold_removals.proposed_by);
  end if;
end;
$$;

-- Writes the next version of a stream's open card when the rows that wait for it have changed.
create or replace function private.refresh_removal_card(stream public.sync_streams, written_by uuid default null)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_card public.approvals := private.lock_removal_card(stream);
  v_payload constant jsonb := private.removal_payload(stream, array(select records from private.removal_records(v_card) as records));
begin
  if v_card.id is not null and v_payload <> v_card.payload then
    v_card.payload := v_payload;
    perform private.write_next_version(v_card, refresh_removal_card.written_by);
  end if;
end;
$$;

create or replace function private.has_open_removal_card(stream public.sync_streams)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from public.approvals as card
    where card.organization_id = (stream).organization_id and card.target_id = (stream).id
      and card.kind = 'sync_removal' and card.undo_of_id is null
      and card.status in ('pending', 'approved', 'executing', 'failed'))
$$;

-- The open card, or null. A card that a person is deciding at this moment is skipped: their transaction has locked
-- it and waits for the stream, which the sync has locked.
create or replace function private.lock_removal_card(stream public.sync_streams)
returns public.approvals
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_card public.approvals;
begin
  select * into v_card from public.approvals as card
  where card.organization_id = stream.organization_id and card.target_id = stream.id
    and card.kind = 'sync_removal' and card.undo_of_id is null
    and card.status in ('pending', 'approved', 'executing', 'failed')
  for update skip locked;
  return v_card;
end;
$$;

-- The records that a card is about: those that wait for it, or those that it removed and that its undo restores.
create or replace function private.removal_records(approval public.approvals)
returns setof private.sync_records
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select records.* from private.sync_records as records
  where records.organization_id = approval.organization_id
    and records.removal_approval_id = coalesce((approval.payload ->> 'restore')::uuid, approval.id)
    and records.is_here = not (approval.payload ? 'restore' or approval.status = 'executed');
end;
$$;

-- The payload of a card about the removal of these records, without titles: they are looked up when the card is
-- read, because a row may become private in the meantime.
create or replace function private.removal_payload(stream public.sync_streams, records private.sync_records[])
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object(
    'rows', private.synced_row_count(stream, cardinality(records)),
    'fingerprint', (
      select encode(sha256(convert_to(coalesce(string_agg(
        format('%s %s', record.external_id, record.row_id), E'\n' order by record.external_id collate "C"), ''), 'UTF8')), 'hex')
      from unnest(records) as record));
end;
$$;
comment on function private.removal_payload(public.sync_streams, private.sync_records[]) is
  'Returns { rows, fingerprint }: a decision binds to the fingerprint.';

-- Describes in words the rows that the undo of a removal restores. Fewer are restored if the vendor lists some of them
-- again before its card is approved.
create or replace function private.restored_row_count(organization_id uuid, removal_id uuid)
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select case when counts.row_count > 1 then 'up to ' else '' end || private.synced_row_count(streams, counts.row_count)
    from public.approvals as removal
    cross join lateral (
      select count(*)::integer as row_count from private.sync_records as records
      where records.organization_id = removal.organization_id and records.removal_approval_id = removal.id
        and not records.is_here) as counts
    join public.sync_streams as streams
      on streams.organization_id = removal.organization_id and streams.id = removal.target_id
    where removal.organization_id = restored_row_count.organization_id and removal.id = restored_row_count.removal_id);
end;
$$;

-- The stream whose rows a card removes or restores.
create or replace function private.stream_of_removal(approval public.approvals)
returns public.sync_streams
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream public.sync_streams;
begin
  select streams.* into v_stream from public.sync_streams as streams
  where streams.organization_id = approval.organization_id
    and streams.id = coalesce(approval.target_id, (
      select removal.target_id from public.approvals as removal
      where removal.organization_id = approval.organization_id and removal.id = (approval.payload ->> 'restore')::uuid));
  return v_stream;
end;
$$;

-- The current state of the rows, for approval_target().
create or replace function private.removal_target(approval public.approvals)
returns jsonb
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream constant public.sync_streams := private.stream_of_removal(approval);
begin
  return jsonb_build_object('id', v_stream.id, 'state', private.removal_payload(
    v_stream, array(select records from private.removal_records(approval) as records)));
end;
$$;

-- The rows of a card as lines of text: at most 100, and the number of the others.
create or replace function private.removal_lines(approval public.approvals)
returns text
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_stream constant public.sync_streams := private.stream_of_removal(approval);
  v_records constant private.sync_records[] := array(
    select records from private.removal_records(approval) as records order by records.external_id collate "C");
  v_max_lines constant integer := 100;
  v_lines text;
begin
  select string_agg(
    coalesce(
      nullif(btrim(regexp_replace(coalesce(titles.title, private.deleted_title(v_stream.stream, record)), '\s+', ' ', 'g')), ''),
      record.external_id) || coalesce(' · ' || projects.name, ''),
    E'\n' order by record.external_id collate "C")
  into v_lines
  from unnest(v_records[:v_max_lines]) as record
  left join public.projects
    on projects.organization_id = record.organization_id and projects.id = record.project_id
  left join private.synced_titles(v_stream, array(select entry.row_id from unnest(v_records[:v_max_lines]) as entry)) as titles
    on titles.row_id = record.row_id;
  return v_lines || case when cardinality(v_records) > v_max_lines
    then format(E'\n… and %s more', cardinality(v_records) - v_max_lines) else '' end;
end;
$$;

-- The reasons why a card about removals cannot be approved: its rows are no longer the ones that it counted.
create or replace function private.removal_reasons(approval public.approvals)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if approval.kind <> 'sync_removal' then
    return '[]';
  elsif not exists (select from private.removal_records(approval)) then
    return jsonb_build_array(jsonb_build_object('code', 'no_rows_left', 'message',
      case when approval.payload ? 'restore' then 'The vendor has these records again. Reject the card'
      else 'None of these records needs to be removed anymore. Reject the card' end));
  elsif not approval.payload ? 'restore'
    and private.removal_target(approval) -> 'state' ->> 'fingerprint' <> approval.payload ->> 'fingerprint'
  then
    return '[{"code": "rows_changed", "message": "The records have changed. Review this card after the next sync, which updates it"}]';
  end if;
  return '[]';
end;
$$;

-- The card about removals of a stream that waits for a decision, for the list of integrations.
create or replace function private.removals_json(stream public.sync_streams)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('approval_id', card.id, 'count', (select count(*) from private.removal_records(card)))
  from public.approvals as card
  where card.organization_id = (stream).organization_id and card.target_id = (stream).id
    and card.kind = 'sync_removal' and card.undo_of_id is null
    and card.status in ('pending', 'approved', 'executing', 'failed')
$$;
comment on function private.removals_json(public.sync_streams) is 'Returns { approval_id, count }, or null.';
