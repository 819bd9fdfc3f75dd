begin;
select plan(4);
select tests.two_agencies();

select tests.act_as('member');
select isnt(public.get_spine(tests.id('admin')), null, 'a member who names an admin gets their own spine');
select tests.act_as('lead');
select isnt(public.get_spine(), null, 'a lead who views as no one gets a spine');
select isnt(public.get_spine(tests.id('member')), null, 'a lead who views as a member gets a spine');
select tests.act_as('owner');
select results_eq(
  $$ select actor_person_id, acted_as_person_id from public.audit_events where action = 'view_as.read' $$,
  $$ values (tests.id('lead'), tests.id('member')) $$,
  'only the view as another person is recorded, with the lead as the actor');

select * from finish();
rollback;
