-- Counts the bytes that a person is about to store, or refuses them: both the person and the organization have a
-- quota. It is exact for concurrent writes, because the person's row is locked until the transaction ends; a
-- rollback also rolls back the count. Call it last, so that the row is locked briefly.
-- Raises OPBIG (storage_quota_exceeded).
create or replace function private.reserve_storage(person public.people, kind private.storage_kind, bytes bigint)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_limit constant bigint := private.quota_of(reserve_storage.kind || '_bytes_per_person');
  v_organization_limit constant bigint := private.quota_of(reserve_storage.kind || '_bytes_per_organization');
  v_usage bigint;
begin
  insert into private.storage_usage as existing_usage (organization_id, person_id, kind, bytes)
  values ((person).organization_id, (person).id, reserve_storage.kind, reserve_storage.bytes)
  on conflict (person_id, kind) do update set bytes = existing_usage.bytes + excluded.bytes
  returning existing_usage.bytes into v_usage;
  if v_usage > v_limit then
    raise exception using
      errcode = 'OPBIG',
      message = format('This would exceed your limit of %s for %s. Ask the operator to raise the quota',
        pg_size_pretty(v_limit), reserve_storage.kind),
      hint = 'storage_quota_exceeded';
  end if;
  if (select sum(storage_usage.bytes) from private.storage_usage
      where storage_usage.organization_id = (person).organization_id
        and storage_usage.kind = reserve_storage.kind) > v_organization_limit
  then
    raise exception using
      errcode = 'OPBIG',
      message = format('This would exceed your organization''s limit of %s for %s. Ask the operator to raise the quota',
        pg_size_pretty(v_organization_limit), reserve_storage.kind),
      hint = 'storage_quota_exceeded';
  end if;
end;
$$;
comment on function private.reserve_storage(public.people, private.storage_kind, bigint) is
  'Counts bytes against the quotas of a person and of their organization. Raises OPBIG.';
