begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('admin');
select public.change_person_role(tests.id('member'), 1, 'lead');
select public.set_prompt_owner(tests.id('member'), 2, true);

create temporary table refusal (code text, hint text, detail jsonb);
create function pg_temp.try(statement text) returns void language plpgsql as $$
declare
  v_code text; v_hint text; v_detail text;
begin
  execute statement;
exception when others then
  get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint, v_detail = pg_exception_detail;
  delete from refusal;
  insert into refusal values (v_code, v_hint, nullif(v_detail, '')::jsonb);
end;
$$;
select pg_temp.try($$ select public.change_person_role(tests.id('member'), 1, 'member') $$);
select is((code, hint)::text, '(OPSTA,version_conflict)', 'a change at an earlier version is refused') from refusal;
select is((detail -> 'version', detail #>> '{current,role}', detail #> '{current,is_prompt_owner}')::text, '(3,lead,true)',
  'the refusal has the current person') from refusal;
select is(jsonb_path_query_array(detail, '$.changes[*].version'), '[2, 3]', 'the refusal has every later change, oldest first') from refusal;
select is(detail #> '{changes,0,fields}', '{"role": {"from": "member", "to": "lead"}}', 'each listed change has only its own fields')
from refusal;
select is(detail #>> '{changes,1,by,name}', 'admin', 'each listed change has its author') from refusal;
select ok((detail #>> '{changes,1,at}')::timestamptz <= now(), 'each listed change has its time') from refusal;

select pg_temp.try($$ select public.offboard_person(tests.id('member'), 2) $$);
select is((hint, jsonb_array_length(detail -> 'changes'))::text, '(version_conflict,1)', 'the refusal leaves out changes that the caller has seen')
from refusal;
select pg_temp.try($$ select public.set_prompt_owner(tests.id('member'), null, false) $$);
select is((code, hint)::text, '(OPINV,version_missing)', 'a change of role without a version is refused') from refusal;

select tests.act_as('owner');
select is((role, is_prompt_owner, archived_at, version)::text, '(lead,t,,3)', 'the refusals do not change the person')
from public.people where id = tests.id('member');

select * from finish();
rollback;
