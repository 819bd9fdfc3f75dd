-- The owner of the tables tries every transition, allowed or not.
begin;
select plan(53);
select tests.two_agencies();
create temporary table cards (status public.approval_status primary key, id uuid);

-- A card in each state, moved there by allowed transitions.
create function pg_temp.move(card uuid, target public.approval_status) returns void language plpgsql as $$
begin
  case target
    when 'pending' then
      update public.approvals set status = 'pending', decided_by = null, decided_at = null, decided_version = null,
        decided_hash = null, reason = null, execution_requested_by = null, execution_requested_at = null,
        execution_job_id = null, execution_attempt = null, execution_started_at = null, vendor_called_at = null,
        execution_error = null, executed_at = null
      where id = card;
    when 'approved', 'rejected' then
      update public.approvals set status = target, decided_by = tests.id('admin'), decided_at = now(),
        decided_version = version, decided_hash = payload_hash,
        reason = case target when 'rejected' then 'Too early' end, execution_error = null, executed_at = null,
        execution_requested_by = null, execution_requested_at = null, execution_job_id = null,
        execution_started_at = null, vendor_called_at = null
      where id = card;
    when 'executing' then
      update public.approvals set status = 'executing', decided_by = coalesce(decided_by, tests.id('admin')),
        decided_at = coalesce(decided_at, now()), decided_version = version, decided_hash = payload_hash,
        reason = null, execution_error = null, executed_at = null, execution_requested_by = tests.id('admin'),
        execution_requested_at = now(), execution_job_id = gen_random_uuid(), execution_attempt = 1
      where id = card;
    else
      update public.approvals set status = target, decided_by = coalesce(decided_by, tests.id('admin')),
        decided_at = coalesce(decided_at, now()), decided_version = version, decided_hash = payload_hash,
        reason = null, execution_requested_by = tests.id('admin'), execution_requested_at = now(),
        vendor_called_at = now(), executed_at = case target when 'executed' then now() end,
        vendor_confirmed_at = case target when 'executed' then now() end,
        confirmed_result = case target when 'executed' then '{"external_id": "86x"}'::jsonb end,
        result = case target when 'executed' then '{"external_id": "86x"}'::jsonb end,
        execution_job_id = case when target = 'unknown' then execution_job_id end,
        execution_error = case when target in ('failed', 'unknown') then 'The vendor refused' end
      where id = card;
  end case;
end;
$$;

insert into cards
select status, tests.id(status || ' card') from unnest(enum_range(null::public.approval_status)) as status;
insert into public.approvals (id, organization_id, kind, project_id, title, payload, proposer, proposed_by)
select id, tests.id('North'), 'task_create', tests.id('alpha'), 'Card', '{"title": "Card"}', 'person', tests.id('member')
from cards;
select pg_temp.move(id, 'rejected') from cards where status = 'rejected';
select pg_temp.move(id, 'approved') from cards where status not in ('pending', 'rejected');
select pg_temp.move(id, 'executing') from cards where status in ('executing', 'executed', 'failed', 'unknown');
select pg_temp.move(id, status) from cards where status in ('executed', 'failed', 'unknown');
select results_eq(
  'select approvals.status from cards join public.approvals using (id) order by cards.status',
  'select status from cards order by status', 'there is a card in each state');

-- Tries a transition and undoes it. Returns null if it was allowed, otherwise the code and hint of the refusal.
create function pg_temp.refusal(before public.approval_status, after public.approval_status) returns text language plpgsql as $$
declare
  v_hint text;
begin
  begin
    perform pg_temp.move((select cards.id from cards where cards.status = before), after);
    raise exception using errcode = 'ZZ001';
  exception
    when sqlstate 'ZZ001' then return null;
    when others then
      get stacked diagnostics v_hint = pg_exception_hint;
      return btrim(sqlstate || ' ' || v_hint);
  end;
end;
$$;

-- The test lists the transitions itself instead of calling the function that the trigger calls.
create temporary table allowed (before public.approval_status, after public.approval_status);
insert into allowed values
  ('pending', 'approved'), ('pending', 'rejected'),
  ('approved', 'executing'), ('approved', 'pending'),
  ('executing', 'executed'), ('executing', 'failed'), ('executing', 'unknown'),
  ('failed', 'executing'), ('failed', 'pending'),
  ('unknown', 'executed'), ('unknown', 'failed');

select is(
  pg_temp.refusal(before.status, after.status),
  case when exists (select from allowed where allowed.before = before.status and allowed.after = after.status)
    then null else 'OPSTA illegal_transition' end,
  format('the guard allows a change from %s to %s only if it is listed', before.status, after.status))
from cards as before, cards as after
where before.status <> after.status
order by before.status, after.status;

select throws_ok(
  format($$ insert into public.approvals (organization_id, kind, project_id, title, payload, proposer, proposed_by,
    status, decided_by, decided_at, decided_version, decided_hash, reason, execution_requested_by,
    execution_requested_at, execution_job_id, execution_attempt, vendor_called_at, executed_at, execution_error)
    select organization_id, kind, project_id, title, payload, proposer, proposed_by, %1$L, decided_by, decided_at,
      decided_version, decided_hash, reason, execution_requested_by, execution_requested_at, null, execution_attempt,
      vendor_called_at, executed_at, execution_error
    from public.approvals where id = %2$L $$, status, id),
  'OPSTA', 'A new card must be pending, in version 1', format('a new card cannot be %s', status))
from cards where status <> 'pending';

set local session_replication_role = replica;
select is(pg_temp.refusal('pending', 'executing'), 'OPSTA illegal_transition', 'replication mode allows no illegal transition');
select is(pg_temp.refusal('rejected', 'approved'), 'OPSTA illegal_transition', 'a rejected card cannot be approved in replication mode');
select is(pg_temp.refusal('executed', 'pending'), 'OPSTA illegal_transition', 'an executed card cannot become pending in replication mode');
set local session_replication_role = origin;
select results_eq(
  'select approvals.status from cards join public.approvals using (id) order by cards.status',
  'select status from cards order by status', 'the refused transitions leave every card unchanged');

select * from finish();
rollback;
