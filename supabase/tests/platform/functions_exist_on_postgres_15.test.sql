-- The service also runs on PostgreSQL 15, which checks the body of a function only when it runs. npm run test:postgres
-- tests the rest on that version.
begin;
select plan(3);

create function pg_temp.newer_calls(body text) returns setof text language sql as $$
  select distinct match[1]
  from regexp_matches(
    lower(regexp_replace(body, '--[^\n]*', '', 'g')),
    '\m(any_value|array_sample|array_shuffle|date_add|date_subtract|erfc?|jsonb?_(?:object_)?agg_(?:strict|unique)\w*'
      || '|jsonb_populate_record_valid|json_(?:array|object|scalar|serialize|exists|query|value|table)|pg_basetype'
      || '|pg_input_error_info|pg_input_is_valid|random_normal|to_bin|to_oct|to_regtypemod|unicode_assigned'
      || '|uuid_extract_\w+|xmltext)\s*\(', 'g') as match
  union all
  select 'merge ... returning' where body ~* '\mmerge\s+into\M[^;]*\mreturning\M'
$$;

select set_eq(
  $$ select pg_temp.newer_calls('select pg_input_is_valid(a, b), JSON_TABLE (c) -- any_value(d)') $$,
  array['pg_input_is_valid', 'json_table'], 'the check finds a newer function, except in a comment');
select is_empty(
  $$ select pg_temp.newer_calls('select json_build_object(a), my_any_value(b), jsonb_agg(c), date_add') $$,
  'the check accepts an older function');
select is_empty(
  $$ select functions.oid::regprocedure::text || ' calls ' || newer.call
     from pg_proc as functions
     cross join lateral pg_temp.newer_calls(coalesce(pg_get_function_sqlbody(functions.oid), functions.prosrc)) as newer (call)
     where functions.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and functions.prokind in ('f', 'p') $$,
  'every function of the service calls only functions of PostgreSQL 15');

select * from finish();
rollback;
