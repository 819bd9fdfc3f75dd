begin;
select plan(14);
select tests.two_agencies();
select tests.sources();

create function pg_temp.cite(persona text, citation jsonb, as_persona text default null) returns text language plpgsql as $$
declare v_settled jsonb;
begin
  perform tests.act_as(persona);
  v_settled := public.settle_citations(jsonb_build_array('{"n": 1}'::jsonb || citation), tests.id(as_persona));
  perform tests.act_as('owner');
  return coalesce(v_settled -> 'citations' -> 0 ->> 'title', 'dropped ' || (v_settled ->> 'dropped'));
end;
$$;
create function pg_temp.passage(source text, quote text default 'the budget – all of it – is agreed') returns jsonb language sql as $$
  select jsonb_build_object('kind', 'chunk', 'id', tests.id(initcap(source) || ' 0'), 'quote', quote)
$$;
create function pg_temp.fact(table_name text, name text) returns jsonb language sql as $$
  select jsonb_build_object('kind', 'row', 'table', table_name, 'id', tests.id(name), 'quote', '')
$$;

select is(pg_temp.cite('member', pg_temp.passage('brief')), 'Brief', 'a member cites a quote of their passage');
select is(pg_temp.cite('member', pg_temp.passage('brief') || '{"n": 2816}'), 'Brief', 'a large citation number is accepted');
select is(pg_temp.cite('member', pg_temp.passage('brief', 'the budget - all of it - is agreed')), 'Brief', 'a quote matches with other dashes');
select is(pg_temp.cite('member', pg_temp.passage('brief', 'the budget is agreed')), 'dropped 1', 'a citation whose quote leaves out words is dropped');
select is(pg_temp.cite('member', pg_temp.passage('brief', '  ')), 'dropped 1', 'a citation with a blank quote is dropped');
select is(pg_temp.cite('member', pg_temp.passage('contract')), 'dropped 1', 'a member cannot cite a restricted source');
select is(pg_temp.cite('member', pg_temp.passage('notes')), 'dropped 1', 'a member cannot cite a source of another project');
select is(pg_temp.cite('lead', pg_temp.passage('contract')), 'Contract', 'a lead cites a restricted source');
select is(pg_temp.cite('lead', pg_temp.passage('contract'), 'member'), 'dropped 1', 'a lead who views as a member cannot cite a restricted source');
select is(pg_temp.cite('lead', pg_temp.passage('paper')), 'dropped 1', 'a lead cannot cite a source of another agency');
select is(pg_temp.cite('member', pg_temp.fact('tasks', 'alpha task')), 'alpha task', 'a member cites a row of their project');
select is(pg_temp.cite('member', pg_temp.fact('tasks', 'beta task')), 'dropped 1', 'a member cannot cite a row of another project');
select is(pg_temp.cite('member', pg_temp.fact('time_entries', 'alpha hours')), 'dropped 1', 'a citation of a row of an uncitable table is dropped');
select tests.act_as('member');
select throws_ok($$ select public.settle_citations('[{"n": 0, "kind": "chunk"}]') $$, 'OPINV', null, 'a citation needs a number and an id');

select * from finish();
rollback;
