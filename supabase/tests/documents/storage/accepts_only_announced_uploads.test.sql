-- Only the person who announced an upload can create its object in the bucket, and no one can change one.
begin;
select plan(32);
select tests.two_agencies();
create temporary table fixtures as
  select tests.upload('member') as awaited, tests.upload('lead', 'contract.pdf', 'alpha', 'contract') as contract,
         tests.indexed_document('member', 'brief.pdf') as brief, tests.indexed_document('lead', 'sow.pdf', 'alpha', 'sow') as sow;
grant select on fixtures to public;

select is(allowed_mime_types, array(select content_type from private.document_types()), 'the bucket accepts the types that can be read')
from storage.buckets where id = 'documents';
select is((public, file_size_limit)::text, '(f,26214400)', 'the bucket is private, and a file has at most 25 MiB') from storage.buckets where id = 'documents';

create function pg_temp.outcome(persona text, statement text) returns text language plpgsql as $$
declare v_count integer; v_state text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
    get diagnostics v_count = row_count;
    -- Each attempt is undone, so that all start from the same rows.
    raise exception sqlstate 'UNDOO';
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate;
  end;
  perform tests.act_as('owner');
  return case v_state when 'UNDOO' then v_count::text else v_state end;
end;
$$;
create function pg_temp.insert_at(path text, upsert boolean default false) returns text language sql as $$
  select format('insert into storage.objects (bucket_id, name, metadata) values (%L, %L, ''{"size": 1}'')', 'documents', path)
    || case when upsert then ' on conflict (bucket_id, name) do update set metadata = excluded.metadata' else '' end
$$;

select is(pg_temp.outcome(persona, pg_temp.insert_at(awaited ->> 'path')), expected, format('%s who uploads to the path of the member gets %s', persona, expected))
from fixtures, (values ('member', '1'), ('lead', '42501'), ('admin', '42501'), ('member2', '42501'), ('client', '42501'), ('outsider', '42501'),
  ('other_admin', '42501'), ('anonymous', '42501')) as cases (persona, expected);
select is(pg_temp.outcome('member', pg_temp.insert_at(path)), '42501', 'a member cannot upload to ' || what)
from fixtures, lateral (values (contract ->> 'path', 'a contract''s path'), ((awaited ->> 'path') || 'x', 'a path that only begins like their own'), ('x', 'anywhere'),
  ((select path from public.document_versions where document_id = brief), 'the path of a finished upload')) as cases (path, what);
select is(pg_temp.outcome('member', pg_temp.insert_at(awaited ->> 'path', true)), '42501', 'a member cannot upload with permission to overwrite') from fixtures;
select is(pg_temp.outcome('lead', pg_temp.insert_at(contract ->> 'path')), '1', 'a lead uploads a contract') from fixtures;

select is(pg_temp.outcome(persona, statement), expected, format('%s changes no row with: %s', persona, statement))
from unnest(array['member', 'lead']) as persona, (values
  ($$ update storage.objects set metadata = '{}' where bucket_id = 'documents' $$, '0'),
  ($$ update storage.objects set name = 'x' where bucket_id = 'documents' $$, '0'),
  ($$ delete from storage.objects where bucket_id = 'documents' $$, '0'),
  ($$ update storage.buckets set public = true where id = 'documents' $$, '0')) as cases (statement, expected);

create function pg_temp.visible_files(persona text) returns text language plpgsql as $$
declare v_names text;
begin
  perform tests.act_as(persona);
  select string_agg(substring(name from '[^/]+$'), ' ' order by substring(name from '[^/]+$')) into v_names
  from storage.objects where bucket_id = 'documents';
  perform tests.act_as('owner');
  return coalesce(v_names, '');
end;
$$;
select tests.put_file(awaited ->> 'path') is not null as put from fixtures;
select is(string_agg(persona || ': ' || pg_temp.visible_files(persona), ', ' order by persona),
  'admin: , anonymous: , client: , lead: , member: , member2: , other_admin: , outsider: ',
  'Storage shows no file to any role, because the function that serves files checks access at each download')
from unnest(array['admin', 'anonymous', 'client', 'lead', 'member', 'member2', 'other_admin', 'outsider']) as persona;

-- An upload to a signed address bypasses every policy, but its row names the person. The member then loses access.
create function pg_temp.insert_signed(path text) returns text language sql as $$
  select format('insert into storage.objects (bucket_id, name, metadata, owner_id) values (%L, %L, ''{"size": 1}'', %L)', 'documents', path, user_id)
  from public.people where people.id = tests.id('member')
$$;
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
delete from storage.objects where name = (select awaited ->> 'path' from fixtures);
select is(pg_temp.outcome('member', pg_temp.insert_at(awaited ->> 'path')), '42501', 'a person without access uploads no file') from fixtures;
select is(pg_temp.outcome('owner', pg_temp.insert_signed(awaited ->> 'path')), 'OPDEN', 'a person without access cannot upload to an address that was signed earlier') from fixtures;
insert into public.project_members (organization_id, project_id, person_id) values (tests.id('North'), tests.id('alpha'), tests.id('member'));
select is(pg_temp.outcome('member', pg_temp.insert_at(awaited ->> 'path')), '1', 'a person who is a member again can upload the file') from fixtures;
select is(pg_temp.outcome('owner', pg_temp.insert_signed(path)), expected, 'a signed address accepts ' || what)
from fixtures, lateral (values (awaited ->> 'path', '1', 'an upload to its path'), ('x', 'OPDEN', 'no upload to another path')) as cases (path, expected, what);
update public.document_versions set created_at = now() - interval '25 hours' where path = (select awaited ->> 'path' from fixtures);
select is(pg_temp.outcome('member', pg_temp.insert_at(awaited ->> 'path')), '42501', 'a file that arrives more than a day after its announcement is refused') from fixtures;
update public.document_versions set created_at = now();
update public.sources set archived_at = now() where id = (select (awaited ->> 'document_id')::uuid from fixtures);
select is(pg_temp.outcome('member', pg_temp.insert_at(awaited ->> 'path')), '42501', 'an archived document accepts no upload') from fixtures;

select * from finish();
rollback;
