-- A job that dies before it begins fails its card, which then states the reason.
begin;
select plan(11);
select tests.two_agencies();
create temporary table card as
select name, tests.propose('member') as id from unnest(array['broken', 'demoted', 'again', 'reviewed']) as name;
grant select on card to public;
select is(tests.answer(case name when 'demoted' then 'lead' else 'admin' end,
    format('select public.%s(%L, 1)', case name when 'reviewed' then 'approve_approval' else 'approve_and_execute_approval' end, id)),
  'ok', format('the card %L is approved', name)) from card;
update public.people set role = 'member' where id = tests.id('lead');

create function pg_temp.kill_jobs(kinds text[]) returns void language plpgsql as $$
begin
  perform tests.act_as('service');
  create temporary table leased as select * from public.take_jobs(kinds, 'tests', 10);
  perform public.fail_job(leased.id, leased.attempt, 'The worker cannot read it', true) from leased;
  perform tests.act_as('owner');
  drop table leased;
end $$;
select pg_temp.kill_jobs('{task_act,approval_review}');

select results_eq(
  $$ select name, status::text, execution_error, execution_job_id from card join public.approvals using (id) order by name $$,
  $$ values ('again', 'failed', 'The worker cannot read it', null::uuid), ('broken', 'failed', 'The worker cannot read it', null),
            ('demoted', 'pending', null, null), ('reviewed', 'approved', null, null) $$,
  'a dead execution job fails its card, or makes it pending if the decider is no longer valid; a dead review changes nothing');
select is((select string_agg(type::text, ' ' order by number) from public.approval_events join card on card.id = approval_id where name = 'broken'),
  'proposed approved execution_requested failed', 'the history has the failure of a dead job');
select is((select details #>> '{reasons,0,code}' from public.approval_events join card on card.id = approval_id where name = 'demoted' and type = 'lapsed'),
  'decider_not_allowed', 'the history has the reason for a new decision');
select results_eq($$ select kind from private.jobs where died_at is not null $$, $$ values ('approval_review') $$,
  'a dead job whose outcome is recorded on its card is deleted');
select is(tests.answer('admin', format('select public.execute_approval(%L)', id)), 'ok', 'a failed card can be executed again') from card where name = 'again';
select pg_temp.kill_jobs('{task_act}');
select is(tests.status_of(id), 'failed', 'a failed card can fail again') from card where name = 'again';
select is((select count(*)::int from public.approval_events join card on card.id = approval_id where name = 'again' and type = 'failed'), 2, 'the history has each failure')
from (values (1)) as once;

select * from finish();
rollback;
