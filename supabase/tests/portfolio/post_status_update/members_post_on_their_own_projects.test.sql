begin;
select plan(9);
select tests.two_agencies();
create temporary table before as select count(*) as updates from public.status_updates;

create function pg_temp.post(persona text, project text, code text) returns text language plpgsql as $$
declare
  v_code text := 'ok';
begin
  perform tests.act_as(persona);
  begin
    perform public.post_status_update(tests.id(project), 'at_risk', 'Late.', 'Weather', null);
  exception when others then
    v_code := sqlstate;
  end;
  perform tests.act_as('owner');
  return is(v_code, code, format('%s who posts a status on %s gets %s', persona, project, code));
end;
$$;

select pg_temp.post('member', 'alpha', 'ok');
select pg_temp.post('lead', 'beta', 'ok');
select pg_temp.post('member', 'beta', 'OPNFD');
select pg_temp.post('admin', 'delta', 'OPNFD');
select pg_temp.post('client', 'alpha', 'OPDEN');
select pg_temp.post('outsider', 'alpha', 'OPDEN');
select pg_temp.post('anonymous', 'alpha', '42501');
select pg_temp.post('service', 'alpha', '42501');

select results_eq(
  $$ select author_id, project_id from public.status_updates where risks = 'Weather' $$,
  $$ values (tests.id('member'), tests.id('alpha')), (tests.id('lead'), tests.id('beta')) $$,
  'only the two permitted updates are stored, each with its author');

select * from finish();
rollback;
