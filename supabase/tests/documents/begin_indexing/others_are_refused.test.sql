-- A refusal reveals nothing about a document, and the limit of calls is checked before anything else.
begin;
select plan(15);
select tests.two_agencies();
create temporary table fixtures as
  select tests.queued_document('member', 'brief.pdf') as brief,
         tests.queued_document('lead', 'contract.pdf', 'alpha', 'contract') as contract,
         tests.queued_document('other_admin', 'paper.pdf', 'delta') as paper,
         tests.queued_document('lead', 'old.pdf', 'shared') as old;
grant select on fixtures to public;
delete from private.rate_limits;
create temporary table before as select jsonb_agg(v order by path) as rows from public.document_versions as v;

create function pg_temp.is_refused(persona text, document uuid, expected text, what text) returns text language plpgsql as $$
declare v_state text := 'not refused'; v_hint text := '';
begin
  perform tests.act_as(persona);
  begin
    perform tests.begin_indexing(document);
  exception when others then get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return is(v_state || ' ' || v_hint, expected, what);
end;
$$;

select pg_temp.is_refused(persona, document, expected, what)
from fixtures, lateral (values
  ('client', brief, 'OPDEN role_not_allowed', 'a client contact cannot begin processing a document'), ('outsider', brief, 'OPDEN no_membership', 'an outsider cannot begin processing a document'),
  ('anonymous', brief, '42501 ', 'an anonymous caller cannot begin processing a document'), ('service', brief, '42501 ', 'a key cannot begin processing a document'),
  ('member2', brief, 'OPNFD document_not_found', 'a member of another project cannot begin processing a document'),
  ('member', contract, 'OPNFD document_not_found', 'a member does not find a contract of their project'),
  ('lead', paper, 'OPNFD document_not_found', 'a document of another organization is not found'),
  ('lead', tests.id('nothing'), 'OPNFD document_not_found', 'an unknown document is not found')
) as cases (persona, document, expected, what);
update public.sources set archived_at = now() where id = (select old from fixtures);
select pg_temp.is_refused('lead', (select old from fixtures), 'OPSTA document_archived', 'an archived document is refused');
update public.sources set archived_at = null where id = (select old from fixtures);
update public.projects set archived_at = now() where id = tests.id('shared');
select pg_temp.is_refused('lead', (select old from fixtures), 'OPSTA project_archived', 'a document of an archived project is refused');
select is((select jsonb_agg(v order by path) from public.document_versions as v), (select rows from before),
  'the refusals leave every upload unchanged');

-- Twelve calls a minute are accepted. refused_calls_count.test.sql tests which calls count.
delete from private.rate_limits where person_id is not null;
select tests.act_as('member');
select lives_ok($$ select tests.begin_indexing(fixtures.brief) from fixtures, generate_series(1, 12) $$, 'twelve calls in a minute are accepted');
select tests.act_as('owner');
select pg_temp.is_refused('member', document, 'OPLIM rate_limited', 'the thirteenth call is refused for any document')
from fixtures, unnest(array[brief, tests.id('nothing')]) as document;
select tests.act_as('lead');
select lives_ok($$ select tests.begin_indexing(fixtures.brief) from fixtures $$, 'another person has a separate limit of twelve calls');

select * from finish();
rollback;
