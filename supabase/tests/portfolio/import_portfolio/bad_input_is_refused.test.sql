begin;
select plan(7);
select tests.two_agencies();

select tests.act_as('lead');
create function pg_temp.import(mapping jsonb, rows jsonb) returns jsonb language sql as $$
  select public.import_portfolio('apply', 'plan.csv', repeat('a', 64), 'test', mapping, rows)
$$;
select throws_ok($$ select pg_temp.import('{"fields": {}}', '{}') $$, 'OPINV', 'An import needs rows and a mapping of fields', 'rows that are not an array are refused');
select throws_ok($$ select pg_temp.import('{"fields": {}}', null) $$, 'OPINV', null, 'missing rows are refused');
select throws_ok($$ select pg_temp.import('{}', '[]') $$, 'OPINV', null, 'a mapping without fields is refused');
select throws_ok($$ select pg_temp.import(null, '[]') $$, 'OPINV', null, 'a missing mapping is refused');
select throws_ok($$ select pg_temp.import('{"fields": {}}', (select jsonb_agg(n) from generate_series(1, 50001) as n)) $$, 'OPBIG',
  'An import takes at most 20000 rows. Split the file', 'too many rows are refused');

create temporary table runs as select pg_temp.import('{"fields": {}}', '[]') as run;
select is(run ->> 'status', 'succeeded', 'a file without lines succeeds') from runs;
select is(
  (select jsonb_object_agg(entity, tests.import_counts(run, entity)) from jsonb_object_keys(run -> 'counts') as entity),
  '{"rows": "0/0/0/0", "clients": "0/0/0/0", "accounts": "0/0/0/0", "projects": "0/0/0/0", "people": "0/0/0/0",
    "tasks": "0/0/0/0", "time_entries": "0/0/0/0", "rates": "0/0/0/0"}'::jsonb,
  'a file without lines has zero counts')
from runs;

select * from finish();
rollback;
