-- Stores the current estimate, to be scored when the work is done. The database computes the estimate itself: no
-- caller can store a range of their own. The same estimate is stored once: a second copy would count its outcome twice
-- in the calibration.
-- Raises OPAUT · OPDEN (neither admin nor lead) · OPNFD (project_not_found, client_not_found, task_not_found) · OPINV
-- (invalid_estimate) · OPSTA (no_data, work_finished, estimate_already_saved).
create or replace function private.create_estimate_case(
  query text,
  project_id uuid,
  category text,
  client_id uuid,
  service text,
  expected_hours numeric,
  task_id uuid
)
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_lead();
  v_outcome jsonb;
  v_status text;
  v_case public.estimate_cases;
begin
  if task_id is not null and project_id is null then
    raise exception using
      errcode = 'OPINV', message = 'Name the project of the task', hint = 'invalid_estimate';
  end if;
  -- A definer bypasses row-level security: the scope of admins and leads is their organization, and outcome_of
  -- filters by these projects.
  v_outcome := private.outcome_of(
    v_viewer.organization_id, private.visible_project_ids(), false,
    create_estimate_case.query, create_estimate_case.project_id, create_estimate_case.category,
    create_estimate_case.client_id, create_estimate_case.service, create_estimate_case.expected_hours);
  if create_estimate_case.task_id is not null then
    select tasks.status::text into v_status from public.tasks
    where tasks.id = create_estimate_case.task_id and tasks.project_id = create_estimate_case.project_id
      and tasks.archived_at is null;
    if v_status is null then
      raise exception using errcode = 'OPNFD', message = 'There is no such task', hint = 'task_not_found';
    end if;
  else
    select projects.status::text into v_status from public.projects where projects.id = create_estimate_case.project_id;
  end if;
  if v_status in ('done', 'completed', 'cancelled') then
    raise exception using
      errcode = 'OPSTA', message = 'This work is finished. Save estimates before the work ends', hint = 'work_finished';
  elsif (v_outcome ->> 'no_data')::boolean then
    raise exception using
      errcode = 'OPSTA',
      message = 'Fewer than nine finished tasks have hours, so there is no estimate to save. Complete tasks and log their hours first', hint = 'no_data';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('estimate_case:' || v_viewer.organization_id, 0));
  if exists (
    select from public.estimate_cases as existing_case
    where existing_case.organization_id = v_viewer.organization_id
      and (existing_case.project_id, existing_case.task_id, existing_case.client_id, existing_case.query, existing_case.category, existing_case.service,
           existing_case.expected_hours, existing_case.model_version, existing_case.low_hours, existing_case.typical_hours, existing_case.high_hours)
        is not distinct from
          (create_estimate_case.project_id, create_estimate_case.task_id, (v_outcome ->> 'client_id')::uuid,
           v_outcome ->> 'query', v_outcome ->> 'category', v_outcome ->> 'service',
           create_estimate_case.expected_hours::numeric(10, 2), v_outcome ->> 'model_version',
           (v_outcome -> 'range_hours' ->> 0)::numeric(12, 2), (v_outcome ->> 'typical_hours')::numeric(12, 2),
           (v_outcome -> 'range_hours' ->> 1)::numeric(12, 2)))
  then
    raise exception using
      errcode = 'OPSTA', message = 'This estimate is already saved. Save it again when its range has changed',
      hint = 'estimate_already_saved';
  end if;
  insert into public.estimate_cases (
    organization_id, project_id, task_id, client_id, query, category, service, expected_hours, model_version,
    low_hours, typical_hours, high_hours, outcome, created_by)
  values (
    v_viewer.organization_id, create_estimate_case.project_id, create_estimate_case.task_id,
    (v_outcome ->> 'client_id')::uuid, v_outcome ->> 'query', v_outcome ->> 'category', v_outcome ->> 'service',
    create_estimate_case.expected_hours, v_outcome ->> 'model_version',
    (v_outcome -> 'range_hours' ->> 0)::numeric, (v_outcome ->> 'typical_hours')::numeric,
    (v_outcome -> 'range_hours' ->> 1)::numeric, v_outcome, v_viewer.id)
  returning * into v_case;
  perform private.record_audit_event(
    v_viewer.organization_id, 'estimate_case.created', 'estimate_case', v_case.id, null,
    to_jsonb(v_case) - array['outcome', 'organization_id'], v_case.project_id, null, true);
  return to_jsonb(v_case) - 'organization_id';
end;
$$;

create or replace function public.create_estimate_case(
  query text,
  project_id uuid default null,
  category text default null,
  client_id uuid default null,
  service text default null,
  expected_hours numeric default null,
  task_id uuid default null
)
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$
  select private.create_estimate_case(query, project_id, category, client_id, service, expected_hours, task_id)
$$;

grant execute on function private.create_estimate_case(text, uuid, text, uuid, text, numeric, uuid) to authenticated;
grant execute on function public.create_estimate_case(text, uuid, text, uuid, text, numeric, uuid) to authenticated;
comment on function public.create_estimate_case(text, uuid, text, uuid, text, numeric, uuid) is
  'Returns the stored case. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA.';
