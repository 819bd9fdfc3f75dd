begin;
select plan(15);
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
select tests.act_as('admin');
select is(answer - '{version,forbids_self_approval,requires_second_factor}'::text[],
  '{"name": "New North", "currency": "EUR", "time_zone": "America/Sao_Paulo", "week_starts_on": 7,
    "brand_color": null, "working_hours": {"1": {"hours": 7.5, "from": "09:00", "to": "17:00"}}}', 'an admin sets the name, time zone, week and hours')
from public.update_organization_settings('{"name": " New  North ", "time_zone": "America/Sao_Paulo", "week_starts_on": 7,
  "working_hours": {"1": {"hours": 7.5, "from": "09:00", "to": "17:00"}}}', 0) as answer;
select is(public.get_organization_settings() -> 'version', '1', 'a change of several settings makes one version');
select tests.act_as('owner');
select is((name, time_zone)::text, '("New North",America/Sao_Paulo)', 'the organization has the new name and time zone') from public.organizations where id = tests.id('North');
select is(pg_temp.refusal('admin', format('select public.update_organization_settings(%L, 1)', changes)), refusal, format('the changes %s are refused: %s', changes, refusal))
from (values ('{"currency": "eur"}', 'OPINV invalid_settings'), ('{"name": ""}', 'OPINV invalid_text'), ('{"name": null}', 'OPINV invalid_settings'),
  ('{"time_zone": "CET+1"}', 'OPINV unknown_time_zone'), ('{"time_zone": "Europe/Atlantis"}', 'OPINV unknown_time_zone'), ('{"week_starts_on": 8}', 'OPINV invalid_settings'),
  ('{"working_hours": {"8": {"hours": 1}}}', 'OPINV invalid_settings'), ('{"working_hours": {"1": {"hours": 25}}}', 'OPINV invalid_settings'),
  ('{"working_hours": {"1": {"hours": 8, "from": "18:00", "to": "09:00"}}}', 'OPINV invalid_settings')) as cases (changes, refusal);
select is(pg_temp.refusal('admin', $$ select public.update_organization_settings('{"currency": "USD"}', 1) $$), 'OPSTA currency_in_use', 'a currency in use cannot change without confirmation');
select tests.act_as('admin');
select is(public.update_organization_settings('{"currency": "USD"}', 1, true) ->> 'currency', 'USD', 'a confirmed change of the currency succeeds');
select tests.act_as('owner');
select is(pg_temp.refusal('member', 'select public.get_organization_settings()'), 'OPDEN role_not_allowed', 'a member cannot read settings');

select * from finish();
rollback;
