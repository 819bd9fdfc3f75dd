begin;
select plan(8);
select tests.two_agencies();

create function pg_temp.refusal(statement text) returns jsonb language plpgsql as $$
declare
  v_hint text;
  v_detail text;
begin
  execute statement;
  return 'null';
exception when sqlstate 'OPSTA' then
  get stacked diagnostics v_hint = pg_exception_hint, v_detail = pg_exception_detail;
  return jsonb_build_object('hint', v_hint, 'detail', v_detail::jsonb);
end;
$$;
grant execute on function pg_temp.refusal(text) to authenticated;

select tests.act_as('admin');
select is(pg_temp.refusal(format('select public.set_base_prompt(%L, %L)', 'One', gen_random_uuid())),
  '{"hint": "version_conflict", "detail": {"live_version_row_id": null, "live": null}}', 'a change that expects a live version is refused when none is live');
select lives_ok($$ select public.set_base_prompt('One') $$, 'the prompt owner sets the first version');
create temporary table base as select (public.get_prompt() #>> '{live,version_row_id}')::uuid as id;
select lives_ok(format('select public.set_base_prompt(%L, %L)', 'Two', (select id from base)), 'the prompt owner sets a second version at the first');
select is(pg_temp.refusal(format('select public.set_base_prompt(%L, %L)', 'Three', (select id from base))) #>> '{detail,live_version_row_id}',
  public.get_prompt() #>> '{live,version_row_id}', 'a third version at the first is refused, and the refusal contains the live version');
select is(pg_temp.refusal(format('select public.set_base_prompt(%L, %L)', 'Three', (select id from base))) #>> '{detail,live,created_by,name}',
  'admin', 'the refusal names the author of the live version');
select is(pg_temp.refusal(format('select public.rollback_prompt(%1$L, %1$L)', (select id from base))) ->> 'hint', 'version_conflict',
  'a rollback at a stale version is refused');
select is(pg_temp.refusal(format('select public.stage_prompt(%L, %L)', 'Three', (select id from base))) ->> 'hint', 'version_conflict',
  'staging at a stale version is refused');

select tests.act_as('owner');
select is((select array_agg(base order by number) from public.prompt_versions where organization_id = tests.id('North')), array['One', 'Two'], 'the refusals add no version');

select * from finish();
rollback;
