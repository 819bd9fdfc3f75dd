-- A decision binds to a hash: another card, kind, project, version, target or word of the payload gives another hash,
-- and the text of one field cannot pass as the text of another.
begin;
select plan(4);
select tests.two_agencies();

create function pg_temp.hash(changes jsonb default '{}') returns text language sql as $$
  select private.approval_hash(jsonb_populate_record(null::public.approvals, jsonb_build_object(
    'id', tests.id('card'), 'organization_id', tests.id('North'), 'version', 1, 'kind', 'task_create', 'project_id', tests.id('alpha'),
    'payload', jsonb_build_object('title', 'a', 'description', 'b')) || changes))
$$;
create temporary table variant (changes jsonb);
insert into variant values
  ('{}'), (jsonb_build_object('id', tests.id('other'))), (jsonb_build_object('organization_id', tests.id('South'))), ('{"version": 2}'),
  ('{"version": 11}'), ('{"kind": "scope_flag"}'), (jsonb_build_object('project_id', tests.id('beta'))), ('{"project_id": null}'),
  (jsonb_build_object('target_id', tests.id('alpha'))), (jsonb_build_object('undo_of_id', tests.id('alpha')));
insert into variant select jsonb_build_object('payload', payload) from unnest(array[
  '{}', '{"title": "a"}', '{"title": "a", "description": ""}', '{"title": "a", "description": null}', '{"title": "a\nb"}',
  '{"title": "a\n", "description": "b"}', '{"title": "a", "description": "\nb"}', '{"title": "a\",\"description\":\"b"}',
  '{"title": "ab", "description": ""}', '{"title": "A", "description": "b"}', '{"title": "a", "description": "b", "constructor": "c"}',
  '{"title": ["a"], "description": "b"}', '{"title": "b", "description": "a"}', '{"title": "1"}', '{"title": 1}']::jsonb[]) as payload;
select is(count(distinct pg_temp.hash(changes)), count(*), 'a change of any part of the decision changes the hash') from variant;
select is(pg_temp.hash('{"payload": {"description": "b", "title": "a"}}'), pg_temp.hash(), 'the order of fields does not change the hash');
select is(pg_temp.hash('{"payload": {"title": "a", "hours": 1.50}}'), pg_temp.hash('{"payload": {"hours": 1.50, "title": "a"}}'), 'the form of a number does not change the hash');
select is(pg_temp.hash('{"status": "approved", "title": "Else", "updated_at": "2026-01-01T00:00:00Z", "review": {}}'), pg_temp.hash(),
  'fields outside the decision do not change the hash');

select * from finish();
rollback;
