-- A narrow scope is searched exactly and a wide one by the index. No result is outside the caller's scope.
begin;
select plan(32);
select tests.two_agencies();
select tests.sources();
select tests.embedded_sources();
create temporary table questions as
  select persona, tests.vector(content) as question, tests.id(source) as source_id, array(select tests.id(scope) from unnest(scopes::text[]) as scope) as scopes
  from (values
    ('member', 'brief', '{alpha,shared}'), ('member2', 'notes', '{beta,shared}'),
    ('lead', 'contract', '{alpha,beta,gamma,shared,North}'), ('other_admin', 'paper', '{delta,South}'))
    as cases (persona, source, scopes)
  join public.passages on passages.source_id = tests.id(source) and position = 1;
create function pg_temp.nearest(question real[], scopes uuid[], result_limit integer default 3) returns setof uuid language sql as $$
  select passages.source_id from unnest(private.nearest_passages(question, 'words@1', scopes, result_limit)) with ordinality as near (passage_id, position)
  join public.passages on passages.id = near.passage_id order by near.position
$$;
grant select on questions to authenticated;
grant execute on function pg_temp.nearest(real[], uuid[], integer) to authenticated;

create function pg_temp.checks(width text) returns setof text language plpgsql as $$
declare
  v_question questions;
  v_other questions;
begin
  for v_question in select * from questions loop
    perform tests.act_as(v_question.persona);
    return next is(
      (select array_agg(near) from pg_temp.nearest(v_question.question, v_question.scopes, 1) as near), array[v_question.source_id],
      format('%s finds a passage by its vector in a %s search', v_question.persona, width));
    -- The vector is that of a passage outside the caller's scope, and no join limits the results to visible rows.
    select * into v_other from questions where (questions.persona = 'other_admin') <> (v_question.persona = 'other_admin') limit 1;
    return next is_empty(
      format('select unnest(private.nearest_passages(%L, ''words@1'', %L, 3))', v_other.question, v_other.scopes),
      format('%s gets nothing from a foreign scope in a %s search', v_question.persona, width));
    return next is(
      (select count(*) from unnest(private.nearest_passages(v_other.question, 'words@1', v_question.scopes || v_other.scopes, 50)) as near
       where not exists (select from public.passages where passages.id = near)), 0::bigint,
      format('a foreign scope adds nothing to the results of %s in a %s search', v_question.persona, width));
  end loop;
  perform tests.act_as('owner');
end;
$$;
select pg_temp.checks('narrow');
create or replace function private.exact_search_limit() returns integer language sql immutable set search_path = pg_catalog, pg_temp as 'select 0';
select pg_temp.checks('wide');

-- Every filter.
select tests.act_as('lead');
select is_empty(format($$ select unnest(private.nearest_passages(%L, 'another@1', %L, 3)) $$, question, scopes),
  'a question of another model has no results') from questions where persona = 'lead';
select set_eq(format($$ select source_id from unnest(private.nearest_passages(%L, 'words@1', %L, 50, project_id => tests.id('alpha'))) as near join public.passages on passages.id = near $$, question, scopes),
  tests.ids('{brief,contract}'), 'a filter finds passages of one project') from questions where persona = 'lead';
select set_eq(format($$ select source_id from unnest(private.nearest_passages(%L, 'words@1', %L, 50, source_id => tests.id('notes'))) as near join public.passages on passages.id = near $$, question, scopes),
  tests.ids('{notes}'), 'a filter finds passages of one source') from questions where persona = 'lead';
select is_empty(format($$ select unnest(private.nearest_passages(%L, 'words@1', %L, 50, source_kinds => '{email}')) $$, question, scopes),
  'a filter for another kind finds no passages') from questions where persona = 'lead';
select tests.act_as('owner');
update public.sources set occurred_at = '2026-03-03' where id = tests.id('brief');
update public.sources set archived_at = now() where id = tests.id('notes');
select tests.act_as('lead');
select set_eq(format($$ select source_id from unnest(private.nearest_passages(%L, 'words@1', %L, 50, occurred_from => '2026-03-01', occurred_before => '2026-04-01')) as near join public.passages on passages.id = near $$, question, scopes),
  tests.ids('{brief}'), 'a filter finds passages of a period') from questions where persona = 'lead';
select set_eq(format($$ select source_id from unnest(private.nearest_passages(%L, 'words@1', %L, 50)) as near join public.passages on passages.id = near $$, question, scopes),
  tests.ids('{brief,contract}'), 'archived sources and sources without a project are not found') from questions where persona = 'lead';
select throws_ok($$ select * from private.nearest_passages('{1,2}', 'words@1', '{}', 3) $$, 'OPINV', null, 'a vector needs 384 numbers');
select tests.act_as('client');
select is_empty(format('select pg_temp.nearest(%L, %L)', question, scopes), 'a client contact gets no passages') from questions where persona = 'member' limit 1;
select tests.act_as('owner');
select * from finish();
rollback;
