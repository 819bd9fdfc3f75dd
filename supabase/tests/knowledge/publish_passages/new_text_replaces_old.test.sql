-- The text of a meeting or email is published at once, and people who see its source find it.
begin;
select plan(17);
select tests.two_agencies();
insert into public.sources (id, organization_id, kind, project_id, title) values
  (tests.id('call'), tests.id('North'), 'meeting', tests.id('alpha'), 'Call'),
  (tests.id('standup'), tests.id('North'), 'meeting', null, 'Standup'),
  (tests.id('file'), tests.id('North'), 'document', tests.id('alpha'), 'File');
create function pg_temp.search(persona text) returns text language plpgsql as $$
begin
  perform tests.act_as(persona);
  return (select string_agg(answer ->> 'snippet', ' | ') from jsonb_array_elements(
    public.search_passages('zinnia marquee') -> 'results') as answers (answer));
end $$;
grant execute on function pg_temp.search(text) to authenticated;
create function pg_temp.published_passages() returns table (source_version integer, "position" integer, content text, location jsonb)
language sql as $$
  select passages.source_version, passages.position, passages.content, passages.location from public.passages
  where source_id = tests.id('call') order by passages.position $$;

select private.publish_passages(tests.id('call'), '[
  {"content": "The zinnia marquee is booked.", "location": {"speaker": "Ines", "at": "0:12"}}, {"content": "Thanks."}]');
select results_eq('select * from pg_temp.published_passages()', $$ values
  (1, 0, 'The zinnia marquee is booked.', '{"speaker": "Ines", "at": "0:12"}'::jsonb), (1, 1, 'Thanks.', '{}'::jsonb) $$,
  'passages are published in their order, with their locations');
select is(pg_temp.search('member'), 'The zinnia marquee is booked.', 'a member of the project finds the text');
select is(pg_temp.search('member2'), null, 'a member of another project does not find the text');
select is(pg_temp.search('other_admin'), null, 'another organization does not find the text');

select tests.act_as('owner');
create temporary table first_text as select id from public.passages where source_id = tests.id('call');
select private.publish_passages(tests.id('call'), '[
  {"content": "The zinnia marquee is booked.", "location": {"at": "0:12", "speaker": "Ines"}}, {"content": "Thanks.", "location": {}}]');
select is((select count(*)::int from public.passages where id in (select id from first_text)), 2,
  'publishing the same text again changes nothing, so citations stay valid');
select private.publish_passages(tests.id('call'), '[{"content": "Another tent."}]');
select results_eq('select * from pg_temp.published_passages()', $$ values (2, 0, 'Another tent.', '{}'::jsonb) $$,
  'another text is a new version and replaces all of the old one');
select is(pg_temp.search('member'), null, 'the old text is no longer found');
select tests.act_as('owner');
select private.publish_passages(tests.id('call'), '[]');
select is_empty($$ select from public.passages where source_id = tests.id('call') $$, 'publishing an empty array removes the text');
select is(version, 3, 'removing a text makes a new version') from public.sources where id = tests.id('call');

select throws_ok($$ select private.publish_passages(tests.id('standup'), '[{"content": "Hello."}]') $$,
  'OPSTA', null, 'publishing text of a source without a project is refused');
select lives_ok($$ select private.publish_passages(tests.id('standup'), '[]') $$, 'the text of a source without a project can be removed');
select throws_ok($$ select private.publish_passages(tests.id('file'), '[{"content": "Hello."}]') $$,
  'OPSTA', null, 'the text of a document can come only from its file');
select throws_ok($$ select private.publish_passages(tests.id('call'), '[{"content": " "}]') $$, 'OPINV', null, 'an empty passage is refused');
select throws_ok($$ select private.publish_passages(tests.id('call'), '{"content": "Hello."}') $$, 'OPINV', null, 'an object instead of an array is refused');
select throws_ok($$ select private.publish_passages(tests.id('missing'), '[]') $$, 'OPNFD', null, 'an unknown source is refused');
select is_empty($$ select from public.passages where source_id = any (tests.ids('{call,standup,file}')) $$, 'the refusals store no text');
select tests.act_as('member');
select throws_ok($$ select private.publish_passages(tests.id('call'), '[{"content": "Forged."}]') $$, '42501', null, 'a person cannot publish text');

select * from finish();
rollback;
