-- The undo of an import restores rates, unless they have changed since.
begin;
select plan(10);
select tests.two_agencies();
select tests.act_as('lead');
select public.set_person_rate(tests.id('member'), '2026-01-01', 50);
select public.set_project_rate(tests.id('alpha'), '2026-01-01', 100, 70);
select tests.act_as('owner');
create function pg_temp.rates() returns text language sql as $$
  select string_agg(rate, ' ' order by rate) from (
    select (to_jsonb(person_rates) - 'version' - 'updated_at')::text from public.person_rates
    union all select (to_jsonb(project_rates) - 'version' - 'updated_at')::text from public.project_rates
  ) as entries (rate)
$$;
grant execute on function pg_temp.rates() to public;
create temporary table before as select pg_temp.rates() as rates;
grant select on before to public;
create function pg_temp.file() returns jsonb language sql as $$ select '[
  {"person": "member", "person_cost_per_hour": 55, "rate_valid_from": "2026-01-01"},
  {"person": "member", "person_cost_per_hour": 60, "rate_valid_from": "2026-07-01"},
  {"project_code": "P-1", "project_revenue_per_hour": 120, "project_cost_per_hour": 80, "rate_valid_from": "2026-01-01"},
  {"project_code": "P-2", "project_revenue_per_hour": 90, "rate_valid_from": "2026-03-01"}
]'::jsonb $$;
grant execute on function pg_temp.file() to public;

select tests.an_hour_passes();
select tests.act_as('lead');
create temporary table runs as select 'A' as name, tests.import('apply', pg_temp.file()) as run;
grant all on runs to public;
select isnt(pg_temp.rates(), rates, 'the import changes rates') from before;
create function pg_temp.undo(persona text, which text) returns text language plpgsql as $$
declare
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    perform public.undo_import((run ->> 'id')::uuid) from runs where name = which;
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return v_hint;
end;
$$;
create temporary table imported as select pg_temp.rates() as rates;
select is(pg_temp.undo('member', 'A'), 'role_not_allowed', 'a member cannot undo an import of rates');
select is(pg_temp.undo('other_admin', 'A'), 'import_run_not_found', 'an admin of another organization cannot undo an import of rates');
select is(pg_temp.rates(), rates, 'a refused undo changes no rate') from imported;
select is(pg_temp.undo('lead', 'A'), null, 'a lead undoes an import of rates');
select is(pg_temp.rates(), rates, 'the undo restores changed rates and deletes new ones') from before;
select is(
  (select count(*)::integer from public.audit_events where action in ('person_rate.set', 'project_rate.set') and is_restricted
   and before is not null and after is null), 2, 'the audit log contains each rate that the undo deleted');

select tests.an_hour_passes();
select tests.act_as('lead');
insert into runs select 'B', tests.import('apply', pg_temp.file());
select tests.an_hour_passes();
select tests.act_as('lead');
select public.set_person_rate(tests.id('member'), '2026-07-01', 61);
select tests.act_as('owner');
update imported set rates = pg_temp.rates();
select is(pg_temp.undo('lead', 'B'), 'import_touched', 'a rate that was changed since prevents the undo');
select is(pg_temp.rates(), rates, 'the refused undo leaves every rate') from imported;
select is((select count(*)::integer from public.portfolio_import_runs where undone_at is not null), 1, 'the refused undo marks no run');

select * from finish();
rollback;
