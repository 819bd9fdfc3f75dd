begin;
select plan(6);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as good, tests.propose('member') as edited, tests.propose('member') as rejected;
grant select on card to public;
create temporary table rejections as
select tests.answer('lead', format('select public.reject_approval(%L, %L)', rejected, 'No')) from card;

select is(tests.answer('member', format('select public.batch_approve(array[%L]::uuid[])', good)), 'OPDEN role_not_allowed', 'a member cannot approve a batch') from card;
select tests.act_as('lead');
create temporary table answers as
select result.number, result.value as answer
from card, jsonb_array_elements(public.batch_approve(
  array[rejected, good, edited, tests.id('nobody')], jsonb_build_object(rejected, 1, good, 1, edited, 9)) -> 'results') with ordinality as result (value, number);
select tests.act_as('owner');
select results_eq(
  $$ select answer ->> 'ok', answer -> 'error' ->> 'hint' from answers order by number $$,
  $$ values ('false', 'approval_already_decided'), ('true', null), ('false', 'version_conflict'), ('false', 'approval_not_found') $$,
  'each card has its own answer, in the order of the request');
select is(tests.status_of(good), 'approved', 'a batch approves the valid card') from card;
select is(tests.status_of(edited), 'pending', 'a batch leaves a refused card unchanged') from card;
select is(tests.answer('lead', 'select public.batch_approve(array[]::uuid[])'), 'OPINV invalid_batch', 'an empty batch is refused');
select is(tests.answer('lead', 'select public.batch_approve(array[null]::uuid[])'), 'OPINV invalid_batch', 'a batch that names no card is refused');
select * from finish();
rollback;
