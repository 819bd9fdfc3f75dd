-- Only syncs create meetings, and only functions change them.
begin;
select plan(11);
select tests.two_agencies();
select tests.meetings();
select tests.sync('meetings', array[tests.meeting('1')]);

select tests.refuses_writes('public.meetings');

select * from finish();
rollback;
