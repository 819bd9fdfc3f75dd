begin;
select plan(15);
select tests.two_agencies();
select tests.an_hour_passes();
select tests.act_as('lead');
create temporary table runs as select 'applied' as name, tests.import('apply', tests.small_plan()) as run;
insert into runs select 'dry run', tests.import('dry_run', tests.small_plan());
grant select on runs to public;
select tests.an_hour_passes();
create temporary table before as select tests.portfolio() as portfolio;
grant select on before to public;

create function pg_temp.refuses(persona text, code text, hint text, which text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    perform public.undo_import((select (run ->> 'id')::uuid from runs where name = which));
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  return is(concat_ws(' ', v_code, nullif(v_hint, '')), concat_ws(' ', code, hint), format('%s who undoes the run %L gets %s', persona, which, concat_ws(' ', code, hint)));
end;
$$;
grant execute on function pg_temp.refuses(text, text, text, text) to public;

select pg_temp.refuses(persona, code, hint, 'applied')
from (values
  ('member', 'OPDEN', 'role_not_allowed'), ('member2', 'OPDEN', 'role_not_allowed'),
  ('client', 'OPDEN', 'role_not_allowed'), ('outsider', 'OPDEN', 'no_membership'),
  ('other_admin', 'OPNFD', 'import_run_not_found'), ('anonymous', '42501', null), ('service', '42501', null)
) as cases (persona, code, hint);
select pg_temp.refuses('lead', 'OPSTA', 'import_not_applied', 'dry run');
select pg_temp.refuses('lead', 'OPNFD', 'import_run_not_found', 'no such run');

select tests.act_as('owner');
update public.portfolio_import_runs set applied_at = null where mode = 'apply';
select pg_temp.refuses('lead', 'OPSTA', 'import_not_recorded', 'applied');
select tests.act_as('owner');
update public.portfolio_import_runs
set status = 'failed', error = 'x', plan_hash = null, counts = null where mode = 'apply';
select pg_temp.refuses('lead', 'OPSTA', 'import_not_applied', 'applied');

select tests.act_as('owner');
select is(tests.portfolio(), portfolio, 'the refusals undo nothing') from before;
select is_empty('select 1 from public.portfolio_import_runs where undone_at is not null', 'the refusals mark no run as undone');
select is_empty($$ select 1 from public.audit_events where action = 'portfolio_import.undone' $$, 'the refusals record no undo in the audit log');
select throws_ok(
  format('update public.portfolio_import_runs set undone_at = now(), undone_by = %L where mode = ''dry_run''', tests.id('lead')),
  '23514', null, 'no role can undo a dry run');

select * from finish();
rollback;
