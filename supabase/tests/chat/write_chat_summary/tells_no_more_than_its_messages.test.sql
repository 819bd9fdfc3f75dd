-- A summary stands for messages: it rests on all that they rest on, and is remembered in their place.
begin;
select plan(27);
select tests.two_agencies();
select tests.sources();
select tests.turn('member', 's', 'One', 'First [1].', 'brief');
select tests.turn('member', 's', 'Two', 'Second.');
create temporary table kept as select id from public.chat_sessions;
create function pg_temp.tell(persona text, told_to integer, content text default 'In short') returns text language sql as $$
  select tests.answer(persona, format('select public.write_chat_summary(%L, %L, %L)', id, told_to, content)) from kept
$$;

select is(pg_temp.tell(persona, 2), refused, persona || ' contains nothing') from (values
  ('admin', 'OPNFD session_not_found'), ('lead', 'OPNFD session_not_found'), ('member2', 'OPNFD session_not_found'),
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD session_not_found'),
  ('anonymous', '42501'), ('service', '42501')) as given (persona, refused);
select is(pg_temp.tell('member', told_to, content), 'OPINV invalid_summary', 'nor its owner nonsense') from (values
  (null, 'In short'), (0, 'In short'), (5, 'In short'), (-1, 'In short'), (2, ' '), (2, null), (2, repeat('x', 20001)))
  as given (told_to, content);
select is(count(*)::integer, 4, 'none of it is there') from public.chat_messages;
select is(pg_temp.tell('member', 2), 'ok', 'its owner does');
select is(pg_temp.tell('member', 2, 'Otherwise'), 'ok', 'a second of the same place');
select is(array_agg(content), '{In short}', 'changes nothing') from public.chat_messages where role = 'summary';
select is(tests.remembers('member', 's'), array['summary In short', 'user Two', 'assistant Second.'], 'it replaces the messages that it summarizes');
select ok(told.scope_ids @> answer.scope_ids, 'and rests on what that rests on')
from public.chat_messages as told, public.chat_messages as answer
where told.role = 'summary' and answer.number = 2 and answer.role = 'assistant';
select pg_temp.tell('member', 4, 'Shorter');
select is((tests.remembers('member', 's'))[1:2], array['summary Shorter', 'user And now?'], 'the latest counts');

-- What is withheld of the messages is withheld of the summary: memory then has the words of before it, as far as they go.
savepoint before;
update public.sources set is_restricted = true where id = tests.id('brief');
select is((tests.remembers('member', 's'))[1:2], array['user One', 'user Two'], 'no summary of what is restricted since');
select is((select array_agg(role::text) from public.chat_messages where scope_ids @> array[tests.id('North')] and role = 'summary'),
  '{summary,summary}', 'either of them');
rollback to before;
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('shared');
select tests.sees('member', $$ select id from public.chat_messages where role <> 'user' $$, '{}');
select tests.act_as('member');
select is(public.begin_chat_turn(tests.id('s'), 'More') #> '{memory}' ->> 'withheld', '2', 'and how much is withheld is told');

select * from finish();
rollback;
