-- A client's decision binds to the released content. An approval is final, and every decision is retained.
begin;
select plan(22);
select tests.two_agencies();
select tests.portals();
create temporary table deliverable as
select released.id, released.approval_id, published.content_hash
from public.deliverable_releases as released join private.portal_publications as published using (approval_id)
where released.project_id = tests.id('alpha');
grant select on deliverable to authenticated;
create function pg_temp.decide(name text, decision text, comment text default null, hash text default null) returns text language sql as $$
  select tests.contact_answer(name, format('select public.decide_deliverable(%L, %L, %L, %L)', id, coalesce(hash, content_hash), decision, comment)) from deliverable
$$;

select tests.portal('client');
select is(pg_temp.decide('client', 'approved', null, repeat('0', 64)), 'OPSTA deliverable_changed', 'a decision about an unseen version is refused');
select is(pg_temp.decide('client', 'changes_requested', ' '), 'OPINV comment_missing', 'a request for changes needs a comment');
select is(pg_temp.decide('client', null), 'OPINV decision_missing', 'a call without a decision is refused');
select is(pg_temp.decide('garden_contact', 'approved'), 'OPNFD deliverable_not_found', 'a contact of another client does not find the deliverable');
select is(pg_temp.decide('south_contact', 'approved'), 'OPNFD deliverable_not_found', 'a contact of another organization does not find the deliverable');
select is(tests.answer(persona, format('select public.decide_deliverable(%L, %L, ''approved'')', id, content_hash)), expected, persona || ' cannot decide for a client')
from deliverable, (values ('lead', 'OPDEN role_not_allowed'), ('member', 'OPDEN role_not_allowed'), ('service', '42501')) as cases (persona, expected);
select is((select count(*)::int from private.deliverable_decisions), 0, 'the refusals write nothing');

select is(pg_temp.decide('client', 'changes_requested', 'The logo is too small.'), 'ok', 'a client asks for changes');
select is((select count(*)::int from public.approvals where kind = 'client_request' and payload ->> 'text' like '%The logo is too small.%'), 1, 'the request for changes is a card for the leads');
select is(pg_temp.decide('client', 'changes_requested', 'The logo is too small.'), 'ok', 'asking for the same changes again succeeds');
select is((select count(*)::int from private.deliverable_decisions), 1, 'a repeated decision is stored once');
select tests.act_as('client');
select is(public.decide_deliverable(id, content_hash, 'approved') - '{id,decided_at}'::text[], jsonb_build_object(
  'deliverable_id', id, 'title', 'deliverable_release of alpha', 'project', 'alpha', 'decision', 'approved', 'comment', null,
  'content_hash', content_hash, 'decided_by', 'client', 'file', null), 'the answer to an approval is its record') from deliverable;
select tests.act_as('owner');
select is(tests.portal('client')::jsonb #>> '{deliverables,0,decision,decision}', 'approved', 'the portal shows the approval');
select is(pg_temp.decide('client', 'changes_requested', 'On second thought'), 'OPSTA deliverable_already_approved', 'an approval is final');
select is((select string_agg(action, ' ' order by action) from public.audit_events where object_type = 'deliverable'),
  'deliverable.approved deliverable.changes_requested', 'the audit log of the organization contains both decisions');
select is(tests.answer('owner', statement), 'OPSTA append_only', 'the owner cannot change a decision: ' || statement)
from unnest(array['update private.deliverable_decisions set comment = ''Fine'' where true', 'delete from private.deliverable_decisions where true',
  'truncate private.deliverable_decisions']) as statement;

-- A withdrawn deliverable can no longer be decided.
create temporary table undo as select tests.propose('lead', 'deliverable_release', jsonb_build_object('withdraw', approval_id)) as id from deliverable;
select tests.publish_card(id, 'lead') from undo;
select is(pg_temp.decide('client', 'approved'), 'OPNFD deliverable_not_found', 'a withdrawn deliverable cannot be decided');
select is((select count(*)::int from private.deliverable_decisions), 2, 'the decisions about a withdrawn deliverable are retained');

select * from finish();
rollback;
