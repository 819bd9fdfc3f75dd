-- The operator sets the window with the secret key. No signed-in person can set it.
begin;
select plan(16);
select tests.two_agencies();

-- The counts of alpha's open tasks, whose only activity is 20 days old: verified/stale/unverified.
update public.tasks set started_on = tests.days_ago(20), estimated_on = null where id = tests.id('alpha task');
update public.time_entries set spent_on = tests.days_ago(20) where id = tests.id('alpha hours');
create function pg_temp.alpha() returns text language sql as $$
  select format('%s/%s/%s', verified_count, open_count - verified_count - unverified_count, unverified_count)
  from private.compute_project_figures(tests.id('North'), array[tests.id('alpha')])
$$;
create function pg_temp.health() returns jsonb language plpgsql as $$
declare
  v_health jsonb;
begin
  perform tests.act_as('lead');
  v_health := public.get_portfolio_health();
  perform tests.act_as('owner');
  return v_health;
end;
$$;

select is(pg_temp.alpha(), '0/1/0', 'an item without activity for 20 days is stale by default');
select is(pg_temp.health() -> 'verification_window_days', '14', 'portfolio health returns the default window');

create function pg_temp.refuses(persona text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return throws_ok('select public.set_verification_window(30)', '42501', null, persona || ' cannot set the window');
end;
$$;
grant execute on function pg_temp.refuses(text) to public;
select pg_temp.refuses(persona) from unnest(array['admin', 'lead', 'member', 'client', 'anonymous']) as persona;
select tests.act_as('service');
select throws_ok(format('select public.set_verification_window(%s)', bad), 'OPINV', null, format('a window of %s days is refused', bad))
from unnest(array[0, -1, 366]) as bad;
select tests.act_as('owner');
select is(private.verification_window_days(), 14, 'the refusals change nothing');

select tests.act_as('service');
select public.set_verification_window(30);
select tests.act_as('owner');
select is(pg_temp.alpha(), '1/0/0', 'activity 20 days ago verifies an item within a window of 30 days');
select is(pg_temp.health() -> 'verification_window_days', '30', 'portfolio health returns the configured window');
select is(tests.finding('open_items_stale', 'alpha'), null, 'a wider window ends the finding about stale items');

select tests.act_as('service');
select public.set_verification_window(null);
select tests.act_as('owner');
select is(private.verification_window_days(), 14, 'null restores the default');
select throws_ok($$ insert into private.health_settings (is_only) values (true) $$, '23505', null, 'the settings of the window cannot have a second row');

select * from finish();
rollback;
