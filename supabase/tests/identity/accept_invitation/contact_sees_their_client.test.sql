begin;
select plan(3);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table invitation as
select public.invite_person('outsider@tests.test', 'New Contact', 'client', tests.id('Harbour')) as answer;
grant select on invitation to authenticated;
select tests.act_as('client');
create temporary table client_view as select public.get_portfolio() as portfolio;
grant select on client_view to authenticated;

select tests.act_as('outsider');
select is(public.accept_invitation(answer ->> 'token') #>> '{viewer,role}', 'client', 'an invited contact becomes a client contact')
from invitation;
select is(public.get_portfolio() ->> 'shape', 'client', 'a new contact gets the portfolio in the shape for clients');
select is(public.get_portfolio() -> 'projects', portfolio -> 'projects', 'a new contact sees the projects that their client sees')
from client_view;

select * from finish();
rollback;
