-- An answer is ended by whoever asked, once, whatever has become of them or of what it cites meanwhile.
begin;
select plan(40);
select tests.two_agencies();
select tests.sources();
create function pg_temp.begin(persona text, as_persona text default null, session text default 's') returns uuid language plpgsql as $$
declare v_id uuid;
begin
  perform tests.act_as(persona);
  v_id := public.begin_chat_turn(tests.id(session), 'Question', tests.id(as_persona)) ->> 'message_id';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
create function pg_temp.finish(message uuid, persona text, content text default 'Answer', source text default 'Brief') returns text
language sql as $$
  select tests.answer(persona, format($q$ select public.finish_chat_turn(%L, %L, 'words', jsonb_build_array(
    jsonb_build_object('n', 1, 'kind', 'chunk', 'id', %L, 'quote', 'the budget – all of it – is agreed'))) $q$,
    message, content, tests.id(source || ' 0')))
$$;
-- How an answer ended, its words, what it cites, and how much was dropped.
create function pg_temp.ended(message uuid) returns text language sql as $$
  select concat_ws(' ', status, error_code, '"' || content || '"',
    (select string_agg(title, ' ') from public.chat_citations where message_id = message), dropped_citations)
  from public.chat_messages where id = message
$$;

create temporary table one as select pg_temp.begin('member') as id;
select is(pg_temp.finish(id, persona), refused, persona || ' ends nobody''s answer') from one, (values
  ('admin', 'OPNFD message_not_found'), ('lead', 'OPNFD message_not_found'), ('member2', 'OPNFD message_not_found'),
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD message_not_found'),
  ('anonymous', '42501'), ('service', '42501')) as given (persona, refused);
select is(tests.answer(persona, format($$ select public.fail_chat_turn(%L, 'forged') $$, id)), refused, 'nor fails it: ' || persona)
from one, (values
  ('admin', 'OPNFD message_not_found'), ('member2', 'OPNFD message_not_found'), ('client', 'OPDEN role_not_allowed'),
  ('other_admin', 'OPNFD message_not_found'), ('service', '42501')) as given (persona, refused);
select is(pg_temp.ended(id), 'answering "" 0', 'it runs as before') from one;
select is(pg_temp.finish(gen_random_uuid(), 'member'), 'OPNFD message_not_found', 'one that is not there');
select is(pg_temp.finish(asked.id, 'member'), 'OPNFD message_not_found', 'or is the question')
from one join public.chat_messages as answer using (id)
join public.chat_messages as asked on asked.chat_session_id = answer.chat_session_id and asked.role = 'user';
select is(pg_temp.finish(id, 'member', content), 'OPINV invalid_answer', 'words there must be, and not too many')
from one, unnest(array['', E' \n', repeat('x', 200001)]) as content;
select is(tests.answer('member', format('select public.finish_chat_turn(%L, %L, %L, tool_steps => %L)', id, 'A', 'm', steps)),
  'OPINV invalid_answer', 'steps are a list')
from one, unnest(array['{}', '1', jsonb_path_query_array(to_jsonb(array_fill(1, array[201])), '$[*]')::text]) as steps;
select is(pg_temp.ended(id), 'answering "" 0', 'none of that is written') from one;
select is(pg_temp.finish(id, 'member'), 'ok', 'its owner ends it') from one;
select is(pg_temp.ended(id), 'done "Answer" Brief 0', 'with what it cites') from one;
select is(pg_temp.finish(id, 'member', 'Another'), 'OPSTA message_ended', 'once') from one;
select is(tests.answer('member', format($$ select public.fail_chat_turn(%L, 'late') $$, id)), 'OPSTA message_ended', 'and does not fail after') from one;
select is(pg_temp.ended(id), 'done "Answer" Brief 0', 'it stays as it was') from one;

-- The member has left the project in between.
savepoint before;
create temporary table two as select pg_temp.begin('member') as id;
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select is(pg_temp.finish(id, 'member'), 'ok', 'who has left the project ends the answer all the same') from two;
select is(pg_temp.ended(id), 'done "Answer" 1', 'and cites nothing of it') from two;
select tests.sees('member', format('select id from public.chat_messages where id = %L', id), '{}') from two;
rollback to before;

-- A lead is one no more.
create temporary table two as select pg_temp.begin('lead') as id;
update public.people set role = 'member' where id = tests.id('lead');
select is(pg_temp.finish(id, 'lead', source => 'Contract'), 'ok', 'who is demoted ends the answer') from two;
select is(pg_temp.ended(id), 'done "Answer" 1', 'and cites nothing that was restricted') from two;
select tests.sees('lead', format('select id from public.chat_messages where id = %L', id), '{}') from two;
rollback to before;

-- The person it was asked as has left.
create temporary table two as select pg_temp.begin('lead', 'member') as id;
update public.people set archived_at = now(), user_id = null where id = tests.id('member');
select is(pg_temp.finish(id, 'lead'), 'ok', 'who asked as somebody that has left ends the answer') from two;
select is(pg_temp.ended(id), 'done "Answer" 1', 'and cites nothing') from two;
select is(tests.answer('lead', $$ select public.begin_chat_turn(tests.id('s'), 'More', tests.id('member')) $$),
  'OPNFD person_not_found', 'and asks no more as them');
rollback to before;

-- Whoever asked has left themselves: the answer is nobody's to end.
create temporary table two as select pg_temp.begin('member') as id;
update public.people set archived_at = now(), user_id = null where id = tests.id('member');
select is(pg_temp.finish(id, 'member'), 'OPDEN no_membership', 'who has left ends nothing') from two;
rollback to before;

-- The passage is not the one in force any more.
create temporary table two as select pg_temp.begin('member') as id;
update public.sources set published_version = null where id = tests.id('brief');
select is(pg_temp.finish(id, 'member'), 'ok', 'a text that is withdrawn meanwhile') from two;
select is(pg_temp.ended(id), 'done "Answer" 1', 'is not cited') from two;

select * from finish();
rollback;
