-- Removes a learned domain, or learns it again where it was removed. Emails stay where they are.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (email_domain_not_found).
create or replace function private.set_email_domain(email_domain_id uuid, is_removed boolean)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_domain public.email_domains;
begin
  select * into v_domain from public.email_domains
  where email_domains.id = set_email_domain.email_domain_id
    and email_domains.organization_id = v_viewer.organization_id
  for update;
  if v_domain.id is null then
    raise exception using errcode = 'OPNFD', message = 'There is no such domain', hint = 'email_domain_not_found';
  end if;
  if (v_domain.removed_at is not null) is distinct from coalesce(set_email_domain.is_removed, false) then
    update public.email_domains
    set removed_at = case when set_email_domain.is_removed then now() end
    where email_domains.id = v_domain.id;
    perform private.record_audit_event(
      v_domain.organization_id,
      case when set_email_domain.is_removed then 'email_domain.removed' else 'email_domain.learned' end,
      'email_domain', v_domain.id, null, jsonb_build_object('domain', v_domain.domain), v_domain.project_id);
  end if;
  return private.list_email_domains();
end;
$$;

create or replace function public.set_email_domain(email_domain_id uuid, is_removed boolean)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.set_email_domain(email_domain_id, is_removed) $$;

grant execute on function private.set_email_domain(uuid, boolean) to authenticated;
grant execute on function public.set_email_domain(uuid, boolean) to authenticated;

comment on function public.set_email_domain(uuid, boolean) is
  'Returns the new list. Raises OPAUT · OPDEN · OPNFD.';
