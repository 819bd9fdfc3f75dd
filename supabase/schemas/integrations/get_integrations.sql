-- The vendors as Settings shows them: which can be connected, which are, and how their syncs run. Neither secrets nor
-- the content of a dead letter, except its title, are returned. Settings are returned only to admins, because only
-- admins change them.
-- Raises OPAUT · OPDEN (neither admin nor lead).
create or replace function private.get_integrations()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
begin
  return jsonb_build_object('providers', (
    select jsonb_agg(
      jsonb_build_object(
        'provider', providers.provider, 'secret_type', providers.secret_type, 'kinds', to_jsonb(providers.kinds),
        'reads', (
          select coalesce(jsonb_agg(kinds.stream order by kinds.stream), '[]') from private.sync_kinds() as kinds
          where kinds.provider = providers.provider),
        'fields', private.provider_fields_json(providers.provider),
        'connection', private.connection_json(v_viewer, providers.provider),
        'streams', (
          select coalesce(jsonb_agg(private.sync_stream_json(streams) order by streams.stream), '[]')
          from public.sync_streams as streams
          where streams.organization_id = v_viewer.organization_id and streams.provider = providers.provider))
      order by private.provider_name(providers.provider::text))
    from private.providers() as providers));
end;
$$;

create or replace function private.provider_fields_json(provider public.integration_provider)
returns jsonb
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'name', fields.name, 'type', fields.type, 'is_required', fields.required, 'rule', fields.problem)
      order by fields.position),
    '[]')
  from private.provider_settings() with ordinality
    as fields (provider, name, type, required, pattern, problem, position)
  where fields.provider = provider_fields_json.provider
$$;
comment on function private.provider_fields_json(public.integration_provider) is
  'The fields of a form that connects the vendor, in the order of private.provider_settings().';

create or replace function private.connection_json(viewer public.people, provider public.integration_provider)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'settings', case when viewer.role = 'admin' then integrations.settings end,
    'version', integrations.version, 'connected_at', integrations.created_at, 'updated_at', integrations.updated_at,
    'connected_by', jsonb_build_object('id', people.id, 'name', people.name),
    'test', case when viewer.role = 'admin' then private.connection_test_json(integrations) end)
  from public.integrations
  join public.people
    on people.organization_id = integrations.organization_id and people.id = integrations.connected_by
  where integrations.organization_id = viewer.organization_id and integrations.provider = connection_json.provider
$$;
comment on function private.connection_json(public.people, public.integration_provider) is
  'How the viewer''s organization is connected to a vendor, without the secret; null where it is not.';

create or replace function private.sync_stream_json(stream public.sync_streams)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'id', (stream).id, 'stream', (stream).stream, 'state', (stream).state, 'pause_reason', (stream).pause_reason,
    'confirmed_at', (stream).confirmed_at, 'completed_at', (stream).completed_at, 'next_at', (stream).next_at,
    'failures', (stream).failures, 'requires_scope', (private.sync_fields((stream).stream)).requires_scope,
    'accepts_scopes', (private.sync_fields((stream).stream)).scope_field is not null,
    'row_count', (
      select count(*) from private.sync_records as records
      where records.organization_id = (stream).organization_id and records.stream_id = (stream).id and records.is_here),
    'scopes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', scopes.id, 'external_id', scopes.external_id, 'name', scopes.name, 'project_id', projects.id,
            'project_name', projects.name)
          order by lower(scopes.name), scopes.external_id),
        '[]')
      from public.sync_scopes as scopes
      join public.projects
        on projects.organization_id = scopes.organization_id and projects.id = scopes.project_id
      where scopes.organization_id = (stream).organization_id and scopes.stream_id = (stream).id),
    'runs', (
      select coalesce(
        jsonb_agg(to_jsonb(recent_runs) - array['organization_id', 'stream_id', 'cursor_before', 'cursor_after']
          order by recent_runs.started_at desc, recent_runs.id),
        '[]')
      from (
        select * from public.sync_runs as runs
        where runs.organization_id = (stream).organization_id and runs.stream_id = (stream).id
        order by runs.started_at desc, runs.id
        limit 10
      ) as recent_runs),
    'dead_letters', private.dead_letters_json(stream),
    'review', case when (stream).stream in ('companies', 'deals') then private.crm_review_json(stream) end,
    'removals', private.removals_json(stream))
$$;
comment on function private.sync_stream_json(public.sync_streams) is
  'A stream with its lists, its last ten receipts, its dead letters, and the card about pending removals.';

create or replace function private.dead_letters_json(stream public.sync_streams)
returns jsonb
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object(
    'count', (
      select count(*) from public.sync_dead_letters as letters
      where letters.organization_id = (stream).organization_id and letters.stream_id = (stream).id
        and letters.resolved_at is null),
    'rows', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', recent_letters.id, 'external_id', recent_letters.external_id,
            'code', recent_letters.code, 'reason', recent_letters.reason,
            'attempt', recent_letters.attempt, 'created_at', recent_letters.created_at,
            'title', nullif(left(btrim(coalesce(
              recent_letters.payload -> 'data' ->> 'title', recent_letters.payload -> 'data' ->> 'note',
              recent_letters.payload -> 'data' ->> 'task_name')), 200), ''))
          order by recent_letters.created_at desc, recent_letters.id),
        '[]')
      from (
        select * from public.sync_dead_letters as letters
        where letters.organization_id = (stream).organization_id and letters.stream_id = (stream).id
          and letters.resolved_at is null
        order by letters.created_at desc, letters.id
        limit 50
      ) as recent_letters))
$$;
comment on function private.dead_letters_json(public.sync_streams) is
  'The number of open dead letters of a stream, and the newest 50 without their payload.';

create or replace function public.get_integrations()
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$ select private.get_integrations() $$;

grant execute on function private.get_integrations() to authenticated;
grant execute on function public.get_integrations() to authenticated;
comment on function public.get_integrations() is
  'Returns { providers: [{ provider, secret_type, kinds, reads, fields, connection, streams }] }. Raises OPAUT · OPDEN.';
