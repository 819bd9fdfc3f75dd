-- After a project moves, its new client sees the hours of later days and a budget that was set for them, and the hours of
-- the former client never change a byte of the new client's portal.
begin;
select plan(26);
select tests.two_agencies();
select tests.portals();
insert into public.operating_profiles (organization_id, account_id, shares_hours)
select tests.id('North'), tests.id(account), true from unnest(array['Harbour shop', 'Garden site']) as account;
update public.organizations set time_zone = 'Pacific/Auckland' where id = tests.id('North');
create function pg_temp.hours(name text) returns jsonb language sql as $$
  select project -> 'hours' from jsonb_array_elements(tests.portal(name)::jsonb -> 'projects') as project
  where project ->> 'id' = tests.id('alpha')::text
$$;
-- Books hours on a day relative to today in the organization's time zone.
create function pg_temp.book(days integer, hours numeric) returns void language sql as $$
  insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
  values (tests.id('North'), tests.id('alpha'), tests.id('lead'), (now() at time zone 'Pacific/Auckland')::date + days, hours)
$$;
create function pg_temp.move(account text) returns void language sql as $$
  update public.projects set account_id = tests.id(account) where id = tests.id('alpha')
$$;
create function pg_temp.figures() returns text language sql as $$
  select string_agg(item ->> 'text', ' ' order by position) from public.projects
  cross join lateral private.pack_figures(projects, '2026-01-01', '9999-01-01')
  where projects.id = tests.id('alpha') and item ->> 'group' = 'hours'
$$;

delete from public.time_entries where project_id = tests.id('alpha');
select pg_temp.book(days, hours) from (values (-400, 10), (-300, 2.5), (-1, 20), (0, 40)) as entries (days, hours);
select is(pg_temp.hours('client'), '{"used": 72.5, "budget": 100}', 'the first client sees all hours and the budget');
select is(pg_temp.hours('garden_contact'), null, 'another client sees no hours of the project');
select is((select count(*)::int from private.project_clients), 0, 'a project that never moved needs no record');

select pg_temp.move('Garden site');
select is(pg_temp.hours('client'), null, 'the former client no longer sees the project');
select is(pg_temp.hours('garden_contact'), '{"used": 0, "budget": null}', 'the new client sees neither earlier hours nor the earlier budget');
select is(pg_temp.figures(), 'We recorded 0 hours in this period. We have used 0 hours so far.', 'drafts for the new client have the figures of the portal');
create temporary table before as select tests.portal('garden_contact') as content;
select pg_temp.book(days, 1000) from unnest(array[-3000, -1, 0]) as days;
update public.time_entries set hours = 2000 where project_id = tests.id('alpha') and hours = 1000;
select is((select sum(hours) from public.time_entries where project_id = tests.id('alpha')), 6072.50, 'late hours of the former client exist');
select is(tests.portal('garden_contact'), content, 'late hours of the former client change no byte of the new client''s portal') from before;
delete from public.time_entries where project_id = tests.id('alpha') and hours = 2000;

select pg_temp.book(1, 3);
select is(pg_temp.hours('garden_contact'), '{"used": 3, "budget": null}', 'the new client sees the hours of later days');
update public.projects set budget_hours = 50 where id = tests.id('alpha');
select is(pg_temp.hours('garden_contact'), '{"used": 3, "budget": 50}', 'the new client sees a budget that is set after the move');
select is(pg_temp.figures(), 'We recorded 3 hours in this period. We have used 3 hours of the budget of 50 hours, which is 6 percent.', 'drafts name the new budget');
select ok((select private.client_hours(tests.id('alpha'), tests.id('Garden'), to_on => (now() at time zone 'Pacific/Auckland')::date)) = 0,
  'a period that ends before the first day has no hours');

-- Back on the day of the move: a correction of a mistake, which takes nothing from the first client.
select pg_temp.move('Harbour shop');
select is(pg_temp.hours('garden_contact'), null, 'the second client no longer sees the project');
select is(pg_temp.hours('client'), '{"used": 75.5, "budget": null}', 'the first client gets their hours back, and not the budget of the other');
update public.projects set budget_hours = 100 where id = tests.id('alpha');
select is(pg_temp.hours('client'), '{"used": 75.5, "budget": 100}', 'the first client sees their own budget again');

-- Moves on different days.
update private.project_clients set from_on = from_on - 500 where from_on > '0001-01-01';
update private.project_clients set client_id = tests.id('Garden') where from_on > '0001-01-01';
insert into private.project_clients (project_id, from_on, organization_id, client_id)
values (tests.id('alpha'), (now() at time zone 'Pacific/Auckland')::date - 200, tests.id('North'), tests.id('Harbour'));
select is(private.client_hours(tests.id('alpha'), tests.id(client)), expected, client || ' has the hours of the days on which the project was theirs')
from (values ('Harbour', 63::numeric), ('Garden', 12.5), ('Empty', 0)) as cases (client, expected);
select is((select sum(private.client_hours(tests.id('alpha'), clients.id)) from public.clients), (select sum(hours) from public.time_entries where project_id = tests.id('alpha')),
  'each hour belongs to exactly one client');

-- A budget that is set together with the move is the new client's.
update public.projects set account_id = tests.id('Garden site'), budget_hours = 70 where id = tests.id('alpha');
select is(pg_temp.hours('garden_contact') -> 'budget', '70', 'a budget that is set together with the move is shown');
update public.projects set budget_hours = null where id = tests.id('alpha');
select is(pg_temp.hours('garden_contact') -> 'budget', 'null', 'a budget that is removed is not shown');

-- A lead moves the project with the function of the console, to another account of the same client or of another.
update public.projects set account_id = tests.id('Garden site'), budget_hours = 30 where id = tests.id('beta');
insert into public.accounts (id, organization_id, client_id, name) values (tests.id('Garden shop'), tests.id('North'), tests.id('Garden'), 'Garden shop');
select is(tests.answer('lead', format('select public.update_project(%L, %s, jsonb_build_object(''account_id'', %L))', id, version, tests.id('Garden shop'))), 'ok',
  'a lead moves a project to another account of the same client') from public.projects where id = tests.id('beta');
select is((select count(*)::int from private.project_clients where project_id = tests.id('beta')), 0, 'a move within a client is no move to another client');
select is(tests.answer('lead', format('select public.update_project(%L, %s, jsonb_build_object(''account_id'', %L))', id, version, tests.id('Harbour shop'))), 'ok',
  'a lead moves a project to another client') from public.projects where id = tests.id('beta');
select is((select array_agg(client_id order by from_on) from private.project_clients where project_id = tests.id('beta')), array[tests.id('Garden'), tests.id('Harbour')],
  'the move is recorded');
select is(tests.answer('owner', format('update public.accounts set client_id = %L where id = %L', tests.id('Harbour'), tests.id('Garden site'))),
  'OPSTA account_client_is_final', 'no one can give an account to another client');
select * from finish();
rollback;
