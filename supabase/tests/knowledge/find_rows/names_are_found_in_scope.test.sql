begin;
select plan(51);
select tests.two_agencies();
select tests.cards();

-- Formats the answer as "kind: title, title; kind: …", in its own order.
create function pg_temp.find(query text, kinds public.found_kind[] default null, result_limit integer default 10)
returns text language sql as $$
  select string_agg(format('%s: %s', one.value ->> 'kind', (
      select string_agg(named.value ->> 'title', ', ' order by named.ordinality)
      from jsonb_array_elements(one.value -> 'rows') with ordinality as named)), '; ' order by one.ordinality)
  from jsonb_array_elements(public.find_rows(query, kinds, result_limit) -> 'groups') with ordinality as one
$$;
grant execute on function pg_temp.find(text, public.found_kind[], integer) to public;
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;

insert into public.sources (id, organization_id, kind, title, project_id, is_restricted)
select tests.id(name), tests.id('North'), 'document', name, tests.id(project), is_restricted
from (values ('alpha brief', 'alpha', false), ('alpha fees', 'alpha', true), ('beta brief', 'beta', false))
  as cases (name, project, is_restricted);
insert into public.documents (id, organization_id, scope_id, is_restricted)
select id, organization_id, scope_id, is_restricted from public.sources
where id in (tests.id('alpha brief'), tests.id('alpha fees'), tests.id('beta brief'));
insert into public.tasks (id, organization_id, project_id, title, status) values
  (tests.id('kickoff'), tests.id('North'), tests.id('shared'), 'Kickoff of the café website', 'open'),
  (tests.id('kickoff done'), tests.id('North'), tests.id('shared'), 'Kickoff', 'done'),
  (tests.id('kickoff prepare'), tests.id('North'), tests.id('shared'), 'Prepare the kickoff', 'open'),
  (tests.id('workflow'), tests.id('North'), tests.id('shared'), 'Describe workflows (draft)', 'open');

