begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('lead');
select is(tests.import('apply', tests.small_plan()) ->> 'status', 'succeeded', 'the first import succeeds');
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
  'a second import counts every row as unchanged');
select is(run #> '{counts,time_entries,unchanged}', '2'::jsonb, 'a second import does not store hours twice') from runs;
select is(tests.import('dry_run', tests.small_plan()) ->> 'plan_hash', run ->> 'plan_hash', 'a dry run after an import counts every row as unchanged') from runs;

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'a second import changes no version') from before;
select is((select count(*)::integer from public.people where name = 'Robin Newcomer'), 1, 'a second import creates no person twice');

-- There are twelve pairs, because a single pair would match by chance half of the time.
create temporary table pairs as
select jsonb_agg(jsonb_build_object(
  'project_code', 'P-1', 'person', 'Pair ' || pair, 'person_email', key, 'hours', 1, 'spent_on', '2026-02-02')) as plan
from generate_series(1, 12) as pair, lateral (values ('pair ' || pair), ('key ' || pair)) as keys (key);
grant select on pairs to public;
select tests.act_as('lead');
select is(
  tests.import('apply', (select plan from pairs)) #> '{counts,people,create}', '24'::jsonb,
  'people with one name and different keys are different people');
select is(
  tests.import('apply', (select plan from pairs)) #> '{counts,time_entries,unchanged}', '24'::jsonb,
  'a key identifies its person before a name does');

select * from finish();
rollback;
