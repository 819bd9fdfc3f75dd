-- A summary replaces messages in the memory and depends on all sources of those messages.
begin;
select plan(27);
select tests.two_agencies();
select tests.sources();
select tests.turn('member', 's', 'One', 'First [1].', 'brief');
select tests.turn('member', 's', 'Two', 'Second.');
create temporary table conversation as select id from public.chat_sessions;
create function pg_temp.summarize(persona text, up_to integer, content text default 'In short') returns text language sql as $$
  select tests.answer(persona, format('select public.write_chat_summary(%L, %L, %L)', id, up_to, content)) from conversation
$$;

select is(pg_temp.summarize(persona, 2), refused, persona || ' cannot write a summary') from (values
  ('admin', 'OPNFD session_not_found'), ('lead', 'OPNFD session_not_found'), ('member2', 'OPNFD session_not_found'),
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD session_not_found'),
  ('anonymous', '42501'), ('service', '42501')) as cases (persona, refused);
select is(pg_temp.summarize('member', up_to, content), 'OPINV invalid_summary', 'an invalid summary is refused') from (values
  (null, 'In short'), (0, 'In short'), (5, 'In short'), (-1, 'In short'), (2, ' '), (2, null), (2, repeat('x', 20001)))
  as cases (up_to, content);
select is(count(*)::integer, 4, 'the refusals store no summary') from public.chat_messages;
select is(pg_temp.summarize('member', 2), 'ok', 'the owner of the conversation writes a summary');
select is(pg_temp.summarize('member', 2, 'Otherwise'), 'ok', 'a second summary of the same messages is accepted');
select is(array_agg(content), '{In short}', 'a second summary of the same messages changes nothing') from public.chat_messages where role = 'summary';
select is(tests.remembers('member', 's'), array['summary In short', 'user Two', 'assistant Second.'], 'the summary replaces its messages in the memory');
select ok(summary.scope_ids @> answer.scope_ids, 'the summary has the scopes of its messages')
from public.chat_messages as summary, public.chat_messages as answer
where summary.role = 'summary' and answer.number = 2 and answer.role = 'assistant';
select pg_temp.summarize('member', 4, 'Shorter');
select is((tests.remembers('member', 's'))[1:2], array['summary Shorter', 'user And now?'], 'the memory has the latest summary');

-- A summary of withheld messages is withheld too. The memory then contains the earlier messages that are still visible.
savepoint before;
update public.sources set is_restricted = true where id = tests.id('brief');
select is((tests.remembers('member', 's'))[1:2], array['user One', 'user Two'], 'a summary of messages that were restricted later is withheld');
select is((select array_agg(role::text) from public.chat_messages where scope_ids @> array[tests.id('North')] and role = 'summary'),
  '{summary,summary}', 'a summary of messages that were restricted later is restricted');
rollback to before;
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('shared');
select tests.sees('member', $$ select id from public.chat_messages where role <> 'user' $$, '{}');
select tests.act_as('member');
select is(public.begin_chat_turn(tests.id('s'), 'More') #> '{memory}' ->> 'withheld', '2', 'the memory reports the number of withheld messages');

select * from finish();
rollback;
