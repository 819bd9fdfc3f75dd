-- Whether an organization's received emails have reached their limit in bytes. Its mailboxes are then not read, so
-- that no email is stored in part: the emails stay at the vendor until there is room.
create or replace function private.is_email_storage_full(organization_id uuid)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(streams.stored_bytes), 0) >= private.quota_of('email_bytes_per_organization')
  from public.sync_streams as streams
  where streams.organization_id = is_email_storage_full.organization_id and streams.stream = 'emails'
$$;

-- The bytes of an email as it is stored: the original message, and its text and headers, which can be searched.
create or replace function private.email_bytes(data jsonb)
returns bigint
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((data -> 'raw_bytes')::bigint, 0) + octet_length(coalesce(data ->> 'text', ''))
    + octet_length(coalesce((data -> 'headers')::text, ''))
$$;
