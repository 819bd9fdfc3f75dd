begin;
select plan(33);
select tests.two_agencies();
select tests.sources();
select tests.act_as('owner');

create function pg_temp.settle(persona text, citations jsonb, as_persona text default null) returns jsonb language plpgsql as $$
declare v_settled jsonb;
begin
  perform tests.act_as(persona);
  v_settled := public.settle_citations(citations, tests.id(as_persona));
  perform tests.act_as('owner');
  return v_settled;
end;
$$;
create function pg_temp.passage(n integer, id uuid default tests.id('Brief 0'), quote text default 'the budget') returns jsonb
language sql as $$ select jsonb_build_object('n', n, 'kind', 'chunk', 'id', id, 'quote', quote) $$;
create function pg_temp.fact(table_name text, id uuid) returns jsonb
language sql as $$ select jsonb_build_object('n', 1, 'kind', 'row', 'table', table_name, 'id', id) $$;
create function pg_temp.title(settled jsonb) returns text
language sql as $$ select coalesce(settled #>> '{citations,0,title}', 'dropped ' || (settled ->> 'dropped')) $$;

select is(tests.answer(persona, $$ select public.settle_citations('[]') $$), code, persona || ' cannot settle citations')
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501'))
  as cases (persona, code);
select is(tests.answer('lead', $$ select public.settle_citations('[]', tests.id('other_admin')) $$), 'OPNFD person_not_found', 'a lead cannot view as a person of another organization');
select is(pg_temp.settle('member', citations), '{"citations": [], "dropped": 0}', 'an empty list of citations settles to an empty list')
from (values (null::jsonb), ('[]')) as cases (citations);
select is(tests.answer('member', format('select public.settle_citations(%L)', citations)), 'OPINV invalid_citations', 'malformed citations are refused: ' || left(citations, 60))
from unnest(array['{}', '"x"', '1', '[1]', '[null]', '[{"n": 1, "kind": "chunk", "id": "x"}]',
  '[{"n": 10000, "kind": "chunk", "id": "00000000-0000-4000-8000-000000000000"}]',
  '[{"n": "1.5", "kind": "chunk", "id": "00000000-0000-4000-8000-000000000000"}]',
  '[{"kind": "chunk", "id": "00000000-0000-4000-8000-000000000000"}]',
  jsonb_build_array(pg_temp.passage(1, quote => repeat('x', 4001)))::text]) as citations;
select is(tests.answer('member', format('select public.settle_citations(%L)', (select jsonb_agg(pg_temp.passage(1)) from generate_series(1, 501)))),
  'OPINV invalid_citations', 'more than 500 citations are refused');
select is(jsonb_array_length(pg_temp.settle('member', (select jsonb_agg(pg_temp.passage(n)) from generate_series(1, 500) as n)) -> 'citations'),
  500, '500 citations are settled');

-- A cited row gets its name as the title of the citation.
select is(pg_temp.title(pg_temp.settle('member', jsonb_build_array(pg_temp.fact(cases.table_name, tests.id(cases.id))))), cases.title,
  format('a member who cites %s %L gets: %s', cases.table_name, cases.id, cases.title))
from (values
  ('projects', 'alpha', 'alpha'), ('tasks', 'alpha task', 'alpha task'), ('status_updates', 'alpha update', 'alpha, 2026-03-03'),
  ('projects', 'beta', 'dropped 1'), ('status_updates', 'beta update', 'dropped 1'), ('projects', 'delta', 'dropped 1'),
  ('projects', 'alpha task', 'dropped 1')) as cases (table_name, id, title);
select is(pg_temp.title(pg_temp.settle('lead', jsonb_build_array(pg_temp.fact('projects', tests.id('beta'))), 'member')), 'dropped 1',
  'a lead who views as a member cites only the member''s rows');
select is(pg_temp.title(pg_temp.settle('member', jsonb_build_array(pg_temp.fact(null, tests.id('alpha'))))), 'dropped 1', 'a citation of a row without a table is dropped');
select is(pg_temp.title(pg_temp.settle('member', jsonb_build_array(pg_temp.passage(1) || '{"kind": "web"}'))), 'dropped 1', 'a citation of an unknown kind is dropped');

-- Only passages of the published text of an active source with a project can be cited.
savepoint before;
update public.sources set archived_at = now() where id = tests.id('brief');
select is(pg_temp.title(pg_temp.settle('member', jsonb_build_array(pg_temp.passage(1)))), 'dropped 1', 'a citation of an archived source is dropped');
rollback to before;
update public.sources set published_version = null where id = tests.id('brief');
select is(pg_temp.title(pg_temp.settle('member', jsonb_build_array(pg_temp.passage(1)))), 'dropped 1', 'a citation of an unpublished source is dropped');
rollback to before;
update public.sources set version = 2, published_version = 2 where id = tests.id('brief');
select is(pg_temp.title(pg_temp.settle('member', jsonb_build_array(pg_temp.passage(1)))), 'dropped 1', 'a citation of a replaced text is dropped');
rollback to before;
select is(pg_temp.title(pg_temp.settle('lead', jsonb_build_array(pg_temp.passage(1, tests.id('Handbook 0'))))), 'dropped 1', 'a citation of a source without a project is dropped');

select * from finish();
rollback;
