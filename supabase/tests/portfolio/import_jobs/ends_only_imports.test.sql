-- import-act ends only jobs of imports. Without its job, a card would stay queued or in execution forever.
begin;
select plan(6);
select tests.two_agencies();

create temporary table card as select tests.propose('member') as id;
create temporary table requests as select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', id)) from card;
create temporary table lease as select leased.* from card, tests.lease_job_of(card.id) as leased;
select is(tests.answer('service', format('select public.start_import_job(%L, %s)', job_id, attempt)), 'OPSTA wrong_executor', 'an executor of cards cannot start an import')
from lease;
select is(tests.answer('service', format('select public.apply_import_job(%L, %s)', job_id, attempt)), 'OPSTA wrong_executor', 'an executor of cards cannot apply an import')
from lease;
select is((select count(*)::int from private.jobs where id = job_id), 1, 'the refusals leave the job of the card in place') from lease;
select is(tests.answer('service', format('select public.lease_execution(%L, %s)', job_id, attempt)), 'ok', 'an executor of cards can lease its card') from lease;
select is(tests.answer('service', format('select public.apply_import_job(%L, %s)', job_id, attempt)), 'OPSTA wrong_executor', 'an executor of imports cannot lease a card in execution')
from lease;
select is(tests.status_of(card.id), 'executing', 'the refused lease leaves the card in execution') from card;

select * from finish();
rollback;
