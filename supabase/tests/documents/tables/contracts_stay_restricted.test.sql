-- No writer can make a contract visible to the members of its project, not even the owner of the tables.
begin;
select plan(9);
select tests.two_agencies();
create temporary table fixtures as
  select tests.indexed_document('lead', 'contract.pdf', 'alpha', 'contract') as contract,
         tests.indexed_document('lead', 'sow.pdf', 'alpha', 'sow') as sow,
         tests.indexed_document('lead', 'brief.pdf') as brief;

select throws_ok(format('update public.sources set is_restricted = false where id = %L', id), '23514', null,
  'the restriction of the source of a contract or statement of work cannot be lifted')
from fixtures, unnest(array[contract, sow]) as id;
select throws_ok(format('update public.documents set is_restricted = false, scope_id = %L where id = %L', tests.id('alpha'), contract),
  '23514', null, 'the restriction of the document of a contract cannot be lifted') from fixtures;
select throws_ok(format('update public.documents set kind = %L where id = %L', kind, brief), '23514', null,
  'an unrestricted document cannot become a contract or statement of work')
from fixtures, unnest(array['contract', 'sow']) as kind;
select throws_ok(format('update public.documents set scope_id = %L where id = %L', tests.id('alpha'), contract), '23503', null,
  'a document cannot have a different scope from its source') from fixtures;
select throws_ok(format('update public.document_versions set scope_id = %L where document_id = %L', tests.id('alpha'), contract), '23503', null,
  'an upload cannot have a different scope from its document') from fixtures;
select throws_ok(
  $$ insert into public.document_versions (document_id, version, organization_id, scope_id, path, file_name, content_type, size_bytes)
     select document_id, 2, organization_id, scope_id, path, file_name, content_type, size_bytes from public.document_versions limit 1 $$,
  '23505', null, 'two uploads cannot have the same path');
select is((select array_agg((is_restricted, scope_id = tests.id('North'))::text order by kind) from public.documents),
  '{"(t,t)","(t,t)","(f,f)"}', 'the refusals change nothing');

select * from finish();
rollback;
