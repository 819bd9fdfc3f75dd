-- Raises OPDEN (decider_not_allowed) if the person who approved a card may no longer do so.
create or replace function private.require_decided_card(approval public.approvals)
returns void
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if private.decider_refusal(approval, approval.decided_by) is not null then
    raise exception using
      errcode = 'OPDEN',
      message = 'The person who approved this card no longer has the right to approve it',
      hint = 'decider_not_allowed';
  end if;
end;
$$;

-- Raises OPSTA (not_confirmed) unless a lookup has found exactly this result.
create or replace function private.require_confirmed_result(approval public.approvals, result jsonb)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if approval.vendor_confirmed_at is null or approval.confirmed_result is distinct from result then
    raise exception using
      errcode = 'OPSTA',
      message = 'No lookup has found this result. Look for the marker, then confirm the object that carries it',
      hint = 'not_confirmed';
  end if;
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
    -- The stored result is returned unchanged, and its readers expect strings.
    or jsonb_typeof(result -> 'external_id') <> 'string' or char_length(result ->> 'external_id') > 1024
    or jsonb_typeof(result -> 'url') not in ('string', 'null')
    or char_length(result ->> 'url') > 2000
    or not private.is_provider_of(approval.kind, result ->> 'provider')
    or not private.is_link_of(result ->> 'provider', result ->> 'url')
  then
    raise exception using
      errcode = 'OPINV',
      message = 'Send a result with the provider of this card, and the id and link of the object there',
      hint = 'invalid_result';
  end if;
end;
$$;

create or replace function private.require_execution_error(error text)
returns void
language plpgsql
immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if coalesce(btrim(error), '') = '' then
    raise exception using errcode = 'OPINV', message = 'Describe the error', hint = 'error_missing';
  end if;
end;
$$;
