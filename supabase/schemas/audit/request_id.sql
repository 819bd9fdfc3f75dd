-- The id of the request behind the statement, as the function or the gateway passed it on. It only labels logs: no
-- rule may depend on a header.
create or replace function private.request_id()
returns text
language plpgsql
stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id', 128);
end;
$$;
comment on function private.request_id() is 'The x-request-id of the call; null outside of a request.';
