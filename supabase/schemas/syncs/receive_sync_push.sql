-- A push of a vendor, with the token of its channel or a body that the channel's secret signed. A push is a hint: it
-- only makes the streams of its vendor due, in the transaction that marks it as received, and the run reads the
-- vendor's listing. Without any push the streams are due at their interval.
-- Raises nothing: every push without proof of its origin gets the same response.
create or replace function private.receive_sync_push(
  function_slug text,
  channel_id text,
  is_change boolean,
  message_id text default null,
  token text default null,
  body text default null,
  signature text default null
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_channel private.sync_channels;
  v_stream public.sync_streams;
  v_message_id constant text := coalesce(message_id, encode(sha256(convert_to(body, 'UTF8')), 'hex'));
begin
  select channels.* into v_channel
  from private.sync_channels as channels
  join public.sync_streams as streams
    on streams.organization_id = channels.organization_id and streams.id = channels.stream_id
  where channels.external_id = receive_sync_push.channel_id and channels.expires_at > clock_timestamp()
    and channels.closing_secret_name is null
    and private.sync_function_slug(streams) = receive_sync_push.function_slug;
  if v_channel.id is null or not private.is_push_genuine(v_channel, token, body, signature)
    or coalesce(char_length(v_message_id), 0) not between 1 and 300
  then
    return jsonb_build_object('state', 'refused');
  end if;
  -- A vendor retries a push for a few hours at most.
  delete from private.sync_pushes
  where (sync_pushes.organization_id, sync_pushes.channel_id, sync_pushes.message_id) in (
    select expired_pushes.organization_id, expired_pushes.channel_id, expired_pushes.message_id
    from private.sync_pushes as expired_pushes
    where expired_pushes.received_at < now() - interval '2 days' limit 100);
  insert into private.sync_pushes (organization_id, channel_id, message_id)
  values (v_channel.organization_id, v_channel.id, v_message_id)
  on conflict on constraint sync_pushes_pkey do nothing;
  if not found then
    return jsonb_build_object('state', 'known');
  elsif not coalesce(is_change, false) then
    return jsonb_build_object('state', 'ignored');
  end if;
  update private.sync_channels set pushed_at = clock_timestamp() where sync_channels.id = v_channel.id;
  for v_stream in
    select streams.*
    from public.sync_streams as streams
    join public.sync_streams as origin on origin.id = v_channel.stream_id
    where streams.organization_id = v_channel.organization_id and streams.provider = origin.provider
      -- After a failure, a stream waits until the end of its pause.
      and streams.state = 'active' and streams.failures = 0 and private.has_required_scope(streams)
  loop
    perform private.enqueue_sync(v_stream, private.pushed_sync_at(v_stream));
  end loop;
  return jsonb_build_object('state', 'accepted');
end;
$$;

create or replace function private.sync_function_slug(stream public.sync_streams)
returns text
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select jobs.function_slug
  from private.sync_kinds() as kinds
  join private.job_kinds() as jobs on jobs.kind = kinds.job_kind
  where kinds.provider = stream.provider and kinds.stream = stream.stream
$$;
comment on function private.sync_function_slug(public.sync_streams) is 'The background function that reads the stream.';

-- Compares digests, so that the time reveals nothing about a token or a signature.
create or replace function private.is_push_genuine(channel private.sync_channels, token text, body text, signature text)
returns boolean
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
declare
  v_secret text;
begin
  if channel.token_hash is not null then
    return coalesce(channel.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex'), false);
  end if;
  select secrets.decrypted_secret into v_secret
  from vault.decrypted_secrets as secrets where secrets.name = channel.secret_name;
  return coalesce(
    sha256(convert_to(lower(signature), 'UTF8'))
      = sha256(convert_to(encode(
        extensions.hmac(convert_to(body, 'UTF8'), convert_to(v_secret, 'UTF8'), 'sha256'), 'hex'), 'UTF8')),
    false);
end;
$$;

-- Half a minute after the start of the last run: a burst of pushes causes one run, a flood two runs a minute.
create or replace function private.pushed_sync_at(stream public.sync_streams)
returns timestamptz
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select greatest(clock_timestamp(), max(runs.started_at) + interval '30 seconds')
  from public.sync_runs as runs
  where runs.organization_id = stream.organization_id and runs.stream_id = stream.id
    and runs.started_at > clock_timestamp() - interval '30 seconds'
$$;

-- Whether the vendor has announced a change since then: the run that began then may have missed it.
create or replace function private.is_pushed_since(stream public.sync_streams, instant timestamptz)
returns boolean
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select private.is_delivered_since(stream, instant) or exists (
    select from private.sync_channels as channels
    join public.sync_streams as origin
      on origin.organization_id = channels.organization_id and origin.id = channels.stream_id
    where channels.organization_id = stream.organization_id and origin.provider = stream.provider
      and channels.pushed_at >= instant)
$$;

create or replace function public.receive_sync_push(
  function_slug text, channel_id text, is_change boolean, message_id text default null, token text default null,
  body text default null, signature text default null)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.receive_sync_push(function_slug, channel_id, is_change, message_id, token, body, signature) $$;

grant execute on function private.receive_sync_push(text, text, boolean, text, text, text, text) to service_role;
grant execute on function public.receive_sync_push(text, text, boolean, text, text, text, text) to service_role;
comment on function public.receive_sync_push(text, text, boolean, text, text, text, text) is
  'Called by the sync functions: returns { state: refused, known, ignored or accepted }. Raises nothing.';
