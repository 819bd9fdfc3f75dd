-- Leads see freelancers, but members do not. A lead who views as a member gets the id of a freelancer without a name, and
-- no accounts of other projects.
begin;
select plan(8);
select tests.two_agencies();
update public.tasks set assignee_id = tests.id('freelancer') where id = tests.id('alpha task');
update public.projects set lead_id = tests.id('freelancer') where id = tests.id('alpha');
update public.status_updates set author_id = tests.id('freelancer') where project_id = tests.id('alpha');
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('alpha'), tests.id('freelancer'));
insert into public.operating_profiles (account_id, organization_id, updated_by)
select accounts.id, accounts.organization_id, tests.id('freelancer') from public.accounts
where accounts.organization_id = tests.id('North');
insert into public.portfolio_classifications (organization_id, project_id, version, classified_by)
values (tests.id('North'), tests.id('alpha'), 1, tests.id('freelancer'));
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
values (tests.id('North'), tests.id('alpha'), tests.id('freelancer'), current_date - 1, 1);

create function pg_temp.spine(as_name text default null) returns jsonb language sql as $$
  select public.get_spine(tests.id(as_name))
$$;
create function pg_temp.accounts(as_name text) returns setof uuid language sql as $$
  select (item ->> 'id')::uuid from jsonb_array_elements(public.get_spine(tests.id(as_name)) -> 'accounts') as item
$$;
grant execute on all functions in schema pg_temp to authenticated;

select tests.sees('lead', 'select pg_temp.accounts(null)', array['Harbour shop', 'Garden site']);
select tests.sees('lead', $$ select pg_temp.accounts('member2') $$, array['Garden site']);
select tests.sees('lead', $$ select pg_temp.accounts('client') $$, '{}');

select tests.act_as('lead');
select ok(pg_temp.spine()::text like '%"name": "freelancer"%', 'a lead gets the name of a freelancer');
select ok(pg_temp.spine('admin')::text like '%"name": "freelancer"%', 'a lead who views as an admin gets the name');
select ok(pg_temp.spine('member')::text not like '%"freelancer"%', 'a lead who views as a member does not get the name');
select ok(pg_temp.spine('member')::text like '%' || tests.id('freelancer') || '%', 'a lead who views as a member gets the id');
select is(
  (select array_agg(person ->> 'name' order by person ->> 'name')
   from jsonb_array_elements(pg_temp.spine('member') -> 'projects') as item, jsonb_array_elements(item -> 'people') as person
   where item ->> 'name' = 'alpha'),
  array['member'], 'the answer lists exactly the people that both see');

select * from finish();
rollback;
