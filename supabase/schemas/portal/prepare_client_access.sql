-- Shows who has or will get access to a client's portal, and what they will see. The call is recorded.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (client_not_found).
create or replace function private.prepare_client_access(client_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_client_id constant uuid := private.portal_client_id(
    v_viewer, coalesce(prepare_client_access.client_id, '00000000-0000-0000-0000-000000000000'));
  v_contacts jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', people.id, 'name', people.name, 'email', people.email,
    'access', case
      when people.user_id is not null then 'active'
      when exists (
        select from public.invitations
        where invitations.person_id = people.id and invitations.accepted_at is null
          and invitations.revoked_at is null and invitations.expires_at > now()) then 'invited'
      else 'none' end)
    order by people.name, people.id), '[]')
  into v_contacts
  from public.people
  where people.organization_id = v_viewer.organization_id and people.client_id = v_client_id
    and people.role = 'client' and people.archived_at is null;
  perform private.record_audit_event(
    v_viewer.organization_id, 'client_access.prepared', 'client', v_client_id,
    after => jsonb_build_object('person_ids', coalesce((
      select jsonb_agg(contact -> 'id') from jsonb_array_elements(v_contacts) as contact), '[]')));
  return jsonb_build_object(
    'contacts', v_contacts,
    'portal', private.client_portal_of(v_viewer.organization_id, v_client_id));
end;
$$;

create or replace function public.prepare_client_access(client_id uuid)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.prepare_client_access(client_id) $$;

grant execute on function private.prepare_client_access(uuid) to authenticated;
grant execute on function public.prepare_client_access(uuid) to authenticated;

comment on function public.prepare_client_access(uuid) is
  'Returns { contacts: [{ id, name, email, access }], portal }. Raises OPAUT · OPDEN · OPNFD.';
