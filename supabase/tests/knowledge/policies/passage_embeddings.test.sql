-- A vector reveals its passage, so people who cannot read the passage get no result from its vector.
begin;
select plan(27);
select tests.two_agencies();
select tests.sources();
select tests.embedded_sources();

select tests.sees(persona, 'select distinct source_id from private.passage_embeddings', expected::text[])
from (values
  ('admin', '{brief,contract,notes,handbook}'), ('lead', '{brief,contract,notes,handbook}'),
  ('member', '{brief}'), ('member2', '{notes}'), ('client', '{}'), ('outsider', '{}'), ('other_admin', '{paper}'),
  ('anonymous', null), ('service', null)) as cases (persona, expected);
select tests.sees(persona, 'select passage_id from private.passage_embeddings_1', null)
from unnest(tests.personas()) as persona;
select tests.sees(persona, 'select slot from private.embedding_models', null)
from unnest(array['admin', 'member', 'service']) as persona;

-- A restriction, move or deletion takes effect in the same statement.
select tests.act_as('owner');
update public.sources set is_restricted = true where id = tests.id('brief');
select tests.sees('member', 'select distinct source_id from private.passage_embeddings', '{}');
select tests.act_as('owner');
update public.sources set is_restricted = false, project_id = tests.id('beta') where id = tests.id('brief');
select tests.sees('member2', 'select distinct source_id from private.passage_embeddings', '{notes,brief}');
select tests.sees('member', 'select distinct source_id from private.passage_embeddings', '{}');
select tests.act_as('owner');
delete from public.passages where source_id = tests.id('brief') and position = 0;
select is((select count(*)::int from private.passage_embeddings where source_id = tests.id('brief')), 2, 'a vector is deleted with its passage');
select throws_ok(
  $$ insert into private.passage_embeddings (slot, model, version, passage_id, organization_id, source_id, scope_id, embedding)
     select slot, 'another', '1', passage_id, organization_id, source_id, scope_id, embedding from private.passage_embeddings limit 1 $$,
  '23503', null, 'a slot cannot store a vector of another model');
select throws_ok(
  $$ update private.passage_embeddings set scope_id = tests.id('shared') where source_id = tests.id('notes') $$,
  '23503', null, 'a vector has the scope of its passage');

select * from finish();
rollback;
