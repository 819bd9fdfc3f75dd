-- Where a card in execution is carried out, with the vendor's secret, for the executor that holds its lease.
-- Raises OPSTA (lease_lost).
create or replace function private.get_integration(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.execution_of_job(get_integration.job_id, get_integration.attempt);
  v_provider public.integration_provider := private.provider_of_kind(v_approval.kind);
  v_integration public.integrations;
  v_secret text;
begin
  select * into v_integration from public.integrations
  where integrations.organization_id = v_approval.organization_id and integrations.provider = v_provider;
  if v_integration.organization_id is not null then
    select secrets.decrypted_secret into v_secret
    from vault.decrypted_secrets as secrets where secrets.name = v_integration.secret_name;
  end if;
  return jsonb_build_object(
    'provider', v_provider,
    'settings', v_integration.settings,
    'secret', v_secret,
    -- The environment of the service speaks for whoever was there first, and for nobody else.
    'takes_environment', v_integration.organization_id is null and v_approval.organization_id = (
      select organizations.id from public.organizations
      order by organizations.created_at, organizations.id limit 1),
    'time_zone', (select organizations.time_zone from public.organizations
                  where organizations.id = v_approval.organization_id));
end;
$$;

create or replace function private.provider_of_kind(kind public.approval_kind)
returns public.integration_provider
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when kind = 'task_create' then 'clickup'
    when kind::text like 'calendar_event_%' then 'google_calendar' end::public.integration_provider
$$;
comment on function private.provider_of_kind(public.approval_kind) is
  'The vendor that carries a kind out where it is connected; null for kinds without one.';

create or replace function public.get_integration(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.get_integration(job_id, attempt) $$;

revoke execute on function private.get_integration(uuid, integer) from public;
revoke execute on function private.provider_of_kind(public.approval_kind) from public;
revoke execute on function public.get_integration(uuid, integer) from public;
grant execute on function private.get_integration(uuid, integer) to service_role;
grant execute on function public.get_integration(uuid, integer) to service_role;
comment on function public.get_integration(uuid, integer) is
  'For executors: { provider, settings, secret, takes_environment, time_zone }; settings are null where none is connected. Raises OPSTA.';
