-- A card with an effect in another system is executed once its call has been announced and a lookup has found its
-- marker.
begin;
select plan(17);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as id, tests.propose('member') as here;
grant select on card to public;
create temporary table requests as
select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', unnest(array[id, here]))) from card;
create temporary table leases as
select 'there' as name, leased.* from card, tests.lease_job_of(card.id) as leased;
insert into leases select 'here', jobs.id, jobs.attempt from private.jobs, card where jobs.payload ->> 'approval_id' = here::text;
grant select on leases to public;
create function pg_temp.call(step text, arguments text default '', name text default 'there') returns text language sql as $$
  select tests.answer('service', format('select public.%s(%L, %s%s)', step, job_id, attempt, arguments))
  from leases where leases.name = call.name
$$;
create function pg_temp.confirm(result jsonb, marker uuid default null, name text default 'there') returns text language sql as $$
  select pg_temp.call('confirm_execution', format(', %L, %L', coalesce(marker, card.id), result), name) from card
$$;
create temporary table result as
select '{"provider": "clickup", "external_id": "86x", "url": "https://app.clickup.com/t/86x"}'::jsonb as effect;
create temporary table leased as select pg_temp.call('lease_execution') as there, pg_temp.call('lease_execution', '', 'here') as here;

select is(pg_temp.call('finish_execution', format(', %L', effect)), 'OPSTA not_confirmed', 'an execution without a call cannot finish') from result;
select is(pg_temp.confirm(effect), 'OPSTA vendor_not_called', 'an effect cannot be confirmed before the call is announced') from result;
select is(pg_temp.call('mark_vendor_call'), 'ok', 'a worker announces the call to the vendor');
select is(pg_temp.call('finish_execution', format(', %L', effect)), 'OPSTA not_confirmed', 'a worker''s report alone does not finish the execution') from result;
select is(pg_temp.confirm(effect, tests.id('another card')), 'OPINV wrong_marker', 'an object with the marker of another card is refused') from result;
select is(pg_temp.confirm(effect || jsonb_build_object('url', url)), 'OPINV invalid_result', 'a result with this link is refused: ' || url) from result, unnest(array[
  'https://clickup.com.evil.test/t/86x', 'https://evil.test/clickup.com/', 'http://app.clickup.com/t/86x',
  'https://app.clickup.com@evil.test/', 'https://app.clickup.com:8443/t', '/t/86x']) as url;
select is(pg_temp.confirm(effect || '{"provider": "google_calendar", "url": null}'), 'OPINV invalid_result', 'an object in a calendar is refused as the effect of a task card') from result;
select is(pg_temp.confirm(effect), 'ok', 'an object with the marker of the card confirms the effect') from result;
select is(pg_temp.call('finish_execution', ', ''{"provider": "clickup", "external_id": "87y", "url": null}'''), 'OPSTA not_confirmed', 'an execution cannot finish with an object other than the confirmed one');
select throws_ok(format($$ update public.approvals set status = 'executed', executed_at = now(), execution_job_id = null,
    result = '{"provider": "clickup", "external_id": "87y"}' where id = %L $$, id), 'OPSTA', null,
  'the owner of the table cannot store another result') from card;
select is(pg_temp.call('finish_execution', format(', %L', effect)), 'ok', 'the confirmed effect finishes the execution') from result;

select is(pg_temp.call('mark_vendor_call', '', 'here') || ' ' || pg_temp.confirm(
    '{"provider": "local", "external_id": "t-1", "url": "/tasks/t-1"}', (select here from card), 'here'),
  'ok OPSTA effect_not_found', 'a reported object in our own tables is looked up, not trusted');

select * from finish();
rollback;
