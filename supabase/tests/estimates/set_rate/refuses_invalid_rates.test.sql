begin;
select plan(12);
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

select tests.act_as('lead');
select is(public.set_person_rate(tests.id('member'), '2026-01-01', 55) ->> 'cost_per_hour', '55.00', 'a lead sets a rate');
select is(public.set_person_rate(tests.id('member'), '2026-01-01', 60) ->> 'version', '2', 'a lead changes a rate');
select is(public.set_project_rate(tests.id('alpha'), '2026-01-01', 120) ->> 'revenue_per_hour', '120.00', 'a lead sets the rate of a project');
select is(public.set_project_rate(tests.id('alpha'), '2026-01-01', null), null, 'null removes the rate of a project');
select tests.act_as('owner');

select is(pg_temp.refusal('member', $$ select public.set_person_rate(tests.id('member'), '2026-01-01', 1) $$), 'OPDEN role_not_allowed', 'a member cannot set a rate');
select is(pg_temp.refusal('member', $$ select public.set_project_rate(tests.id('alpha'), '2026-01-01', 1) $$), 'OPDEN role_not_allowed', 'a member cannot set the rate of a project');
select is(pg_temp.refusal('other_admin', $$ select public.set_person_rate(tests.id('member'), '2026-01-01', 1) $$), 'OPNFD person_not_found', 'a person of another organization is not found');
select is(pg_temp.refusal('other_admin', $$ select public.set_project_rate(tests.id('alpha'), '2026-01-01', 1) $$), 'OPNFD project_not_found', 'a project of another organization is not found');
select is(pg_temp.refusal('lead', $$ select public.set_person_rate(tests.id('member'), '2026-01-01', -1) $$), 'OPINV invalid_rate', 'a rate cannot be negative');
select is(pg_temp.refusal('lead', $$ select public.set_project_rate(tests.id('alpha'), 'infinity', 1) $$), 'OPINV invalid_rate', 'a rate that begins at infinity is refused');
select is(pg_temp.refusal('service', $$ select public.set_person_rate(tests.id('member'), '2026-01-01', 1) $$), '42501', 'the secret key cannot set a rate');
select results_eq($$ select cost_per_hour from public.person_rates where person_id = tests.id('member') $$, $$ values (60.00) $$,
  'the refusals leave the rate of the person unchanged');

select * from finish();
rollback;
