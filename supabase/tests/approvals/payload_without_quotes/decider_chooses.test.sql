-- A restricted card creates a task that members read. Quotes of restricted sources are removed from the task unless the
-- decider retains them.
begin;
select plan(9);
select tests.two_agencies();
select tests.sources();
create function pg_temp.card() returns uuid language sql as $$
  select tests.propose('lead', 'task_create', jsonb_build_object(
    'title', 'Check the Contract budget', 'description', E'They wrote: "the budget - all of it - is  agreed".\nCall them.'), 'alpha',
    jsonb_build_array(tests.cite('contract')))
$$;
create temporary table card as select pg_temp.card() as without, pg_temp.card() as unchanged,
  tests.propose('member', 'task_create', '{"title": "Plain"}') as plain;
grant select on card to public;
select is(is_restricted, true, 'a card that cites a contract is restricted') from public.approvals, card where id = without;

select tests.act_as('lead');
create temporary table opened as
select 'restricted' as name, public.get_inbox(without) #> '{cards,0,effect}' as effect from card
union all select 'plain', public.get_inbox(plain) #> '{cards,0,effect}' from card;
select tests.act_as('owner');
select is(effect ->> 'is_read_by_members', 'true', 'the card warns that members will read the task') from opened where name = 'restricted';
select is(effect #>> '{payload_without_quotes,description}', E'They wrote: "[…]".\nCall them.',
  'the card shows the task without the quote, however it is spelled') from opened where name = 'restricted';
select is(effect, '{"is_read_by_members": false, "payload_without_quotes": null}', 'an unrestricted card has no warning about members')
from opened where name = 'plain';

create temporary table requests as
select tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1)', without)) as left_out,
  tests.answer('lead', format('select public.approve_and_execute_approval(%L, 1, true)', unchanged)) as complete from card;
create function pg_temp.made(card uuid) returns text language plpgsql as $$
declare
  v_job record;
begin
  select id as job_id, attempt into v_job from private.jobs where payload ->> 'approval_id' = card::text;
  perform tests.act_as('service');
  perform public.lease_execution(v_job.job_id, v_job.attempt), public.mark_vendor_call(v_job.job_id, v_job.attempt),
    public.carry_out_locally(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return (select concat_ws(' / ', title, description) from public.tasks where external_key = 'approval:' || card);
end;
$$;
create temporary table leased as select leased.* from card, tests.lease_job_of(without) as leased;
select is(pg_temp.made(without), E'Check the Contract budget / They wrote: "[…]".\nCall them.', 'the created task leaves out the quote by default') from card;
select matches(pg_temp.made(unchanged), 'all of it', 'the created task contains a quote that the decider retains') from card;
select is(payload ->> 'description', E'They wrote: "the budget - all of it - is  agreed".\nCall them.', 'leaving out a quote does not change the payload of the card')
from public.approvals, card where id = without;
select is(decided_card #>> '{effect,description}', E'They wrote: "[…]".\nCall them.', 'the history has the text that was decided')
from public.approval_events, card where approval_id = without and type = 'approved';
select throws_ok(format('update public.approvals set effect_payload = null where id = %L', without), 'OPSTA', null,
  'the decided payload cannot be changed') from card;

select * from finish();
rollback;
