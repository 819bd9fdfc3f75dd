-- The codes of refusals. Functions raise these SQLSTATEs; the hint is a stable machine-readable code, and the detail
-- is a JSON object. functions/_db/errors.ts maps the codes to HTTP, and a test compares both lists.
create or replace function private.error_codes()
returns table (code text, http_status integer, default_code text, meaning text)
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  values
    ('OPAUT', 401, 'not_signed_in', 'the call has no signed-in user'),
    ('OPDEN', 403, 'not_allowed', 'the role of the caller may never do this'),
    ('OPNFD', 404, 'not_found', 'missing, or outside the caller''s scope: both look the same'),
    ('OPSTA', 409, 'wrong_state', 'the object is not in the state that the call assumes'),
    ('OPINV', 400, 'invalid', 'the input is malformed or contradicts itself'),
    ('OPBIG', 413, 'too_large', 'the input is larger than the service accepts'),
    ('OPLIM', 429, 'rate_limited', 'too many calls; detail says when to retry')
$$;

comment on function private.error_codes() is
  'Every SQLSTATE that functions of this database raise, its HTTP status and its default error code.';