-- The scope is the same as in the lists of each kind.
create function pg_temp.found_as(persona text, query text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return pg_temp.find(query);
end;
$$;
grant execute on function pg_temp.found_as(text, text) to public;

select is(pg_temp.found_as(persona, 'alpha'), expected, persona || ' finds only the rows of alpha in their scope')
from (values
  ('admin', 'project: alpha; task: alpha task; card: alpha note card, alpha contract card; document: alpha fees, alpha brief'),
  ('lead', 'project: alpha; task: alpha task; card: alpha note card, alpha contract card; document: alpha fees, alpha brief'),
  ('member', 'project: alpha; task: alpha task; card: alpha note card; document: alpha brief'),
  ('member2', null), ('other_admin', null)) as cases (persona, expected);
select is(pg_temp.found_as(persona, 'Harbour'), expected, persona || ' finds only the clients and accounts in their scope')
from (values
  ('lead', 'client: Harbour; account: Harbour shop'), ('member', 'client: Harbour; account: Harbour shop'),
  ('member2', null), ('other_admin', 'client: Harbour; account: Harbour shop')) as cases (persona, expected);
select is(pg_temp.found_as(persona, 'freelancer'), expected, persona || ' finds only the people in their scope')
from (values ('lead', 'person: freelancer'), ('member', null), ('other_admin', null)) as cases (persona, expected);
select is(pg_temp.found_as(persona, 'North memo'), expected, persona || ' finds only the cards without a project in their scope')
from (values ('lead', 'card: North memo card'), ('member', null)) as cases (persona, expected);
select is(pg_temp.found_as('lead', 'gamma task'), null, 'an archived task is not found');

-- A restricted row changes neither the count nor the order of results for people who cannot see it.
select tests.act_as('member');
select is(
  public.find_rows('alpha', '{card}', 1) #> '{groups,0,has_more}', 'false', 'a restricted card does not count as a further row');
select tests.act_as('lead');
select is(public.find_rows('alpha', '{card}', 1) #> '{groups,0,has_more}', 'true', 'a restricted card counts for a lead');
select tests.act_as('member2');
select is(public.find_rows('alpha cotract'), '{"groups": []}', 'a similar name does not reveal a restricted card');

-- Ranking.
select tests.act_as('member');
select is(pg_temp.find('kickoff', '{task}'), 'task: Kickoff, Kickoff of the café website, Prepare the kickoff',
  'exact names come first, then beginnings, then words');
select is(pg_temp.find('KICK'), 'task: Kickoff of the café website, Kickoff, Prepare the kickoff',
  'open tasks come before done ones');
select is(pg_temp.find('cafe website'), 'task: Kickoff of the café website', 'accents and upper case are ignored');
select is(pg_temp.find('website café'), 'task: Kickoff of the café website', 'words of a query can be in any order');
select is(pg_temp.find('orkflow'), 'task: Describe workflows (draft)', 'a part of a word is found');
select is(pg_temp.find('kickoff nothing'), null, 'every word of a query must occur');
select is(pg_temp.find('kickoff', null, 1), 'task: Kickoff', 'the limit is per kind');
select is(public.find_rows('kickoff', null, 1) #> '{groups,0,has_more}', 'true', 'the answer reports further rows');
select is(pg_temp.find('P-1'), 'project: alpha', 'a project is found by its code');
select is(pg_temp.find('colleague@tests'), 'person: colleague', 'a person is found by their address');
select is(pg_temp.find('member', '{person}'), 'person: member, member2', 'a kind narrows the answer');
select is(pg_temp.find('shared', '{task,project}'), 'project: shared; task: shared task', 'the best group comes first');

-- Typing errors.
select is(pg_temp.find('kikoff'), 'task: Prepare the kickoff, Kickoff of the café website, Kickoff',
  'a missing letter is tolerated');
select is(public.find_rows('kikoff') #> '{groups,0,is_similar}', 'true', 'the answer marks a group of similar matches');
select is(pg_temp.find('prepaer the kickof'), 'task: Prepare the kickoff', 'a misspelling is tolerated in several words');
select is(pg_temp.find('wbesite'), 'task: Kickoff of the café website', 'exchanged letters are tolerated');
select is(pg_temp.find('colleage'), 'person: colleague', 'a misspelling is tolerated in names of people');
select is(public.find_rows('kickoff') #> '{groups,0,is_similar}', 'false', 'an exact name is not reported as similar');
select is(pg_temp.found_as('lead', 'Habrour'), 'client: Harbour; account: Harbour shop', 'a misspelling is tolerated in names of clients');
select is(pg_temp.found_as('lead', 'kikoff'), 'task: Prepare the kickoff, Kickoff of the café website, Kickoff',
  'a missing letter is tolerated for a lead, whose search uses an index');
select is(pg_temp.found_as('lead', 'kickoff website'), 'task: Kickoff of the café website', 'every word of a query must occur for a lead, whose search uses an index');
select is(pg_temp.found_as('lead', 'kix'), null, 'a short word is not similar to anything for a lead, whose search uses an index');
select is(pg_temp.found_as('lead', 'pr kikoff'), 'task: Prepare the kickoff',
  'a short word next to a misspelled one matches by its beginning');
select tests.act_as('member');
select is(pg_temp.find('kic'), 'task: Kickoff of the café website, Kickoff, Prepare the kickoff', 'three letters find a name');
select is(pg_temp.find('kix'), null, 'a short word is not similar to anything');
select is(pg_temp.find('%'), null, 'a percent sign is not a wildcard');
select is(pg_temp.find('k_ckoff', '{project}'), null, 'an underscore is not a wildcard');

-- Callers without the right to search.
select tests.act_as('owner');
select is(pg_temp.refusal('client', $$ select public.find_rows('alpha') $$), 'OPDEN role_not_allowed', 'a client cannot search rows');
select is(pg_temp.refusal('outsider', $$ select public.find_rows('alpha') $$), 'OPDEN no_membership', 'an outsider cannot search rows');
select is(pg_temp.refusal('anonymous', $$ select public.find_rows('alpha') $$), '42501', 'an anonymous caller cannot search rows');
select is(pg_temp.refusal('lead', $$ select public.find_rows(' ') $$), 'OPINV invalid_query', 'an empty query is refused');
select is(pg_temp.refusal('lead', $$ select public.find_rows(repeat('x', 201)) $$), 'OPINV invalid_query', 'a long query is refused');
select is(pg_temp.refusal('lead', $$ select public.find_rows('x', null, 21) $$), 'OPINV limit_out_of_range', 'a limit that is too high is refused');

select * from finish();
rollback;
