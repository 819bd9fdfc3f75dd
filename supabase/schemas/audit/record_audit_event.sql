-- Writes one audit event for the caller of the statement. Called by every command, in its transaction.
create or replace function private.record_audit_event(
  organization_id uuid,
  action text,
  object_type text,
  object_id uuid,
  before jsonb default null,
  after jsonb default null,
  project_id uuid default null,
  acted_as_person_id uuid default null,
  is_restricted boolean default false
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_user_id constant uuid := auth.uid();
begin
  insert into public.audit_events (
    organization_id, actor_person_id, actor_user_id, actor_db_role, acted_as_person_id, request_id,
    action, object_type, object_id, project_id, is_restricted, before, after
  ) values (
    record_audit_event.organization_id,
    case when v_user_id is not null then (
      select people.id from public.people
      where people.user_id = v_user_id and people.organization_id = record_audit_event.organization_id) end,
    v_user_id,
    coalesce(current_setting('role', true), 'none'),
    record_audit_event.acted_as_person_id,
    private.request_id(),
    record_audit_event.action,
    record_audit_event.object_type,
    record_audit_event.object_id,
    record_audit_event.project_id,
    record_audit_event.is_restricted,
    record_audit_event.before,
    record_audit_event.after
  );
end;
$$;
