begin;
select plan(19);
select tests.two_agencies();
select tests.indexed_document('member', 'brief.pdf') is not null as made;
select tests.indexed_document('lead', 'contract.pdf', 'alpha', 'contract') is not null as made;
select tests.indexed_document('lead', 'notes.pdf', 'beta') is not null as made;
select tests.indexed_document('other_admin', 'paper.pdf', 'delta') is not null as made;

-- Expected are the files of the versions that the persona sees, and the number of documents.
create function pg_temp.sees(persona text, expected text, condition text default '') returns text language plpgsql as $$
declare v_seen text;
begin
  perform tests.act_as(persona);
  begin
    select coalesce(string_agg(split_part(file_name, '.', 1), ' ' order by file_name), '') || '/' || (select count(*) from public.documents) into v_seen
    from public.document_versions;
  exception when insufficient_privilege then v_seen := 'refused';
  end;
  perform tests.act_as('owner');
  return is(v_seen, expected, format('%s sees %s%s', persona, expected, condition));
end;
$$;
select pg_temp.sees(persona, expected)
from (values ('admin', 'brief contract notes/3'), ('lead', 'brief contract notes/3'), ('member', 'brief/1'), ('member2', 'notes/1'),
  ('client', '/0'), ('outsider', '/0'), ('other_admin', 'paper/1'), ('anonymous', 'refused'), ('service', 'brief contract notes paper/4')
) as cases (persona, expected);

update public.sources set is_restricted = true where title = 'brief.pdf';
select pg_temp.sees('member', '/0', ' after the document is restricted');
update public.sources set is_restricted = false, project_id = tests.id('beta') where title = 'brief.pdf';
select pg_temp.sees('member', '/0', ' after the document moves to another project');
select pg_temp.sees('member2', 'brief notes/2', ' after a document moves to their project');
delete from public.project_members where person_id = tests.id('member2') and project_id = tests.id('beta');
select pg_temp.sees('member2', '/0', ' after leaving the project');

select throws_ok(format('set local role %s; select 1 from private.staged_passages', role), '42501', null, format('%s cannot read staged passages', role))
from unnest(array['authenticated', 'service_role', 'anon']) as role;
reset role;
select is((select count(*)::int from information_schema.role_table_grants where table_name in ('documents', 'document_versions')
  and grantee in ('anon', 'authenticated', 'service_role') and privilege_type <> 'SELECT'), 0, 'no role of the Data API can write to documents or their versions');
select is((select count(*)::int from pg_policies where tablename in ('documents', 'document_versions')
  and permissive = 'PERMISSIVE'), 2, 'each table has one policy');
select is((select count(*)::int from pg_policies where schemaname = 'storage' and cmd in ('UPDATE', 'DELETE', 'ALL')), 0,
  'no policy allows a change or deletion of a file');

select * from finish();
rollback;
