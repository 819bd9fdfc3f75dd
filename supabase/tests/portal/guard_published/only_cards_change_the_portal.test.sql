-- Clients read only approved text: not even the owner of the tables can add, change or withdraw a row without a card.
begin;
select plan(26);
select tests.two_agencies();

create temporary table card as select
  tests.propose('member', 'weekly_update', '{"week_of": "2026-11-23", "headline": "On time", "body": "All is well."}') as published,
  tests.propose('member', 'weekly_update', '{"week_of": "2026-11-23", "headline": "On time", "body": "All is well."}') as waiting,
  tests.propose('member', 'weekly_update', '{"week_of": "2026-11-23", "headline": "Mine", "body": "Mine.", "next_steps": "All"}') as running,
  tests.propose('member', 'scope_change', '{"title": "More", "description": "Twelve", "hours_change": 2.5}') as change,
  tests.propose('member', 'task_create', '{"title": "Task"}') as task;
select is(tests.carry_out(published), 'executed', 'an approved card is carried out') from card;
create function pg_temp.run(id uuid) returns void language sql as $$
  update public.approvals set status = 'approved', decided_by = tests.id('lead'), decided_at = now(), decided_version = version,
    decided_hash = payload_hash where approvals.id = run.id;
  update public.approvals set status = 'executing', execution_requested_by = tests.id('lead'), execution_requested_at = now(),
    execution_job_id = gen_random_uuid(), execution_attempt = 1 where approvals.id = run.id;
$$;
select pg_temp.run(running), pg_temp.run(change), pg_temp.run(task) from card;

create function pg_temp.publish(card uuid, more jsonb default '{}') returns text language sql as $$
  select tests.answer('owner', format($insert$
    insert into public.weekly_updates (organization_id, project_id, approval_id, week_of, headline, body, next_steps, is_restricted, withdrawn_at)
    select organization_id, project_id, approval_id, week_of, headline, body, next_steps, is_restricted, withdrawn_at
    from jsonb_populate_record(null::public.weekly_updates, %L) $insert$,
    '{"week_of": "2026-11-23", "headline": "Mine", "body": "Mine.", "next_steps": "All", "is_restricted": false}'::jsonb
      || jsonb_build_object('organization_id', tests.id('North'), 'project_id', tests.id('alpha'), 'approval_id', card) || more))
$$;
select is(pg_temp.publish(waiting, '{"headline": "On time", "body": "All is well.", "next_steps": null}'), 'OPSTA card_not_approved',
  'an undecided card publishes nothing') from card;
select is(pg_temp.publish(task), 'OPSTA card_not_approved', 'a card of another kind publishes nothing') from card;
select is(pg_temp.publish(gen_random_uuid()), 'OPSTA card_not_approved', 'an unknown card publishes nothing');
select is(pg_temp.publish(running, more), 'OPSTA card_not_approved', 'a row that differs from its card is refused: ' || more::text)
from card, unnest(array['{"headline": "Theirs"}', '{"next_steps": null}', '{"week_of": "2026-11-24"}', '{"withdrawn_at": "2026-11-23T00:00:00Z"}']::jsonb[]) as more;
select is(pg_temp.publish(running, jsonb_build_object('project_id', tests.id('beta'))), 'OPSTA card_not_approved', 'a row for another project than its card is refused') from card;
select is(tests.answer('owner', format('insert into public.scope_changes (organization_id, project_id, approval_id, title, description, hours_change)
  values (%L, %L, %L, ''More'', ''Twelve'', 25)', tests.id('North'), tests.id('alpha'), change)), 'OPSTA card_not_approved', 'a row with another figure than its card is refused') from card;
select is((select count(*)::int from public.weekly_updates), 1, 'the refusals write nothing');
select is(pg_temp.publish(running), 'ok', 'a row that equals its card is published') from card;
select is(tests.answer('owner', format('insert into public.scope_changes (organization_id, project_id, approval_id, title, description, hours_change)
  values (%L, %L, %L, ''More'', ''Twelve'', 2.50)', tests.id('North'), tests.id('alpha'), change)), 'ok', 'a row with the figure of its card is published') from card;

select is(tests.answer('owner', format('update public.weekly_updates set %s where approval_id = %L', changed, published)), 'OPSTA card_not_approved',
  'a published row cannot be changed: ' || changed)
from card, unnest(array['headline = ''Else''', 'next_steps = ''Else''', 'published_at = now() - interval ''1 day''', 'withdrawn_at = now()',
  'approval_id = gen_random_uuid()']) as changed;
select is(tests.answer('owner', format('update public.weekly_updates set is_restricted = true where approval_id = %L', published)), 'ok',
  'a published row can become restricted') from card;
select is(tests.answer('owner', format('update public.weekly_updates set is_restricted = false where approval_id = %L', published)), 'OPSTA card_not_approved',
  'the restriction of a published row cannot be lifted') from card;
select is(tests.answer('owner', format('delete from public.%I', kind)), 'OPSTA append_only', 'rows cannot be deleted from ' || kind)
from unnest(array['weekly_updates', 'scope_changes']) as kind;
select is(tests.answer('owner', 'truncate public.client_readouts'), 'OPSTA append_only', 'a table of published rows cannot be truncated') from (values (1)) as once;

-- Only the execution of a card withdraws a row.
create temporary table undo as select tests.propose('lead', 'weekly_update', jsonb_build_object('withdraw', published)) as id from card;
select is(tests.answer('owner', format('update public.weekly_updates set withdrawn_at = now() where approval_id = %L', published)), 'OPSTA card_not_approved',
  'an undecided card withdraws nothing') from card;
select pg_temp.run(id) from undo;
select is(tests.answer('owner', format('update public.weekly_updates set withdrawn_at = now() where approval_id = %L', published)), 'ok',
  'an executed card withdraws its row') from card;
select is(tests.answer('owner', format('update public.weekly_updates set withdrawn_at = null where approval_id = %L', published)), 'OPSTA card_not_approved',
  'a card that withdraws a row cannot restore it') from card;

select * from finish();
rollback;
