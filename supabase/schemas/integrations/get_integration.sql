-- The vendor's system in which a card is being executed, with its secret, for the executor that holds the lease.
-- Raises OPSTA (lease_lost).
create or replace function private.get_integration(job_id uuid, attempt integer)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.execution_of_job(get_integration.job_id, get_integration.attempt);
  v_providers public.integration_provider[] := private.providers_of_kind(v_approval.kind);
  v_integration public.integrations;
  v_secret text;
begin
  select * into v_integration from public.integrations
  where integrations.organization_id = v_approval.organization_id and integrations.provider = any (v_providers)
  -- If two vendors support a kind, the first connected one carries it out.
  order by integrations.created_at, integrations.provider
  limit 1;
  if v_integration.organization_id is not null then
    select secrets.decrypted_secret into v_secret
    from vault.decrypted_secrets as secrets where secrets.name = v_integration.secret_name;
  end if;
  return jsonb_build_object(
    'provider', coalesce(v_integration.provider, v_providers[1]),
    'settings', case when v_integration.settings ? 'assignees' then v_integration.settings || jsonb_build_object(
      'assignees', private.vendor_assignees(v_integration.organization_id, v_integration.settings -> 'assignees'))
      else v_integration.settings end,
    'secret', v_secret,
    -- The operator's environment variables can connect a vendor for the first organization only.
    'takes_environment', v_integration.organization_id is null and v_approval.organization_id = (
      select organizations.id from public.organizations
      order by organizations.created_at, organizations.id limit 1),
    'time_zone', (select organizations.time_zone from public.organizations
                  where organizations.id = v_approval.organization_id));
end;
$$;

-- A merged person and the survivor are the same user at the vendor, whichever of the two the settings name.
create or replace function private.vendor_assignees(organization_id uuid, assignees jsonb)
returns jsonb
language sql
stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_object_agg(assignments.id, assignments.vendor_id), '{}')
  from (
    select distinct on (people.id) people.id, mapping.value as vendor_id
    from jsonb_each(assignees) as mapping
    join public.people as mapping_people
      on mapping_people.organization_id = vendor_assignees.organization_id and mapping_people.id::text = mapping.key
    join public.people
      on people.organization_id = mapping_people.organization_id
     and coalesce(people.merged_into_id, people.id) = coalesce(mapping_people.merged_into_id, mapping_people.id)
    order by people.id, mapping_people.id = people.id desc, mapping_people.merged_into_id is null desc, mapping_people.id
  ) as assignments
$$;
comment on function private.vendor_assignees(uuid, jsonb) is
  'The assignees of the settings, with the people who were merged with each of them.';

create or replace function public.get_integration(job_id uuid, attempt integer)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.get_integration(job_id, attempt) $$;

grant execute on function private.get_integration(uuid, integer) to service_role;
grant execute on function public.get_integration(uuid, integer) to service_role;
comment on function public.get_integration(uuid, integer) is
  'Called by task-act and calendar-act: returns { provider, settings, secret, takes_environment, time_zone }; settings are null if no vendor is connected. Raises OPSTA.';
