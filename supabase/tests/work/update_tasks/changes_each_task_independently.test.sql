begin;
select plan(14);
select tests.two_agencies();
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;
create temporary table answers (step integer, answer jsonb);
grant all on answers to public;
create function pg_temp.batch(changes jsonb) returns jsonb language sql as $$
  select jsonb_build_array(
    jsonb_build_object('id', tests.id('shared task'), 'version', 1, 'changes', changes),
    jsonb_build_object('id', tests.id('beta task'), 'version', 1, 'changes', changes),
    jsonb_build_object('id', tests.id('alpha task'), 'version', 7, 'changes', changes),
    jsonb_build_object('id', tests.id('delta task'), 'version', 1, 'changes', changes))
$$;
grant execute on function pg_temp.batch(jsonb) to public;

select tests.act_as('member');
insert into answers select 1, public.update_tasks(pg_temp.batch('{"status": "done"}'), true);
select is(answer -> 'dry_run', 'true', 'a dry run is marked as one') from answers where step = 1;
select is(answer -> 'results' -> 0 -> 'before', '{"status": "open", "completed_on": null}', 'a dry run lists what would change') from answers where step = 1;
select is(answer -> 'results' -> 0 -> 'after' ->> 'status', 'done', 'a dry run lists the new values') from answers where step = 1;
select is(answer -> 'results' -> 0 ->> 'version', '1', 'a dry run lists the current version') from answers where step = 1;
select tests.act_as('owner');
select is((select count(*)::integer from public.tasks where status = 'done' and organization_id = tests.id('North')), 0, 'a dry run changes no task');
select is((select count(*)::integer from public.audit_events where action = 'task.updated'), 0, 'a dry run records no audit event');

select tests.act_as('member');
insert into answers select 2, public.update_tasks(pg_temp.batch('{"status": "done"}'));
select is((select string_agg(concat_ws(' ', result ->> 'ok', result -> 'error' ->> 'code'), ', ' order by position)
           from answers, jsonb_array_elements(answer -> 'results') with ordinality as entries (result, position) where step = 2),
  'true, false task_not_found, false version_conflict, false task_not_found',
  'each task succeeds or fails by itself, in the order of the request');
select is(answer -> 'results' -> 1 -> 'title', 'null', 'the answer to a batch has no details of a task outside the scope') from answers where step = 2;
select is(answer -> 'results' -> 2 -> 'error' -> 'details' ->> 'version', '1', 'the answer to a batch has the details of a conflict') from answers where step = 2;
select tests.act_as('owner');
select is((select string_agg(title, ', ') from public.tasks where status = 'done' and organization_id = tests.id('North')), 'shared task', 'only the valid change of a batch is applied');
select is((select answer -> 'results' -> 0 -> 'after' from answers where step = 1),
  (select answer -> 'results' -> 0 -> 'after' from answers where step = 2), 'a dry run reports the actual result');

select is(pg_temp.refusal('client', format('select public.update_tasks(%L)', pg_temp.batch('{"status": "open"}'))),
  'OPDEN role_not_allowed', 'a client cannot change tasks');
select is(pg_temp.refusal('member', format('select public.update_tasks(%L)', pg_temp.batch('{}') || pg_temp.batch('{}'))),
  'OPINV invalid_batch', 'a repeated task is refused');
select is(pg_temp.refusal('member', $$ select public.update_tasks((select jsonb_agg(jsonb_build_object(
    'id', gen_random_uuid(), 'version', 1, 'changes', '{}'::jsonb)) from generate_series(1, 201))) $$),
  'OPINV invalid_batch', 'more than 200 tasks are refused');

select * from finish();
rollback;
