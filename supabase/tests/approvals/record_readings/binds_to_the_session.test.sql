-- Each session records the version of a card that it last saw: in the inbox, in the list, or in a proposal or edit of
-- its person.
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

select is(pg_temp.read('member', null), pg_temp.of(1), 'a proposal counts as read by its proposer');
select is(pg_temp.read('lead', tests.id('desk')::text), '{}', 'a lead who has opened nothing has read nothing');
select pg_temp.shows('lead', tests.id('desk')::text, 'select public.get_inbox()');
select is(pg_temp.read('lead', tests.id('desk')::text), pg_temp.of(1), 'listing the inbox records its card as read');
select is(pg_temp.read('lead', tests.id('phone')::text), '{}', 'another session of the same person has read nothing');
select is(pg_temp.read('admin', null), '{}', 'another person has read nothing');
select is(tests.answer('admin', format('select public.edit_approval(%L, %L, 1)', id, '{"title": "Another"}')), 'ok', 'an admin edits the card') from card;
select is(pg_temp.read('admin', null), pg_temp.of(2), 'an edit counts as read by its editor');
select is(pg_temp.read('lead', tests.id('desk')::text), pg_temp.of(1), 'an edit does not change which version another person has read');
select pg_temp.shows('lead', tests.id('desk')::text, 'select public.list_approvals()');
select is(pg_temp.read('lead', tests.id('desk')::text), pg_temp.of(2), 'listing all cards records the new version as read');
select pg_temp.shows('lead', tests.id('phone')::text, format('select public.get_inbox(approval_id => %L)', id)) from card;
select is(pg_temp.read('lead', tests.id('phone')::text), pg_temp.of(2), 'opening a card records the new version as read');
create temporary table before as select xmin::text as row_version, read_at from private.approval_readings where session_id = tests.id('desk')::text;
select pg_temp.shows('lead', tests.id('desk')::text, 'select public.get_inbox()');
select results_eq($$ select xmin::text as row_version, read_at from private.approval_readings where session_id = tests.id('desk')::text $$,
  'select * from before', 'reading the same version again writes nothing');
select is(pg_temp.read('other_admin', null), '{}', 'an admin of another agency has read nothing');
select * from finish();
rollback;
