-- The answer includes the card about removals that wait for a decision.
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
select vendor #> '{streams,0}' as answer
from jsonb_array_elements(current_setting('tests.answer')::jsonb -> 'providers') as vendor
where vendor ->> 'provider' = 'clickup';
select is(answer ->> 'state', 'active', 'a stream with waiting removals is still active') from stream;
select is(answer -> 'removals' -> 'count', '29', 'the stream counts the waiting removals') from stream;
select is(answer #>> '{removals,approval_id}', id::text, 'the stream names the card of the removals') from stream, public.approvals where kind = 'sync_removal';

select * from finish();
rollback;
