-- Removes the rows that add_sample_data created, and no others. An untouched row is deleted. A row that a person
-- changed, or that other rows refer to, is archived, so that no work is lost. A row that live work of the
-- organization belongs to stays as it is. The response lists the rows that are not deleted; from then on they are
-- ordinary rows.
-- Raises OPAUT · OPDEN (not admin).
create or replace function private.remove_sample_data()
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_admin();
  v_row private.sample_rows;
  v_result text;
  v_deleted_count integer := 0;
  v_remaining_rows jsonb := '[]';
begin
  perform 1 from public.organizations where organizations.id = v_viewer.organization_id for no key update;
  for v_row in
    select * from private.sample_rows
    where sample_rows.organization_id = v_viewer.organization_id
    order by sample_rows.position desc
  loop
    v_result := private.remove_sample_row(v_row);
    if v_result = 'deleted' then
      v_deleted_count := v_deleted_count + 1;
    elsif v_result is not null then
      v_remaining_rows := v_remaining_rows || jsonb_build_object(
        'entity', v_row.entity, 'id', v_row.row_id, 'result', v_result,
        'label', private.sample_label(v_row.entity, v_row.row_id));
    end if;
  end loop;
  delete from private.sample_rows where sample_rows.organization_id = v_viewer.organization_id;
  if v_deleted_count > 0 or v_remaining_rows <> '[]' then
    perform private.record_audit_event(
      v_viewer.organization_id, 'sample_data.removed', 'organization', v_viewer.organization_id, null,
      jsonb_build_object('deleted', v_deleted_count, 'remaining', jsonb_array_length(v_remaining_rows)));
  end if;
  return jsonb_build_object('deleted', v_deleted_count, 'remaining', v_remaining_rows);
end;
$$;

-- Deletes, archives or leaves one row. Returns which it did; null if the row was already deleted.
create or replace function private.remove_sample_row(sample private.sample_rows)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_table text := case sample.entity
    when 'person' then 'people' when 'time_entry' then 'time_entries' else sample.entity || 's' end;
  v_before jsonb;
  v_after jsonb;
begin
  execute format('select to_jsonb(samples) from public.%I as samples where samples.id = $1 for update', v_table)
  into v_before using sample.row_id;
  if v_before is null then
    return null;
  elsif (v_before -> 'version')::integer = 1 then
    begin
      execute format('delete from public.%I as samples where samples.id = $1', v_table) using sample.row_id;
      return 'deleted';
    exception when foreign_key_violation or restrict_violation or sqlstate 'OPSTA' then
      -- Other rows refer to it, or its week is locked.
      null;
    end;
  end if;
  if not v_before ? 'archived_at' or private.is_sample_in_use(sample.entity, sample.row_id) then
    return 'retained';
  elsif v_before ->> 'archived_at' is not null then
    return 'archived';
  end if;
  execute format(
    'update public.%I as samples set archived_at = now() where samples.id = $1 returning to_jsonb(samples)', v_table)
  into v_after using sample.row_id;
  perform private.record_row_change(
    sample.organization_id, sample.entity || '.updated', sample.entity, sample.row_id, v_before, v_after,
    case sample.entity when 'project' then sample.row_id else (v_before ->> 'project_id')::uuid end);
  return 'archived';
end;
$$;

-- Whether live work belongs to a row. Sample rows below it were deleted or archived before this check.
create or replace function private.is_sample_in_use(entity text, row_id uuid)
returns boolean
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select case entity
    when 'task' then exists (
      select from public.tasks where tasks.parent_id = row_id and tasks.archived_at is null)
    when 'project' then exists (
      select from public.tasks where tasks.project_id = row_id and tasks.archived_at is null)
    when 'account' then exists (
      select from public.projects where projects.account_id = row_id and projects.archived_at is null)
    when 'client' then exists (
      select from public.accounts where accounts.client_id = row_id and accounts.archived_at is null)
    when 'person' then
      exists (select from public.people where people.id = row_id and people.user_id is not null)
      or exists (
        select from public.invitations
        where invitations.person_id = row_id and invitations.accepted_at is null
          and invitations.revoked_at is null and invitations.expires_at > now())
      or exists (select from public.tasks where tasks.assignee_id = row_id and tasks.archived_at is null)
      or exists (select from public.projects where projects.lead_id = row_id and projects.archived_at is null)
    else false
  end
$$;

create or replace function private.sample_label(entity text, row_id uuid)
returns text
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select case entity
    when 'status_update' then (
      select format('Status of %s', projects.name)
      from public.status_updates join public.projects on projects.id = status_updates.project_id
      where status_updates.id = row_id)
    else private.import_label(entity::public.import_entity, row_id)
  end
$$;

create or replace function public.remove_sample_data()
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.remove_sample_data() $$;

grant execute on function private.remove_sample_data() to authenticated;
grant execute on function public.remove_sample_data() to authenticated;
comment on function public.remove_sample_data() is
  'Returns { deleted, remaining: [{ entity, id, result, label }] }, where result is archived or retained. Raises OPAUT · OPDEN.';
