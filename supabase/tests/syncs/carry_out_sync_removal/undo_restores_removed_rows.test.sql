-- The undo of a removal restores exactly the rows that the removal archived. Rows that were archived before stay archived.
begin;
select plan(8);
select tests.two_agencies();
select tests.syncs();
select tests.crm_and_files();
create function pg_temp.carry_out(card uuid) returns text language plpgsql as $$
declare
  v_job record;
begin
  perform tests.act_as('lead');
  perform public.approve_and_execute_approval(card, (select approvals.version from public.approvals where approvals.id = card));
  perform tests.act_as('owner');
  v_job := tests.lease_job_of(card);
  perform tests.act_as('service');
  perform public.carry_out_execution(v_job.job_id, v_job.attempt);
  perform tests.act_as('owner');
  return tests.status_of(card);
end;
$$;
create function pg_temp.card(stream text) returns uuid language sql as $$
  select id from public.approvals where kind = 'sync_removal' and target_id = tests.id(stream) and undo_of_id is null $$;
create function pg_temp.undo(stream text) returns text language plpgsql as $$
declare
  v_card constant uuid := pg_temp.card(stream);
  v_id uuid;
begin
  perform tests.act_as('lead');
  v_id := (public.propose_undo(v_card) -> 'approval' ->> 'id')::uuid;
  perform tests.act_as('owner');
  return pg_temp.carry_out(v_id);
end;
$$;
create function pg_temp.tasks() returns text[] language sql as $$
  select array_agg(external_key order by external_key) from public.tasks where archived_at is null and external_key like 'clickup:%' $$;

select tests.sync('tasks', array(select tests.task('T' || n) from generate_series(10, 34) as n), true);
update public.tasks set archived_at = now() - interval '1 day' where external_key in ('clickup:T10', 'clickup:T11');
select tests.sync('tasks', '{}', true);
select is(pg_temp.carry_out(pg_temp.card('tasks stream')), 'executed', 'a lead executes the removal of tasks');
select is(pg_temp.tasks(), null, 'an executed removal archives the tasks');
select is(pg_temp.undo('tasks stream'), 'executed', 'the undo of the card is executed');
select is(pg_temp.tasks(), array(select 'clickup:T' || n from generate_series(12, 34) as n), 'the undo restores the tasks that the card archived');

select tests.sync('companies', array[tests.company('C1')]);
select tests.sync('contacts', array(select tests.contact('K' || n) from generate_series(10, 34) as n), true);
select is((select count(*)::integer from public.contacts where external_key like 'hubspot:%' and archived_at is null), 25, 'a run creates 25 contacts');
update public.contacts set archived_at = now() - interval '1 day' where external_key = 'hubspot:K10';
select tests.sync('contacts', '{}', true);
select pg_temp.carry_out(pg_temp.card('contacts stream'));
select is((select count(*)::integer from public.contacts where external_key like 'hubspot:%' and archived_at is null), 0, 'a lead executes the removal of contacts');
select pg_temp.undo('contacts stream');
select is((select array_agg(external_key) from public.contacts where external_key like 'hubspot:%' and archived_at is not null),
  array['hubspot:K10'], 'the undo does not restore a contact that was archived before the removal');
select is((select count(*)::integer from private.crm_records where kind = 'contacts' and removed_at is null), 25, 'the undo restores every record of the CRM');

select * from finish();
rollback;
