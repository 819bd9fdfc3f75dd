-- The version that a session saw last in the inbox, in the list, or by its own proposal or edit.
begin;
select plan(12);
select tests.two_agencies();
create temporary table card as select tests.propose('member') as id;
grant select on card to public;
create function pg_temp.read(persona text, session text) returns text language plpgsql as $$
declare v_answer text;
begin
  perform tests.act_as(persona);
  perform set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb
    || jsonb_strip_nulls(jsonb_build_object('session_id', session)))::text, true);
  select public.get_read_versions(array[card.id, tests.id('nothing')])::text into v_answer from card;
  perform tests.act_as('owner');
  return v_answer;
end;
$$;
create function pg_temp.shows(persona text, session text, call text) returns void language plpgsql as $$
begin
  perform tests.act_as(persona);
  perform set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb
    || jsonb_strip_nulls(jsonb_build_object('session_id', session)))::text, true);
  execute call;
  perform tests.act_as('owner');
end;
$$;
insert into auth.sessions (id, user_id)
select session, tests.id('lead user') from unnest(array[tests.id('desk'), tests.id('phone')]) as session;
create function pg_temp.of(version integer) returns text language sql as $$ select jsonb_build_object(id, version)::text from card $$;

select is(pg_temp.read('member', null), pg_temp.of(1), 'the proposer was shown what they proposed');
select is(pg_temp.read('lead', tests.id('desk')::text), '{}', 'a lead who opened nothing was shown nothing');
select pg_temp.shows('lead', tests.id('desk')::text, 'select public.get_inbox()');
select is(pg_temp.read('lead', tests.id('desk')::text), pg_temp.of(1), 'the inbox records its card as shown');
select is(pg_temp.read('lead', tests.id('phone')::text), '{}', 'the reading counts in that session alone');
select is(pg_temp.read('admin', null), '{}', 'the reading counts for that person alone');
select is(tests.answer('admin', format('select public.edit_approval(%L, %L, 1)', id, '{"title": "Another"}')), 'ok', 'an admin edits the card') from card;
select is(pg_temp.read('admin', null), pg_temp.of(2), 'an editor was shown the version they wrote');
select is(pg_temp.read('lead', tests.id('desk')::text), pg_temp.of(1), 'an edit leaves the record that the earlier version was read');
select pg_temp.shows('lead', tests.id('desk')::text, 'select public.list_approvals()');
select is(pg_temp.read('lead', tests.id('desk')::text), pg_temp.of(2), 'the list records the new version as shown');
select pg_temp.shows('lead', tests.id('phone')::text, format('select public.get_inbox(approval_id => %L)', id)) from card;
select is(pg_temp.read('lead', tests.id('phone')::text), pg_temp.of(2), 'the opened card records the new version as shown');
create temporary table before as select xmin::text as row_version, read_at from private.approval_readings where session_id = tests.id('desk')::text;
select pg_temp.shows('lead', tests.id('desk')::text, 'select public.get_inbox()');
select results_eq($$ select xmin::text as row_version, read_at from private.approval_readings where session_id = tests.id('desk')::text $$,
  'select * from before', 'reading the same again writes nothing');
select is(pg_temp.read('other_admin', null), '{}', 'another agency was shown nothing');
select * from finish();
rollback;
