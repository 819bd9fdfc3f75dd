-- An approved card of each kind publishes one row in the portal. Other approved cards withdraw and restore it, any number
-- of times.
begin;
select plan(48);
select tests.two_agencies();
select tests.sources();

create function pg_temp.payload(kind text) returns jsonb language sql as $$
  select case kind
    when 'weekly_update' then '{"week_of": "2026-11-23", "headline": "On time", "body": "All is well.", "next_steps": "More"}'
    when 'scope_change' then '{"title": "More pages", "description": "More", "hours_change": -2.5, "amount_change": 100, "effective_on": "2026-12-01"}'
    when 'sow_draft' then '{"title": "Next phase", "sections": [{"heading": "Scope", "body": "All pages of the shop"}, {"heading": "Deliverables", "body": "Pages"},
      {"heading": "Timeline", "body": "May"}, {"heading": "Price", "body": "As agreed"}]}'
    when 'client_readout' then tests.readout()
    else jsonb_build_object('title', 'Guide', 'source_id', tests.id('brief'), 'note', 'Here') end
$$;
create temporary table card as
select kind, tests.propose('member', kind::public.approval_kind, pg_temp.payload(kind), 'alpha', jsonb_build_array(tests.cite('brief'))) as id
from unnest(array['weekly_update', 'scope_change', 'sow_draft', 'client_readout', 'deliverable_release']) as kind;
select is(tests.carry_out(id), 'executed', 'a lead executes a card of the kind ' || kind) from card;

create function pg_temp.portal_row(kind text) returns jsonb language sql as $$
  select (private.published_row(tests.id('North'), kind::public.approval_kind, card.id))
  from card where card.kind = portal_row.kind
$$;
select is(pg_temp.portal_row('weekly_update') - '{id,approval_id,published_at}'::text[], jsonb_build_object(
  'organization_id', tests.id('North'), 'project_id', tests.id('alpha'), 'scope_id', tests.id('alpha'), 'is_restricted', false, 'withdrawn_at', null,
  'week_of', '2026-11-23', 'headline', 'On time', 'body', 'All is well.', 'next_steps', 'More'), 'the approved update is published');
select is(pg_temp.portal_row('scope_change') - '{id,approval_id,published_at}'::text[], jsonb_build_object(
  'organization_id', tests.id('North'), 'project_id', tests.id('alpha'), 'scope_id', tests.id('alpha'), 'is_restricted', false, 'withdrawn_at', null,
  'title', 'More pages', 'description', 'More', 'hours_change', -2.5, 'amount_change', 100, 'effective_on', '2026-12-01'), 'the approved change is published');
select is(pg_temp.portal_row('sow_draft') ->> 'scope_id', tests.id('North')::text, 'an approved statement of work has the scope of the organization');
select is(pg_temp.portal_row('client_readout') -> 'sections', tests.readout() -> 'sections', 'the approved readout is published');
select is(pg_temp.portal_row('deliverable_release') ->> 'source_id', tests.id('brief')::text, 'the approved file is published');
select is((select result from public.approvals where approvals.id = card.id),
  jsonb_build_object('table', kind || 's', 'id', pg_temp.portal_row(kind) -> 'id'), 'the result of an executed card names its row: ' || kind) from card;
select is((select inverse from public.approvals where approvals.id = card.id), jsonb_build_object('withdraw', id), 'the inverse of an executed card is its withdrawal: ' || kind) from card;

-- A withdrawal and a restoration each need a card.
create function pg_temp.undo(card uuid) returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as('admin');
  v_id := public.propose_undo(card) #>> '{approval,id}';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
create temporary table undo as select kind, pg_temp.undo(id) as id from card;
select is(pg_temp.portal_row(kind) ->> 'withdrawn_at', null, 'proposing an undo changes nothing: ' || kind) from undo;
select is(tests.carry_out(id), 'executed', 'a lead executes the withdrawal of the kind ' || kind) from undo;
select isnt(pg_temp.portal_row(kind) ->> 'withdrawn_at', null, 'a withdrawn row is retained: ' || kind) from undo;
create temporary table redo as select pg_temp.undo(id) as id from undo where kind = 'client_readout';
select is((select payload from public.approvals join redo using (id)), (select jsonb_build_object('restore', id) from card where kind = 'client_readout'),
  'the undo of an undo proposes to restore');
select is(tests.carry_out(id), 'executed', 'a lead executes a restoration') from redo;
select is(pg_temp.portal_row('client_readout') ->> 'withdrawn_at', null, 'a restored row is not withdrawn');

-- If two cards withdraw the same row, the decision about the second lapses.
create temporary table twice as
select tests.propose('lead', 'client_readout', jsonb_build_object('withdraw', id)) as one,
       tests.propose('lead', 'client_readout', jsonb_build_object('withdraw', id)) as other
from card where kind = 'client_readout';
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', other)), 'ok', 'a lead approves two withdrawals of one row') from twice;
select is(tests.carry_out(one), 'executed', 'executing the first card withdraws the row') from twice;
select is(tests.carry_out(other), 'pending', 'a card whose target changed waits for a new decision') from twice;
select is(tests.answer('owner', format('select private.carry_out_portal(approvals) from public.approvals where id = %L', other)),
  'OPSTA already_withdrawn', 'a direct second withdrawal is refused') from twice;
select is(tests.answer('owner', format($$ select private.carry_out_portal(jsonb_populate_record(approvals, '{"kind": "weekly_update"}'))
  from public.approvals where id = %L $$, other)), 'OPSTA already_withdrawn', 'a card of another kind cannot withdraw the row') from twice;

-- An approved update is not published to another client if its project moves before the execution.
create temporary table moved as
select tests.propose('member', 'weekly_update', pg_temp.payload('weekly_update'), 'alpha', jsonb_build_array(tests.cite('brief'))) as id;
select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'ok', 'an update is approved for one client') from moved;
create temporary table home as select account_id from public.projects where id = tests.id('alpha');
update public.projects set account_id = (select id from public.accounts where client_id = tests.id('Garden') limit 1) where id = tests.id('alpha');
select is(tests.carry_out(id), 'pending', 'the update needs a new decision once the project has another client') from moved;
select is((select count(*)::int from public.weekly_updates where approval_id = moved.id), 0, 'the update is not published') from moved;
update public.projects set account_id = (select account_id from home) where id = tests.id('alpha');

-- A file that is restricted between decision and execution is not released.
create temporary table late as select tests.propose('lead', 'deliverable_release', pg_temp.payload('deliverable_release')) as id;
update public.sources set is_restricted = true where id = tests.id('brief');
select is(tests.carry_out(id), 'failed', 'the execution of a release whose file is restricted fails') from late;
select is((select count(*)::int from public.deliverable_releases where approval_id = late.id), 0, 'the failed card publishes no release') from late;

select * from finish();
rollback;
