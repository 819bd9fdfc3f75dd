begin;
select plan(7);
select tests.two_agencies();

select tests.act_as('lead');
select is(tests.import('apply', tests.small_plan()) ->> 'status', 'succeeded', 'the first apply succeeds');
select tests.act_as('owner');
create temporary table before as select tests.portfolio() as portfolio;

select tests.act_as('lead');
create temporary table runs as select tests.import('apply', tests.small_plan()) as run;
grant select on runs to public;
select is(tests.dispositions(run), 'unchanged unchanged unchanged', 'a second import leaves every line unchanged') from runs;
select is_empty(
  $$ select entity, disposition, amount
     from runs, jsonb_each(run -> 'counts') as counted (entity, amounts),
       jsonb_each_text(amounts) as each_amount (disposition, amount)
     where disposition <> 'unchanged' and amount <> '0' $$,
  'every count is of unchanged rows');
select is(run #> '{counts,time_entries,unchanged}', '2'::jsonb, 'hours are not stored twice') from runs;
select is(tests.import('dry_run', tests.small_plan()) ->> 'plan_hash', run ->> 'plan_hash', 'a dry run has the same counts') from runs;

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'read back, no version has changed') from before;
select is((select count(*)::integer from public.people where name = 'Robin Newcomer'), 1, 'read back, no person exists twice');

select * from finish();
rollback;
