-- Stores a channel that a vendor has opened, with the hash of its token or, where the vendor signs, the secret, which is stored only
-- in the vault. If `failure` is set instead, the vendor refused, and the next attempt is due at `expires_at`.
-- Raises OPSTA (lease_lost, sync_run_ended) · OPINV (invalid_sync_channel).
create or replace function private.open_sync_channel(
  job_id uuid,
  attempt integer,
  run_id uuid,
  resource text,
  address text,
  expires_at timestamptz,
  external_id text default null,
  external_resource_id text default null,
  token_hash text default null,
  secret text default null,
  failure text default null
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_sync record;
  v_id constant uuid := gen_random_uuid();
  v_secret_name text;
begin
  select * into v_sync from private.require_sync_run(
    open_sync_channel.job_id, open_sync_channel.attempt, open_sync_channel.run_id);
  if coalesce(btrim(resource), '') = '' or coalesce(address, '') !~ '^https?://'
    or (external_id is null) = (failure is null)
    or num_nonnulls(token_hash, secret) <> (failure is null)::integer
    or token_hash !~ '^[0-9a-f]{64}$' or char_length(secret) < 16 or char_length(external_id) not between 1 and 300
    or not coalesce(expires_at between clock_timestamp() and clock_timestamp() + interval '60 days', false)
  then
    raise exception using
      errcode = 'OPINV', message = 'The channel is incomplete or has an impossible end', hint = 'invalid_sync_channel';
  end if;
  if secret is not null then
    v_secret_name := format('sync_channel_%s', v_id);
    perform vault.create_secret(secret, v_secret_name, 'Signs the pushes of a channel');
  end if;
  insert into private.sync_channels (
    id, organization_id, stream_id, resource, address, external_id, external_resource_id, token_hash, secret_name, failure,
    expires_at)
  values (
    v_id, (v_sync.stream).organization_id, (v_sync.stream).id, open_sync_channel.resource, open_sync_channel.address,
    open_sync_channel.external_id, open_sync_channel.external_resource_id, open_sync_channel.token_hash, v_secret_name,
    left(open_sync_channel.failure, 2000), open_sync_channel.expires_at);
end;
$$;

create or replace function public.open_sync_channel(
  job_id uuid, attempt integer, run_id uuid, resource text, address text, expires_at timestamptz,
  external_id text default null, external_resource_id text default null, token_hash text default null,
  secret text default null, failure text default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.open_sync_channel(
    job_id, attempt, run_id, resource, address, expires_at, external_id, external_resource_id, token_hash, secret, failure)
$$;

grant execute on function private.open_sync_channel(
  uuid, integer, uuid, text, text, timestamptz, text, text, text, text, text) to service_role;
grant execute on function public.open_sync_channel(
  uuid, integer, uuid, text, text, timestamptz, text, text, text, text, text) to service_role;
comment on function public.open_sync_channel(
  uuid, integer, uuid, text, text, timestamptz, text, text, text, text, text) is
  'Called by the sync functions after the vendor opened a channel or refused to. Raises OPSTA · OPINV.';
