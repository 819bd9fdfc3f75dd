-- A client contact gets only the fields of an allow-list.
begin;
select plan(7);
select tests.two_agencies();
insert into public.portfolio_classifications (organization_id, project_id, version, tier, risk, reason, classified_by) values
  (tests.id('North'), tests.id('alpha'), 1, 'standard', 'high', 'They pay late', tests.id('lead'));
insert into public.projects (id, organization_id, account_id, name, archived_at) values
  (tests.id('archived'), tests.id('North'), tests.id('Harbour shop'), 'archived', now());

select is(tests.answer('lead', format('select public.release_project_dates(%L, ''2026-01-12'', ''2026-07-31'')', tests.id('alpha'))), 'ok', 'a lead releases dates that differ from the internal ones');

select tests.act_as('client');
select is(
  public.get_portfolio(),
  jsonb_build_object('shape', 'client', 'projects', jsonb_build_array(
    jsonb_build_object('id', tests.id('alpha'), 'name', 'alpha', 'account_name', 'Harbour shop', 'status', 'active',
      'starts_on', '2026-01-12', 'due_on', '2026-07-31'),
    jsonb_build_object('id', tests.id('gamma'), 'name', 'gamma', 'account_name', 'Harbour shop', 'status', 'completed',
      'starts_on', null, 'due_on', null))),
  'a client contact gets the projects of their own client, with exactly these fields and released dates');
select is(
  public.get_portfolio()::text,
  format('{"shape": "client", "projects": [{"id": "%s", "name": "alpha", "due_on": "2026-07-31", "status": "active", "starts_on": "2026-01-12", "account_name": "Harbour shop"}, {"id": "%s", "name": "gamma", "due_on": null, "status": "completed", "starts_on": null, "account_name": "Harbour shop"}]}',
    tests.id('alpha'), tests.id('gamma')),
  'the portfolio of a client contact has exactly the expected bytes');

-- Other callers get nothing from the definer that builds this answer.
select tests.act_as('member');
select is(private.get_client_portfolio() -> 'projects', '[]'::jsonb, 'a member gets no project from the definer');
select tests.act_as('outsider');
select throws_ok('select private.get_client_portfolio()', 'OPDEN', null, 'the definer refuses an outsider');

select tests.act_as('owner');
update public.people set archived_at = now(), user_id = null where id = tests.id('client');
select tests.act_as('client');
select throws_ok('select public.get_portfolio()', 'OPDEN', null, 'an archived contact is refused');
select throws_ok('select private.get_client_portfolio()', 'OPDEN', null, 'the definer refuses an archived contact too');

select * from finish();
rollback;
