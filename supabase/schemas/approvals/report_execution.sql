-- An executor's reports about the call that it makes for a card. Each is one transaction with the card's status
-- and the end of the job, and each is refused to a worker whose lease is over.

-- Before every call that could create or change something: from here on silence is ambiguous.
-- Raises OPSTA (lease_lost) · OPDEN (decider_not_allowed).
create or replace function private.mark_vendor_call(job_id uuid, attempt integer)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(mark_vendor_call.job_id, mark_vendor_call.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_decided(v_approval);
  update public.approvals
  set vendor_called_at = clock_timestamp(), vendor_confirmed_at = null, confirmed_result = null
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(v_approval, 'vendor_called', job => v_job);
end;
$$;

-- Raises OPDEN (decider_not_allowed) when whoever approved a card may not do so any more.
create or replace function private.require_decided(approval public.approvals)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    raise exception using
      errcode = 'OPDEN',
      message = 'Whoever approved this card may not do so any more',
      hint = 'decider_not_allowed';
  end if;
end;
$$;

-- A look-up after the call has found the object that carries the marker: result { provider, external_id, url }. An
-- object in our own tables is looked up here; only the worker can see a vendor's.
-- Raises OPSTA (lease_lost, vendor_not_called, effect_not_found) · OPINV (invalid_result, wrong_marker).
create or replace function private.confirm_execution(job_id uuid, attempt integer, marker uuid, result jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_approval public.approvals := private.execution_of_job(confirm_execution.job_id, confirm_execution.attempt);
  v_job private.jobs := private.require_job_lease(confirm_execution.job_id, confirm_execution.attempt);
begin
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing was called, so nothing can be confirmed', hint = 'vendor_not_called';
  elsif marker is distinct from v_approval.id then
    raise exception using
      errcode = 'OPINV', message = 'What was found carries the marker of another card', hint = 'wrong_marker';
  end if;
  perform private.require_external_result(v_approval, confirm_execution.result);
  if confirm_execution.result ->> 'provider' = 'local'
    and private.local_effect(v_approval) is distinct from confirm_execution.result
  then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing was made here for this card', hint = 'effect_not_found';
  end if;
  update public.approvals
  set vendor_confirmed_at = clock_timestamp(), confirmed_result = confirm_execution.result
  where approvals.id = v_approval.id
  returning * into v_approval;
  perform private.record_approval_event(
    v_approval, 'vendor_confirmed', jsonb_build_object('result', confirm_execution.result), job => v_job);
end;
$$;

-- Raises OPSTA (not_confirmed) unless a look-up has found exactly this result.
create or replace function private.require_confirmed(approval public.approvals, result jsonb)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if approval.vendor_confirmed_at is null or approval.confirmed_result is distinct from result then
    raise exception using
      errcode = 'OPSTA',
      message = 'No look-up has found this result. Look for the marker, then confirm what carries it',
      hint = 'not_confirmed';
  end if;
end;
$$;

-- It is done: the result that was confirmed. Raises OPSTA (lease_lost, not_confirmed) · OPINV (invalid_result).
create or replace function private.finish_execution(job_id uuid, attempt integer, result jsonb)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(finish_execution.job_id, finish_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_external_result(v_approval, result);
  perform private.require_confirmed(v_approval, result);
  perform private.end_execution(v_approval, v_job, 'executed', finish_execution.result);
end;
$$;

-- The other system has definitely done nothing. Final: failed. Else the job is tried again, as often as its
-- kind allows. Raises OPSTA (lease_lost) · OPINV (error_missing).
create or replace function private.fail_execution(
  job_id uuid,
  attempt integer,
  error text,
  is_final boolean,
  retry_after_ms integer default null
)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(fail_execution.job_id, fail_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(fail_execution.error);
  if is_final then
    perform private.end_execution(v_approval, v_job, 'failed', error => fail_execution.error);
  else
    update public.approvals
    set vendor_called_at = null, vendor_confirmed_at = null, confirmed_result = null
    where approvals.id = v_approval.id;
    perform private.retry_job(v_job.id, fail_execution.error, fail_execution.retry_after_ms);
  end if;
end;
$$;

-- The result is unknown: it is looked up after a pause and never retried blindly.
-- Raises OPSTA (lease_lost, vendor_not_called) · OPINV (error_missing).
create or replace function private.park_execution(job_id uuid, attempt integer, error text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job private.jobs := private.require_job_lease(park_execution.job_id, park_execution.attempt);
  v_approval public.approvals := private.lock_approval_in_execution(v_job);
begin
  perform private.require_execution_error(park_execution.error);
  if v_approval.vendor_called_at is null then
    raise exception using
      errcode = 'OPSTA', message = 'Nothing was called, so nothing is unknown', hint = 'vendor_not_called';
  end if;
  perform private.end_execution(v_approval, v_job, 'unknown', error => park_execution.error);
end;
$$;

create or replace function private.require_external_result(approval public.approvals, result jsonb)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from public.approval_kinds
                 where approval_kinds.kind = approval.kind and approval_kinds."group" = 'external')
    or jsonb_typeof(result) is distinct from 'object'
    or result - array['provider', 'external_id', 'url'] <> '{}'
    or coalesce(result ->> 'provider', '') <> all (enum_range(null::public.external_provider)::text[])
    or coalesce(btrim(result ->> 'external_id'), '') = ''
    -- What is kept is answered as it is, to readers who expect texts.
    or jsonb_typeof(result -> 'external_id') <> 'string' or char_length(result ->> 'external_id') > 1024
    or jsonb_typeof(result -> 'url') not in ('string', 'null')
    or char_length(result ->> 'url') > 2000
    or not private.is_provider_of(approval.kind, result ->> 'provider')
    or not private.is_link_of(result ->> 'provider', result ->> 'url')
  then
    raise exception using
      errcode = 'OPINV',
      message = 'A result names the provider and the object there',
      hint = 'invalid_result';
  end if;
end;
$$;

-- Tasks are made in a task tracker, events in a calendar.
create or replace function private.is_provider_of(kind public.approval_kind, provider text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select provider = 'local'
    or provider = 'clickup' and kind = 'task_create'
    or provider = 'google_calendar' and kind::text like 'calendar_event_%'
$$;

-- Whether a link leads to the provider itself: a path here, or HTTPS and a host of theirs, without a user name or a
-- port. People follow it.
create or replace function private.is_link_of(provider text, url text)
returns boolean
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select url is null or url !~ '[[:cntrl:][:space:]\\]' and case provider
    when 'local' then url ~ '^/([^/]|$)'
    when 'clickup' then url ~* '^https://([a-z0-9-]+\.)*clickup\.com(/|$)'
    when 'google_calendar' then url ~* '^https://([a-z0-9-]+\.)*google\.com(/|$)' end
$$;
comment on function private.is_link_of(text, text) is 'Whether a link of a result leads to its provider; no link does no harm.';

create or replace function private.require_execution_error(error text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(btrim(error), '') = '' then
    raise exception using errcode = 'OPINV', message = 'Say what went wrong', hint = 'error_missing';
  end if;
end;
$$;

create or replace function public.mark_vendor_call(job_id uuid, attempt integer)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.mark_vendor_call(job_id, attempt) $$;

create or replace function public.finish_execution(job_id uuid, attempt integer, result jsonb)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.finish_execution(job_id, attempt, result) $$;

create or replace function public.confirm_execution(job_id uuid, attempt integer, marker uuid, result jsonb)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.confirm_execution(job_id, attempt, marker, result) $$;

create or replace function public.fail_execution(
  job_id uuid, attempt integer, error text, is_final boolean, retry_after_ms integer default null)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.fail_execution(job_id, attempt, error, is_final, retry_after_ms) $$;

create or replace function public.park_execution(job_id uuid, attempt integer, error text)
returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select private.park_execution(job_id, attempt, error) $$;

revoke execute on function private.mark_vendor_call(uuid, integer) from public;
revoke execute on function private.require_decided(public.approvals) from public;
revoke execute on function private.confirm_execution(uuid, integer, uuid, jsonb) from public;
revoke execute on function private.require_confirmed(public.approvals, jsonb) from public;
revoke execute on function private.is_provider_of(public.approval_kind, text) from public;
revoke execute on function private.is_link_of(text, text) from public;
revoke execute on function private.finish_execution(uuid, integer, jsonb) from public;
revoke execute on function private.fail_execution(uuid, integer, text, boolean, integer) from public;
revoke execute on function private.park_execution(uuid, integer, text) from public;
revoke execute on function private.require_external_result(public.approvals, jsonb) from public;
revoke execute on function private.require_execution_error(text) from public;
revoke execute on function public.mark_vendor_call(uuid, integer) from public;
revoke execute on function public.confirm_execution(uuid, integer, uuid, jsonb) from public;
revoke execute on function public.finish_execution(uuid, integer, jsonb) from public;
revoke execute on function public.fail_execution(uuid, integer, text, boolean, integer) from public;
revoke execute on function public.park_execution(uuid, integer, text) from public;
grant execute on function private.mark_vendor_call(uuid, integer) to service_role;
grant execute on function private.confirm_execution(uuid, integer, uuid, jsonb) to service_role;
grant execute on function private.finish_execution(uuid, integer, jsonb) to service_role;
grant execute on function private.fail_execution(uuid, integer, text, boolean, integer) to service_role;
grant execute on function private.park_execution(uuid, integer, text) to service_role;
grant execute on function public.mark_vendor_call(uuid, integer) to service_role;
grant execute on function public.confirm_execution(uuid, integer, uuid, jsonb) to service_role;
grant execute on function public.finish_execution(uuid, integer, jsonb) to service_role;
grant execute on function public.fail_execution(uuid, integer, text, boolean, integer) to service_role;
grant execute on function public.park_execution(uuid, integer, text) to service_role;
comment on function public.mark_vendor_call(uuid, integer) is
  'To be called before every call of another system. Raises OPSTA · OPDEN.';
comment on function public.confirm_execution(uuid, integer, uuid, jsonb) is
  'A look-up found what carries the marker: result { provider, external_id, url }. Raises OPSTA · OPINV.';
comment on function public.finish_execution(uuid, integer, jsonb) is
  'Executed: the confirmed result { provider, external_id, url }. Raises OPSTA · OPINV.';
comment on function public.fail_execution(uuid, integer, text, boolean, integer) is
  'The other system has done nothing: failed, or tried again after a pause. Raises OPSTA · OPINV.';
comment on function public.park_execution(uuid, integer, text) is
  'The outcome is unknown; a job settles it later. Raises OPSTA · OPINV.';
