-- A delivery brings the mailbox's job forward once, in the transaction that marks it as handled.
begin;
select plan(10);
select tests.two_agencies();
select tests.mailbox();
update public.sync_streams set next_at = now() + interval '1 hour';

select tests.act_as('lead');
select throws_ok($$ select public.receive_email_delivery('msg_1', 'gmail') $$, '42501', null, 'a person cannot report a delivery');
select tests.act_as('service');
select throws_ok($$ select public.receive_email_delivery('', 'gmail') $$, 'OPINV', null, 'a delivery needs an id');
do $$
begin
  perform public.receive_email_delivery('msg_1', 'gmail');
  raise exception using errcode = 'ZZ001';
exception when sqlstate 'ZZ001' then
end;
$$;
select tests.act_as('owner');
select is_empty($$ select from private.jobs where kind = 'email_sync' $$, 'failure 19: a crash leaves no job');
select is_empty($$ select from private.email_deliveries $$, 'failure 19: a crash leaves no mark, so the next attempt works');
select tests.act_as('service');
select is(public.receive_email_delivery('msg_1', 'gmail'), '{"is_new": true}', 'a new delivery is accepted');
select tests.act_as('owner');
select is(count(*)::integer, 1, 'a new delivery queues a job that reads the mailbox') from private.jobs where kind = 'email_sync';
delete from private.jobs where kind = 'email_sync';
select tests.act_as('service');
select is(public.receive_email_delivery('msg_1', 'gmail'), '{"is_new": false}', 'a repeated delivery is recognized');
select tests.act_as('owner');
select is_empty($$ select from private.jobs where kind = 'email_sync' $$, 'a repeated delivery queues no job');
select is(count(*)::integer, 1, 'a delivery leaves one mark') from private.email_deliveries;
update public.sync_streams set failures = 1;
select tests.act_as('service');
select public.receive_email_delivery('msg_2', 'gmail');
select tests.act_as('owner');
select is_empty($$ select from private.jobs where kind = 'email_sync' $$, 'a delivery does not shorten the pause that the vendor asked for');
select * from finish();
rollback;
