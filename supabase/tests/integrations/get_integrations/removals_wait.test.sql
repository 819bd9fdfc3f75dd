-- The answer includes removals that wait for a decision.
begin;
select plan(3);
select tests.two_agencies();
select tests.syncs();
select tests.sync('tasks', array(select tests.task(n::text) from generate_series(1, 30) as n), true);
select tests.sync('tasks', array[tests.task('1')], true);

select tests.act_as('lead');
select set_config('tests.answer', public.get_integrations()::text, true);
select tests.act_as('owner');
create temporary table stream as
select one #> '{streams,0}' as it
from jsonb_array_elements(current_setting('tests.answer')::jsonb -> 'providers') as one
where one ->> 'provider' = 'clickup';
select is(it ->> 'pause_reason', 'removals', 'the stream waits') from stream;
select is(it -> 'removals' -> 'count', '29', 'for a decision about these rows') from stream;
select is(it #>> '{removals,rows,0,title}', 'Task 10', 'each with its title') from stream;

select * from finish();
rollback;
