begin;
select plan(3);
select tests.two_agencies();

select tests.act_as('admin');
create temporary table invited as
select public.invite_person('outsider@tests.test', 'New Contact', 'client', tests.id('Harbour')) as answer;
grant select on invited to authenticated;
select tests.act_as('client');
create temporary table shown as select public.get_portfolio() as portfolio;
grant select on shown to authenticated;

select tests.act_as('outsider');
select is(public.accept_invitation(answer ->> 'token') #>> '{viewer,role}', 'client', 'an invited contact becomes a client contact')
from invited;
select is(public.get_portfolio() ->> 'shape', 'client', 'a new contact gets the portfolio in the shape for clients');
select is(public.get_portfolio() -> 'projects', portfolio -> 'projects', 'a new contact sees the projects that their client sees')
from shown;

select * from finish();
rollback;
