-- The vocabulary of refusals. Functions raise these SQLSTATEs; hint carries a stable machine-readable
-- code, detail a JSON object. functions/_db/errors.ts maps them to HTTP, and a test holds both equal.
create or replace function private.error_codes()
returns table (code text, http_status integer, default_code text, meaning text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('OPAUT', 401, 'not_signed_in', 'no signed-in user stands behind the call'),
    ('OPDEN', 403, 'not_allowed', 'the role of the caller may never do this'),
    ('OPNFD', 404, 'not_found', 'missing, or not the caller''s: the two look the same'),
    ('OPSTA', 409, 'wrong_state', 'the object is in another state than the call assumes'),
    ('OPINV', 400, 'invalid', 'the input is malformed or contradicts itself'),
    ('OPBIG', 413, 'too_large', 'the input is larger than the service takes'),
    ('OPLIM', 429, 'rate_limited', 'too many calls; detail says when to try again')
$$;

comment on function private.error_codes() is
  'Every SQLSTATE that functions of this database raise, its HTTP status and its default error code.';
