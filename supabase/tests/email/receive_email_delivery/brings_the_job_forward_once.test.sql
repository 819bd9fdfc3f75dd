-- A delivery brings the mailbox's job forward once, in the transaction that marks it as handled. This
-- prevents failure 19 of syncs/twenty_five_failures.
begin;
select plan(12);
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
select is_empty($$ select from private.email_deliveries $$, 'failure 19: a crash leaves no mark, so the next delivery is new');
select tests.act_as('service');
select is(public.receive_email_delivery('msg_1', 'gmail'), '{"is_new": true}', 'a new delivery is accepted');
select tests.act_as('owner');
select is(count(*)::integer, 1, 'a new delivery queues a job that reads the mailbox') from private.jobs where kind = 'email_sync';
delete from private.jobs where kind = 'email_sync';
select tests.act_as('service');
select is(public.receive_email_delivery('msg_1', 'gmail'), '{"is_new": false}', 'a repeated delivery is recognized');
select tests.act_as('owner');
select is_empty($$ select from private.jobs where kind = 'email_sync' $$, 'a repeated delivery queues no job');
select is(count(*)::integer, 1, 'a repeated delivery leaves one mark') from private.email_deliveries;
update public.sync_streams set failures = 1;
select tests.act_as('service');
select public.receive_email_delivery('msg_2', 'gmail');
select tests.act_as('owner');
select is_empty($$ select from private.jobs where kind = 'email_sync' $$, 'a delivery does not shorten the pause after a failure');

update public.sync_streams set failures = 0;
create temporary table run as select * from tests.begin_run('emails');
select public.receive_email_delivery('msg_3', 'gmail');
select public.apply_sync_page(job_id, attempt, run_id, null, tests.page('{}', 'next')) from run;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from run;
select ok(run_at <= clock_timestamp() + interval '30 seconds', 'a delivery during a run is followed by another run within half a minute')
from private.jobs where kind = 'email_sync';
delete from private.jobs where kind = 'email_sync';
create temporary table other as select * from tests.begin_run('emails');
select public.receive_email_delivery('msg_4', 'resend');
select public.apply_sync_page(job_id, attempt, run_id, 'next', tests.page('{}', 'after')) from other;
select public.end_sync_run(job_id, attempt, run_id, 'completed') from other;
select is_empty($$ select from private.jobs where kind = 'email_sync' $$, 'a delivery of another vendor during a run is followed by no other run');

select * from finish();
rollback;
