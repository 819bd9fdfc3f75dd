-- A person who sees a card sees its citations. So a card is restricted if the members of its project cannot see a cited
-- source: from the beginning, or when the source is restricted or moved. Its publications are restricted with it.
begin;
select plan(27);
select tests.two_agencies();
select tests.sources();

create function pg_temp.readout(source text, persona text default 'lead') returns uuid language sql as $$
  select tests.propose(persona, 'client_readout', tests.readout(), 'alpha', jsonb_build_array(tests.cite(source)))
$$;
create temporary table card as select
  pg_temp.readout('brief') as brief, pg_temp.readout('contract') as contract, pg_temp.readout('notes') as notes,
  pg_temp.readout('handbook') as handbook, tests.propose('lead', 'task_create', '{"title": "a"}', 'alpha',
    jsonb_build_array(tests.cite('notes', role => 'influence'))) as influenced,
  tests.propose('lead', 'task_create', '{"title": "a"}', 'alpha') as bare;
grant select on card to public;

create function pg_temp.rows_seen(persona text, name text) returns integer[] language plpgsql as $$
declare
  v_id uuid := (select (to_jsonb(card) ->> name)::uuid from card);
  v_seen integer[];
begin
  perform tests.act_as(persona);
  v_seen := array[
    (select count(*) from public.approvals where id = v_id), (select count(*) from public.approval_citations where approval_id = v_id),
    (select count(*) from public.approval_versions where approval_id = v_id), (select count(*) from public.approval_events where approval_id = v_id),
    (select count(*) from public.client_readouts where approval_id = v_id)];
  perform tests.act_as('owner');
  return v_seen;
end;
$$;

select is((select array_agg(is_restricted order by a.number) from card, unnest(array[brief, contract, notes, handbook, influenced, bare])
    with ordinality as a (id, number) join public.approvals using (id)),
  '{f,t,t,t,t,f}', 'cards that cite a contract, another project or no project are restricted');
select is(pg_temp.rows_seen('member', 'brief'), '{1,1,1,1,0}', 'a member of the project sees a card and its children');
select is(pg_temp.rows_seen('member2', 'brief'), '{0,0,0,0,0}', 'a member of another project does not see the card');
select is(pg_temp.rows_seen('member', name), '{0,0,0,0,0}', format('a member does not see the card that cites %s', name))
from unnest(array['contract', 'notes', 'handbook', 'influenced']) as name;
select is(pg_temp.rows_seen('lead', name), '{1,1,1,1,0}', format('a lead sees the card that cites %s', name)) from unnest(array['contract', 'notes']) as name;

select is(tests.carry_out(brief), 'executed', 'the readout is published') from card;
select cmp_ok((pg_temp.rows_seen('member', 'brief'))[5], '=', 1, 'a member sees a published readout');
update public.sources set is_restricted = true where id = tests.id('brief');
select is(pg_temp.rows_seen('member', 'brief'), '{0,0,0,0,0}', 'the statement that restricts the source hides the card, its children and its publication');
select is((pg_temp.rows_seen('lead', 'brief'))[5], 1, 'a lead still sees the publication of a restricted card');
select is(pg_temp.rows_seen('member', 'bare'), '{1,0,1,1,0}', 'a card that does not cite a restricted source stays visible');
update public.sources set is_restricted = false where id = tests.id('brief');
select is(pg_temp.rows_seen('member', 'brief'), '{0,0,0,0,0}', 'a card stays restricted when the restriction of its source is lifted');

-- When a source moves to another project, the cards of this project that quote it are restricted.
create temporary table moved as select pg_temp.readout('brief', 'member') as id;
select is((select is_restricted from public.approvals join moved using (id)), false, 'a new card that cites an unrestricted source is not restricted');
update public.sources set title = 'Brief 2' where id = tests.id('brief');
select is((select is_restricted from public.approvals join moved using (id)), false, 'a new title of a source does not restrict a card that cites it');
update public.sources set project_id = tests.id('beta') where id = tests.id('brief');
select is((select is_restricted from public.approvals join moved using (id)), true, 'moving a source to another project restricts a card that cites it');
update public.sources set project_id = tests.id('alpha') where id = tests.id('brief');
select is((select is_restricted from public.approvals join moved using (id)), true, 'moving the source back does not lift the restriction of the card');

-- A release depends on the file that it releases, whether the card cites the file or not.
create temporary table release as select tests.propose('member', 'deliverable_release',
  jsonb_build_object('title', 'Guide', 'source_id', tests.id('brief'))) as id;
select is(tests.carry_out(id), 'executed', 'a file is released') from release;
update public.sources set is_restricted = true where id = tests.id('brief');
select is((select is_restricted from public.approvals join release using (id)), true, 'restricting a file restricts the card that releases it');
select is((select is_restricted from public.deliverable_releases join release on release.id = approval_id), true, 'the portal row of a restricted release is restricted');
update public.sources set is_restricted = false where id = tests.id('brief');

-- A proposer can cite only sources that they see.
select is(tests.answer(persona, format('select public.propose_approval(%L, %L, %L, %L)', 'task_create', tests.id('alpha'), '{"title": "a"}',
  jsonb_build_array(tests.cite(source)))), 'OPNFD source_not_found', format('%s cannot cite %s', persona, source))
from (values ('member', 'contract'), ('member', 'notes'), ('member', 'handbook'), ('lead', 'paper')) as cases (persona, source);
select is((select count(*)::int from public.approval_citations where source_id = tests.id('paper')), 0, 'the refusals write nothing');

select * from finish();
rollback;
