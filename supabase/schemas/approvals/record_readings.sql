-- Records which version of each card the caller's session is shown. Writes only the versions that the session was not
-- shown before.
create or replace function private.record_readings(viewer public.people, cards public.approvals[])
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Readings expire: a person has few sessions in three months, and older readings are irrelevant.
  delete from private.approval_readings
  where approval_readings.person_id = viewer.id and approval_readings.read_at < now() - interval '90 days';
  insert into private.approval_readings as existing_reading (organization_id, person_id, session_id, approval_id, version)
  select viewer.organization_id, viewer.id, coalesce(private.session_id(), ''), card.id, card.version
  from unnest(cards) as card
  where not exists (
    select from private.approval_readings as reading
    where reading.person_id = viewer.id and reading.session_id = coalesce(private.session_id(), '')
      and reading.approval_id = card.id and reading.version = card.version)
  order by card.id
  on conflict (person_id, session_id, approval_id) do update
    set version = excluded.version, read_at = excluded.read_at
    where existing_reading.version < excluded.version;
end;
$$;
