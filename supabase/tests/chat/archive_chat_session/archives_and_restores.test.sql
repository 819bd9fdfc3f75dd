begin;
select plan(17);
select tests.two_agencies();
select tests.turn('member', 's', 'Question', 'Answer');
create temporary table conversation as select id from public.chat_sessions;
create function pg_temp.archive(persona text, archives boolean default true) returns text language sql as $$
  select tests.answer(persona, format('select public.archive_chat_session(%L, %L)', id, archives)) from conversation
$$;
create function pg_temp.archived_at() returns timestamptz language sql as $$ select archived_at from public.chat_sessions $$;

select is(pg_temp.archive(persona), refused, persona || ' cannot archive the conversation') from (values
  ('admin', 'OPNFD session_not_found'), ('lead', 'OPNFD session_not_found'), ('member2', 'OPNFD session_not_found'),
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD session_not_found'),
  ('anonymous', '42501'), ('service', '42501')) as cases (persona, refused);
select is(pg_temp.archived_at(), null, 'the refusals leave the conversation active');
select is(pg_temp.archive('member'), 'ok', 'the owner archives the conversation');
create temporary table since as select pg_temp.archived_at() as at;
select isnt(at, null, 'an archived conversation has the time at which it was archived') from since;
select is(pg_temp.archive('member'), 'ok', 'the owner archives the conversation again');
select is(pg_temp.archived_at(), at, 'archiving a conversation again leaves archived_at unchanged') from since;
select is(pg_temp.archive('member', false), 'ok', 'the owner restores the conversation');
select is(pg_temp.archived_at(), null, 'a restored conversation is active');
select pg_temp.archive('member');
select is(tests.remembers('member', 's') || pg_temp.archived_at()::text, array['user Question', 'assistant Answer', null],
  'the next question restores the conversation with its messages');

select * from finish();
rollback;
