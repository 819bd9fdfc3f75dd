-- Sends a client's request. It becomes a card for the leads, with its response date and the files that the client
-- uploaded for it.
-- Raises OPAUT · OPDEN (not a client contact) · OPNFD (project_not_found, request_file_not_found) · OPINV
-- (invalid_payload, too_many_files) · OPSTA (too_many_open_cards, file_already_sent, not_uploaded, size_differs) ·
-- OPLIM (rate_limited) · OPBIG.
create or replace function private.create_client_request(
  project_id uuid, kind public.client_request_kind, content text, file_ids uuid[] default '{}')
returns jsonb
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_viewer public.people := private.require_client();
begin
  return private.client_request_json(private.record_client_request(
    v_viewer, create_client_request.project_id, create_client_request.kind, create_client_request.content,
    create_client_request.file_ids));
end;
$$;

create or replace function private.record_client_request(
  viewer public.people, project_id uuid, kind public.client_request_kind, content text, file_ids uuid[] default '{}')
returns private.client_requests
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_respond_by constant date := private.response_date(viewer.organization_id);
  v_card public.approvals;
  v_request private.client_requests;
begin
  -- Locks the files first: of two requests with the same file, the second one waits here and is refused.
  perform private.lock_request_files(viewer, record_client_request.project_id, record_client_request.file_ids);
  v_card := private.create_approval(
    viewer, 'client_request', record_client_request.project_id,
    jsonb_build_object(
      'request', record_client_request.kind, 'text', record_client_request.content, 'respond_by', v_respond_by),
    '[]', 'person', null, null);
  insert into private.client_requests (
    organization_id, client_id, project_id, approval_id, kind, content, asked_by, respond_by)
  values (
    viewer.organization_id, viewer.client_id, v_card.project_id, v_card.id, record_client_request.kind,
    v_card.payload ->> 'text', viewer.id, v_respond_by)
  returning * into v_request;
  perform private.attach_request_files(v_request, record_client_request.file_ids);
  return v_request;
end;
$$;
comment on function private.record_client_request(public.people, uuid, public.client_request_kind, text, uuid[]) is
  'The request of a client contact and its card. Raises OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';

-- The second working day after today, in the organization's time zone and by its working hours.
create or replace function private.response_date(organization_id uuid)
returns date
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_today constant date := (
    select (now() at time zone organizations.time_zone)::date from public.organizations
    where organizations.id = response_date.organization_id);
  v_hours constant jsonb := private.working_hours_of(response_date.organization_id);
begin
  return coalesce((
    select v_today + days_ahead
    from generate_series(1, 14) as days_ahead
    where v_hours ? extract(isodow from v_today + days_ahead)::text
      and (v_hours -> extract(isodow from v_today + days_ahead)::text ->> 'hours')::numeric > 0
    order by days_ahead
    offset 1 limit 1), v_today + 2);
end;
$$;
comment on function private.response_date(uuid) is 'The response date of a request that arrives now.';

-- A request ends with its card: with the approved reply, or with a refusal whose reason stays internal. The files
-- of an executed card become documents of the project.
create or replace function private.tg_approvals__end_client_request()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update private.client_requests set
    status = case new.status when 'executed' then 'answered' else 'declined' end::public.client_request_status,
    reply = case new.status when 'executed' then coalesce(new.effect_payload, new.payload) ->> 'reply' end,
    ended_at = clock_timestamp()
  where client_requests.organization_id = new.organization_id and client_requests.approval_id = new.id
    and client_requests.status = 'open';
  if new.status = 'executed' then
    perform private.accept_request_files(new);
  end if;
  return null;
end;
$$;
comment on function private.tg_approvals__end_client_request() is 'Ends the request of a client with its card.';

create trigger tg_approvals__end_client_request after update on public.approvals
  for each row when (new.kind = 'client_request' and new.status in ('executed', 'rejected') and old.status <> new.status)
  execute function private.tg_approvals__end_client_request();
alter table public.approvals enable always trigger tg_approvals__end_client_request;

create or replace function public.create_client_request(
  project_id uuid, kind public.client_request_kind, content text, file_ids uuid[] default '{}')
returns jsonb
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.create_client_request(project_id, kind, content, file_ids) $$;

grant execute on function private.create_client_request(uuid, public.client_request_kind, text, uuid[]) to authenticated;
grant execute on function public.create_client_request(uuid, public.client_request_kind, text, uuid[]) to authenticated;

comment on function public.create_client_request(uuid, public.client_request_kind, text, uuid[]) is
  'Returns the request. Raises OPAUT · OPDEN · OPNFD · OPINV · OPSTA · OPLIM · OPBIG.';
