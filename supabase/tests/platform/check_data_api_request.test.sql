-- The Data API checks every request first: it accepts only exact counts, and no requests for a plan.
begin;
select plan(25);

create function pg_temp.answer(persona text, headers text) returns text language plpgsql as $$
declare
  v_answer text := 'ok';
  v_hint text;
begin
  perform tests.act_as(persona);
  perform set_config('request.headers', coalesce(headers, ''), true);
  begin
    perform private.check_data_api_request();
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
    v_answer := concat_ws(' ', sqlstate, v_hint);
  end;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
select is(pg_temp.answer('member', headers), 'OPINV only_exact_counts', 'an inexact count is refused: ' || headers)
from unnest(array[
  '{"prefer": "count=planned"}', '{"prefer": "count=estimated"}', '{"Prefer": "count=planned"}', '{"PREFER": "count=planned"}',
  '{"prefer": "COUNT=planned"}', '{"prefer": "count=PLANNED"}', '{"prefer": "return=minimal, count=planned"}',
  '{"prefer": "count=exact, count=planned"}', '{"prefer": "count=planned,count=exact"}', '{"prefer": " count = estimated "}',
  '{"prefer": "return=minimal;count=estimated"}', '{"prefer": "count"}', '{"prefer": "count=\"planned\""}',
  '{"prefer": "count=exactly"}']) as headers;
select is(pg_temp.answer('member', headers), 'OPINV no_query_plans', 'a request for a plan is refused: ' || headers)
from unnest(array[
  '{"accept": "application/vnd.pgrst.plan"}', '{"accept": "application/vnd.pgrst.plan+json; options=analyze"}',
  '{"Accept": "application/json, Application/VND.pgrst.PLAN+text"}']) as headers;
select is(pg_temp.answer('member', headers), 'ok', 'a request with these headers is accepted: ' || headers)
from unnest(array[
  '{"prefer": "count=exact"}', '{"prefer": "return=representation, count=exact"}', '{"prefer": "countless=1, handling=lenient"}',
  '{"accept": "application/json"}', '{"x-count": "count=planned"}']) as headers;
select is(pg_temp.answer('member', null), 'ok', 'a request without headers is accepted');
select is(pg_temp.answer('service', '{"prefer": "count=planned"}'), 'OPINV only_exact_counts', 'an inexact count is refused for the secret key too');

select tests.act_as('owner');
select is((
  select setting from pg_db_role_setting, unnest(setconfig) as setting
  where setrole = 'authenticator'::regrole and setting like 'pgrst.db\_pre\_request=%'),
  'pgrst.db_pre_request=private.check_data_api_request', 'the Data API calls the check before every request');
select * from finish();
rollback;
