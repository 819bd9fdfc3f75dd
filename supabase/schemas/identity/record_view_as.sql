-- Records that the caller uses another person's view; the actor stays the caller. It does nothing if `as` has no
-- effect, that is, for everyone except admins and leads.
-- Raises OPAUT · OPDEN · OPNFD (unknown or foreign person).
create or replace function private.record_view_as(as_person_id uuid)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scope record;
begin
  select * into v_scope from private.effective_scope(as_person_id);
  if (v_scope.person).id <> (v_scope.viewer).id then
    perform private.record_audit_event(
      organization_id => (v_scope.viewer).organization_id,
      action => 'view_as.read',
      object_type => 'person',
      object_id => (v_scope.person).id,
      acted_as_person_id => (v_scope.person).id);
  end if;
end;
$$;

grant execute on function private.record_view_as(uuid) to authenticated;

comment on function private.record_view_as(uuid) is
  'Records the audit event of a read in another person''s view. Raises OPAUT · OPDEN · OPNFD.';
