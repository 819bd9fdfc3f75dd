-- A text for clients cites documents that the inventory lists for its client, and meetings, emails and notes of its project.
begin;
select plan(25);
select tests.two_agencies();
select tests.sources();
create temporary table source as
select name, project, kind, case when kind = 'document' then tests.indexed_document('lead', name || '.pdf', project) else tests.id(name) end as id
from (values ('own', 'alpha', 'document'), ('earlier', 'gamma', 'document'), ('foreign', 'beta', 'document'), ('late', 'alpha', 'document'),
  ('own meeting', 'alpha', 'meeting'), ('sister email', 'gamma', 'email'), ('foreign note', 'beta', 'note')) as cases (name, project, kind);
insert into public.sources (id, organization_id, kind, project_id, title, published_version)
select id, tests.id('North'), kind::public.source_kind, tests.id(project), name, 1 from source where kind <> 'document';
insert into public.passages (organization_id, source_id, source_version, position, content, scope_id)
select sources.organization_id, sources.id, 1, 0, 'Passage 0 of ' || name, sources.scope_id
from source join public.sources using (id) where source.kind <> 'document';
update public.sources set title = initcap(source.name) from source where source.id = sources.id;
grant select on source to authenticated;

create function pg_temp.citation(source text) returns jsonb language sql as $$
  select jsonb_build_object('role', 'evidence', 'source_id', sources.id, 'quote', passages.content, 'chunk_id', passages.id)
  from source as named join public.sources using (id) join public.passages on passages.source_id = sources.id and passages.position = 0
  where named.name = citation.source
$$;
create function pg_temp.card(kind text, variadic cited text[]) returns uuid language sql as $$
  select tests.propose('lead', kind::public.approval_kind, case kind
    when 'weekly_update' then '{"week_of": "2026-03-02", "headline": "On time", "body": "All is well [1]."}'
    else tests.readout() end, 'alpha', (select jsonb_agg(pg_temp.citation(name) order by number) from unnest(cited) with ordinality as citations (name, number)))
$$;
create temporary table card as
select named.name, kinds.kind, pg_temp.card(kinds.kind, named.name) as id
from source as named, unnest(array['weekly_update', 'client_readout']) as kinds (kind);

-- The inventory of the client's projects is the oracle: a lead reads it as the console does.
select tests.act_as('lead');
create temporary table inventory as
select document ->> 'title' as title
from unnest(array['alpha', 'gamma']) as project, jsonb_array_elements(public.get_document_inventory(tests.id(project)) -> 'documents') as document;
select tests.act_as('owner');
select is((select array_agg(title order by title) from inventory), '{Earlier,Late,Own}', 'the inventory lists the documents of the client');
select is(tests.reasons(card.id), case when exists (select from inventory where title = initcap(card.name)) then '' else 'source_not_citable' end,
  format('a %s may cite exactly the documents that the inventory lists: %s', card.kind, card.name))
from card join source using (name) where source.kind = 'document';
select is(tests.reasons(card.id), case card.name when 'own meeting' then '' else 'source_not_citable' end, format('a %s may cite only its own project''s: %s', card.kind, card.name))
from card join source using (name) where source.kind <> 'document';

select is(tests.answer('lead', format('select public.approve_approval(%L, 1)', id)), 'OPSTA draft_not_ready', 'a card that cites another client''s document cannot be approved')
from card where name = 'foreign';
select is(tests.status_of(id), 'pending', 'the refused card stays pending') from card where name = 'foreign';
create temporary table other_card as
select pg_temp.card('client_readout', 'own', 'foreign') as mixed,
  tests.propose('lead', 'client_readout', tests.readout(), 'alpha', jsonb_build_array(tests.cite('handbook'))) as unfiled;
select is((select jsonb_agg(reasons.item - 'code') from public.approvals, jsonb_array_elements(private.foreign_source_reasons(approvals,
    private.approval_evidence(approvals, (select people from public.people where id = tests.id('lead'))))) as reasons (item) where approvals.id = mixed),
  '[{"message": "Citation 2 names “Foreign”, which is a document of another client. Propose a new card with a document of this client", "citation": 2}]',
  'the reason names the citation, its document and the next step') from other_card;

-- The rule applies at approval: a document can move, and so can the project of the card.
update public.sources set project_id = tests.id('beta') where id = (select id from source where name = 'late');
update public.documents set scope_id = tests.id('beta') where id = (select id from source where name = 'late');
select alike(tests.reasons(id), '%source_not_citable%', 'a document that moves to another client can no longer be cited') from card where name = 'late' and kind = 'client_readout';
update public.documents set indexed_version = null where id = (select id from source where name = 'own');
select is(tests.reasons(id), 'source_not_citable', 'a document that leaves the inventory can no longer be cited') from card where name = 'own' and kind = 'client_readout';
select is(tests.reasons(unfiled), 'source_not_citable', 'a document without a project is not in the inventory') from other_card;
update public.projects set account_id = tests.id('Garden site') where id = tests.id('alpha');
select is(tests.reasons(id), '', 'after the project moves, it may cite the documents of its new client') from card where name = 'foreign' and kind = 'client_readout';
select is(tests.reasons(id), 'source_not_citable', 'after the project moves, it may no longer cite documents of its former client') from card where name = 'earlier' and kind = 'client_readout';
select * from finish();
rollback;
