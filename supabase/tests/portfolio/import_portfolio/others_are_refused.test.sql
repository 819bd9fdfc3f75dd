begin;
select plan(18);
select tests.two_agencies();
create temporary table before as
select tests.portfolio() as portfolio, (select count(*) from public.portfolio_import_runs) as runs;

create function pg_temp.refuses(persona text, code text, statement text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok(statement, code, null, format('%s cannot import with: %s', persona, statement));
end;
$$;
grant execute on function pg_temp.refuses(text, text, text) to public;

select pg_temp.refuses(persona, code, statement)
from (values
  ('member', 'OPDEN'), ('member2', 'OPDEN'), ('client', 'OPDEN'), ('outsider', 'OPDEN'),
  ('anonymous', '42501'), ('service', '42501')
) as cases (persona, code),
unnest(array[
  $$ select tests.import('apply', tests.small_plan()) $$,
  'select public.require_importer()'
]) as statement;

select tests.act_as('outsider');
select set_config('request.jwt.claims', '{"role": "authenticated"}', true);
select throws_ok($$ select tests.import('apply', tests.small_plan()) $$, 'OPAUT', null, 'a token without a user cannot apply an import');
select throws_ok('select public.require_importer()', 'OPAUT', null, 'a token without a user cannot make a dry run');

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'the refusals import nothing') from before;
select is((select count(*) from public.portfolio_import_runs), runs, 'the refusals store no run') from before;

select tests.act_as('lead');
select lives_ok('select public.require_importer()', 'a lead can import');
select tests.act_as('admin');
select lives_ok('select public.require_importer()', 'an admin can import');

select * from finish();
rollback;
