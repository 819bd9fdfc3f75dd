-- Versions, citations and events are append-only. They follow their card into another scope, and restricting a
-- source restricts its cards in the same SQL statement.
begin;
select plan(41);
select tests.two_agencies();
select tests.cards();

select throws_ok(format('update public.%s set %s where approval_id = tests.id(''alpha note card'')', child, change),
  'OPSTA', child || ' is append-only', format('%s does not let even the table owner set %s', child, change))
from (values
  ('approval_versions', 'title = ''Another'''), ('approval_versions', 'payload = ''{}'''),
  ('approval_versions', 'scope_id = tests.id(''beta''), title = ''Another'''),
  ('approval_citations', 'quote = ''Another'''), ('approval_citations', 'source_id = tests.id(''beta note'')'),
  ('approval_events', 'actor_id = tests.id(''admin'')'), ('approval_events', 'occurred_at = now() - interval ''1 day''')
) as cases (child, change);
select throws_ok(format('update public.%s set scope_id = tests.id(''beta'') where approval_id = tests.id(''alpha note card'')', child),
  '23503', null, child || ' refuses a scope other than the card''s')
from unnest(array['approval_versions', 'approval_citations', 'approval_events']) as child;
select throws_ok(format('delete from public.%s', child), 'OPSTA', null, child || ' refuses to delete rows')
from unnest(array['approval_versions', 'approval_citations', 'approval_events']) as child;
select throws_ok(format('truncate public.%s', child), 'OPSTA', null, child || ' cannot be truncated')
from unnest(array['approval_versions', 'approval_citations', 'approval_events']) as child;
set local session_replication_role = replica;
select throws_ok(format('delete from public.%s', child), 'OPSTA', null, child || ' refuses to delete rows in replication mode')
from unnest(array['approval_versions', 'approval_citations', 'approval_events']) as child;
select throws_ok(format('update public.%s set organization_id = tests.id(''South'')', child), 'OPSTA', null,
  child || ' refuses to update rows in replication mode')
from unnest(array['approval_versions', 'approval_citations', 'approval_events']) as child;
set local session_replication_role = origin;

-- The number of rows of the alpha note and its card that a persona sees, by table.
create function pg_temp.visible_counts(persona text) returns text language plpgsql as $$
declare
  v_counts text;
begin
  perform tests.act_as(persona);
  select concat_ws(' ',
    (select count(*) from public.sources where id = tests.id('alpha note')),
    (select count(*) from public.passages where source_id = tests.id('alpha note')),
    (select count(*) from public.approvals where id = tests.id('alpha note card')),
    (select count(*) from public.approval_versions where approval_id = tests.id('alpha note card')),
    (select count(*) from public.approval_citations where approval_id = tests.id('alpha note card')),
    (select count(*) from public.approval_events where approval_id = tests.id('alpha note card')))
  into v_counts;
  perform tests.act_as('owner');
  return v_counts;
end;
$$;
select is(pg_temp.visible_counts('member'), '1 1 1 1 1 1', 'a member sees the source, its text, the card and its children');
update public.sources set is_restricted = true where id = tests.id('alpha note');
select is(pg_temp.visible_counts('member'), '0 0 0 0 0 0', 'a member sees no source, text, card or children once the source is restricted');
select is(pg_temp.visible_counts(persona), '1 1 1 1 1 1', persona || ' still sees a restricted source') from unnest(array['admin', 'lead']) as persona;
select is(pg_temp.visible_counts(persona), '0 0 0 0 0 0', persona || ' does not see a restricted source')
from unnest(array['member2', 'client', 'outsider', 'other_admin']) as persona;
select is((select count(*)::int from public.approvals where is_restricted and organization_id = tests.id('North')), 2,
  'restricting a source leaves cards with other sources unchanged');
update public.sources set is_restricted = false where id = tests.id('alpha note');
select is(pg_temp.visible_counts('member'), '1 1 0 0 0 0', 'members see a source again when its restriction is lifted, but its card stays restricted');

-- A card and its sources belong to one organization, and so do a card and its children.
select throws_ok(
  $$ insert into public.approval_citations (organization_id, approval_id, number, role, source_id, source_version, quote, scope_id)
     values (tests.id('North'), tests.id('alpha note card'), 2, 'evidence', tests.id('delta note'), 1, 'Text', tests.id('North')) $$,
  '23503', null, 'a card cannot cite a source of another organization');
select throws_ok(
  $$ insert into public.approval_events (organization_id, approval_id, number, type, status, version, payload_hash, actor_db_role, scope_id)
     values (tests.id('South'), tests.id('alpha note card'), 2, 'edited', 'pending', 1, '', 'none', tests.id('South')) $$,
  '23503', null, 'an event cannot belong to a different organization than its card');
select throws_ok(
  $$ insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
     values (tests.id('North'), tests.id('alpha contract'), 1, 2, 'Text', tests.id('alpha')) $$,
  '23503', null, 'a passage of a restricted source cannot have the scope of the project');

-- The text of a source moves with it.
update public.sources set project_id = tests.id('beta') where id = tests.id('shared note');
select is(
  (select scope_id from public.passages where source_id = tests.id('shared note')), tests.id('beta'), 'a passage moves with its source');
update public.approvals set is_restricted = true where id = tests.id('shared note card');
select is((select count(*)::int from public.approvals where id = tests.id('shared note card') and scope_id = tests.id('North')), 1,
  'a restricted card has the scope of its organization');
select is(
  (select array_agg(distinct scope_id) from (
     select scope_id from public.approval_versions where approval_id = tests.id('shared note card')
     union all select scope_id from public.approval_citations where approval_id = tests.id('shared note card')
     union all select scope_id from public.approval_events where approval_id = tests.id('shared note card')) as children),
  array[tests.id('North')], 'the children of a restricted card have its scope');
select throws_ok($$ delete from public.sources where id = tests.id('beta note') $$, '23503', null, 'a cited source cannot be deleted');
select lives_ok($$ update public.sources set archived_at = now() where id = tests.id('beta note') $$, 'a cited source can be archived');
select results_eq(
  $$ select count(*)::int from public.approval_versions where organization_id in (tests.id('North'), tests.id('South'))
     union all select count(*)::int from public.approval_citations where organization_id in (tests.id('North'), tests.id('South'))
     union all select count(*)::int from public.approval_events where organization_id in (tests.id('North'), tests.id('South')) $$,
  $$ values (6), (6), (6) $$, 'the refused writes neither delete nor add a row');

select * from finish();
rollback;
