-- A refusal has an SQLSTATE and a stable hint, never prose alone.
begin;
select plan(7);

create function pg_temp.raises()
returns table (function text, statement text, code text)
language sql as $$
  select pg_proc.oid::regprocedure::text, raised[1], substring(raised[1] from 'errcode\s*=\s*''([^'']*)''')
  from pg_proc
  -- Matches from `raise` to the semicolon, with the strings between them. `raise;` alone passes an error on.
  cross join lateral regexp_matches(
    regexp_replace(prosrc, '--[^\n]*', '', 'g'), '\yraise\s+((?:[^;'']|''(?:[^'']|'''')*'')+);', 'gi') as raised
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and raised[1] !~* '^(debug|log|info|notice|warning)\y'
$$;

select isnt_empty('select * from pg_temp.raises()', 'the check has refusals to examine');
select is_empty(
  $$ select * from pg_temp.raises()
     where code is null or code not in (select error_codes.code from private.error_codes()) $$,
  'every refusal has a code of private.error_codes()');
select is_empty($$ select * from pg_temp.raises() where statement !~ 'hint\s*=\s*''[a-z_]+''' $$,
  'every refusal has a machine-readable hint');
select is_empty(
  $$ select code from private.error_codes() where code !~ '^OP[A-Z]{3}$' $$,
  'no code of private.error_codes() can be a code of PostgreSQL');
select is_empty(
  $$ select code from private.error_codes() group by code having count(*) > 1 $$, 'each code is in private.error_codes() once');

create function private.speaks() returns void language plpgsql as $$
begin
  raise exception 'No; not like this';
  raise exception using errcode = 'OPXXX', message = 'Nor; so', hint = 'unknown';
  raise exception using errcode = 'OPINV', message = 'But; so', hint = 'known';
  raise notice 'This is not a refusal';
end;
$$;
select set_eq(
  $$ select coalesce(code, 'none') from pg_temp.raises()
     where function = 'private.speaks()' $$, array['none', 'OPXXX', 'OPINV'], 'the check reads every refusal of a function');
select is(
  (select count(*)::integer from pg_temp.raises() where code is null or code not in (select error_codes.code from private.error_codes())),
  2, 'the check finds a refusal without a code and one with an unknown code');

select * from finish();
rollback;
