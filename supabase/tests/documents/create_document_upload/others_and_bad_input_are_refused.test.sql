-- The refusals of create_document_upload, except that of a full storage. None of them writes anything.
begin;
select plan(30);
select tests.two_agencies();
create temporary table fixtures as
  select (tests.upload('member') ->> 'document_id')::uuid as brief,
         (tests.upload('lead', 'contract.pdf', 'alpha', 'contract') ->> 'document_id')::uuid as contract,
         (tests.upload('other_admin', 'paper.pdf', 'delta') ->> 'document_id')::uuid as paper,
         (tests.upload('lead', 'old.pdf', 'shared') ->> 'document_id')::uuid as archived;
grant select on fixtures to public;
update public.sources set archived_at = now() where id = (select archived from fixtures);
update public.projects set archived_at = now() where id = tests.id('gamma');

create function pg_temp.begin_upload(changes jsonb) returns jsonb language sql as $$
  select public.create_document_upload(
    (input ->> 'project_id')::uuid, input ->> 'file_name', input ->> 'content_type', (input ->> 'size_bytes')::bigint,
    input ->> 'title', (input ->> 'kind')::public.document_kind, (input ->> 'document_id')::uuid)
  from (select jsonb_build_object('project_id', tests.id('alpha'), 'file_name', 'a.pdf',
                                  'content_type', 'application/pdf', 'size_bytes', 10) || changes) as call (input)
$$;
grant execute on function pg_temp.begin_upload(jsonb) to public;

-- Refused calls run as the persona.
create function pg_temp.is_refused(persona text, changes jsonb, expected text, what text) returns text language plpgsql as $$
declare v_state text := 'not refused'; v_hint text := '';
begin
  perform tests.act_as(persona);
  begin
    perform pg_temp.begin_upload(changes);
  exception when others then get stacked diagnostics v_state = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return is(v_state || ' ' || v_hint, expected, what);
end;
$$;

select is(count(*)::int, 4, 'the test begins with four documents') from public.documents;

select pg_temp.is_refused(persona, '{}', expected, format('%s cannot begin an upload', persona))
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501 '),
  ('service', '42501 ')) as cases (persona, expected);
select pg_temp.is_refused('member', jsonb_build_object('kind', kind), 'OPDEN kind_needs_lead',
  format('a member cannot upload a %s', kind)) from unnest(array['contract', 'sow']) as kind;
select pg_temp.is_refused(persona, jsonb_build_object('project_id', tests.id(project)), expected, format('%s cannot upload to %s', persona, project))
from (values
  ('member', 'beta', 'OPNFD project_not_found'), ('member', 'delta', 'OPNFD project_not_found'),
  ('lead', 'delta', 'OPNFD project_not_found'), ('lead', 'nowhere', 'OPNFD project_not_found'),
  ('other_admin', 'alpha', 'OPNFD project_not_found'), ('lead', 'gamma', 'OPSTA project_archived')
) as cases (persona, project, expected);

select pg_temp.is_refused(persona, changes || jsonb_build_object('document_id', document), expected, what)
from fixtures, lateral (values
  ('member', '{}'::jsonb, contract, 'OPNFD document_not_found', 'a member cannot add a version to a contract'),
  ('member2', jsonb_build_object('project_id', tests.id('shared')), brief, 'OPNFD document_not_found', 'a member cannot add a version in another project'),
  ('lead', jsonb_build_object('project_id', tests.id('beta')), brief, 'OPNFD document_not_found', 'a version cannot move its document'),
  ('lead', '{}', paper, 'OPNFD document_not_found', 'a document of another organization is not found'),
  ('lead', '{}', tests.id('nothing'), 'OPNFD document_not_found', 'an unknown document is not found'),
  ('lead', '{"title": "Other"}', brief, 'OPINV version_keeps_title', 'a version cannot rename its document'),
  ('lead', '{"kind": "contract"}', brief, 'OPINV version_keeps_title', 'a version cannot change the kind of its document'),
  ('lead', jsonb_build_object('project_id', tests.id('shared')), archived, 'OPSTA document_archived', 'an archived document accepts no upload')
) as cases (persona, changes, document, expected, what);

select pg_temp.is_refused('lead', changes, expected, format('an upload with %s is refused', changes))
from (values
  ('{"file_name": " "}'::jsonb, 'OPINV invalid_document'), ('{"file_name": "a/b.pdf"}', 'OPINV invalid_document'),
  ('{"title": " "}', 'OPINV invalid_document'), ('{"size_bytes": 0}', 'OPINV invalid_document'),
  ('{"size_bytes": 26214401}', 'OPBIG file_too_large'), ('{"content_type": "image/png"}', 'OPINV unsupported_file_type'),
  ('{"content_type": "application/octet-stream"}', 'OPINV unsupported_file_type')
) as cases (changes, expected);

select is((select count(*)::int from public.documents) * 100 + (select count(*)::int from public.document_versions), 404,
  'the refusals store no document and no version');
select tests.act_as('lead');
select lives_ok($$ select pg_temp.begin_upload('{"file_name": "notes.MD", "content_type": "application/octet-stream"}') $$,
  'the name decides the type if the browser does not know it');

select * from finish();
rollback;
