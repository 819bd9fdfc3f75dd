-- A result is returned exactly as stored, so it may contain only strings, and its link, if any, must be valid.
begin;
select plan(9);
select tests.two_agencies();

create temporary table card as select tests.propose('member') as id;
create temporary table approval_answer as select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', id)) from card;
create temporary table job as select job.* from card, tests.lease_job_of(card.id) as job;
create temporary table lease_answer as select tests.answer('service', format('select public.lease_execution(%L, %s)', job_id, attempt)) from job;

create function pg_temp.finish(part jsonb) returns text language sql as $$
  select tests.answer('service', format('select public.finish_execution(%L, %s, %L)', job_id, attempt,
    '{"provider": "clickup", "external_id": "86x", "url": "https://app.clickup.com/t/86x"}'::jsonb || part)) from job
$$;
select is(pg_temp.finish(part::jsonb), 'OPINV invalid_result', 'an invalid result is refused: ' || left(part, 60)) from unnest(array[
  '{"external_id": 86}', '{"external_id": {"id": "86x"}}', '{"url": {"href": "/t"}}', '{"url": 7}', '{"url": "javascript:alert(1)"}',
  '{"external_id": "' || repeat('8', 1025) || '"}']) as part;
select is(tests.status_of(id), 'executing', 'a refused result leaves the card in execution') from card;
create temporary table vendor_call_answer as
select tests.answer('service', format('select public.mark_vendor_call(%L, %s)', job_id, attempt)) from job;
select is(tests.answer('service', format('select public.confirm_execution(%L, %s, %L, %L)', job_id, attempt, id,
  '{"provider": "clickup", "external_id": "86x", "url": null}')), 'ok', 'a result without a link can be confirmed') from job, card;
select is(pg_temp.finish('{"url": null}'), 'ok', 'a result needs no link');

select * from finish();
rollback;
