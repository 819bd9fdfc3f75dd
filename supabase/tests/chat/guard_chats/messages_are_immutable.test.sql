-- These rules apply to every writer, including the owner of the tables.
begin;
select plan(19);
select tests.two_agencies();
select tests.sources();
create temporary table first as select tests.turn('member', 's', 'One', 'First [1].', 'brief') as id;
create temporary table second as select tests.turn('member', 's', 'Two', 'Second.') as id;
create temporary table other as select tests.turn('member', 't', 'Three', 'Third.') as id;
create temporary table lead as select tests.turn('lead', 's', 'Four', 'Fourth [1].', 'brief') as id;

select throws_ok(format('update public.chat_messages set %s where id = %L', change, id), 'OPSTA', null, 'a message cannot be changed: ' || change)
from first, unnest(array[
  $$content = 'Another'$$, $$status = 'answering', ended_at = null$$, 'dropped_citations = 3', $$model = 'other'$$,
  $$role = 'user'$$, 'number = 9', 'person_id = tests.id(''lead'')', 'chat_session_id = gen_random_uuid()', $$scope_ids = '{}'$$]) as change;
set local session_replication_role = replica;
select throws_ok(format($$ update public.chat_messages set content = 'Another' where id = %L $$, id), 'OPSTA', null, 'a message cannot be changed in replication mode') from first;
set local session_replication_role = origin;

-- A running answer can be written, but its position in the conversation is fixed.
select tests.act_as('member');
create temporary table running as select (public.begin_chat_turn(tests.id('u'), 'Five') ->> 'message_id')::uuid as id;
select tests.act_as('owner');
select throws_ok(format($$ update public.chat_messages set number = 9 where id = %L $$, id), 'OPSTA', 'The conversation, author and number of a message cannot change', 'the number of a running message cannot change') from running;
select throws_ok(format($$ update public.chat_messages set scope_ids = '{}' where id = %L $$, id), 'OPSTA', 'The sources of a message cannot be removed', 'the sources of an answer cannot be removed') from running;
select throws_ok(format($$ insert into public.chat_messages (organization_id, chat_session_id, person_id, number, role, status)
  select organization_id, chat_session_id, person_id, 7, 'assistant', 'answering' from public.chat_messages where id = %L $$, id), '23505', null, 'a conversation has one running answer at a time') from running;
select throws_ok(format($$ insert into public.chat_messages (organization_id, chat_session_id, person_id, number, role, content, ended_at)
  select organization_id, chat_session_id, tests.id('lead'), 7, 'user', 'Mine', now() from public.chat_messages where id = %L $$, id), '23503', null, 'a message belongs to the owner of its conversation') from running;
select throws_ok($$ insert into public.chat_sessions (organization_id, person_id, session_id, title)
  values (tests.id('South'), tests.id('member'), tests.id('x'), 'Mine') $$, '23503', null, 'a conversation belongs to a person of its organization');

-- The restriction of a source hides the answers that cite it and all later ones in the same conversations.
update public.sources set is_restricted = true where id = tests.id('brief');
select is(array(select content from public.chat_messages where scope_ids @> array[tests.id('North')] order by content),
  '{First [1].,Fourth [1].,Second.}', 'restricting a source restricts the answers that cite it and the later messages of their conversations');
select tests.sees('member', format($$ select id from public.chat_messages where id = %L $$, id), '{}') from first;
select tests.act_as('member');
select is(array(select content from public.chat_messages where role = 'assistant' and status = 'done'), '{Third.}', 'restricting a source leaves other conversations unchanged');
select tests.act_as('owner');
-- Lifting the restriction of the source leaves the answers restricted, because later ones may contain its text.
update public.sources set is_restricted = false where id = tests.id('brief');
select tests.sees('member', format($$ select id from public.chat_messages where id = %L $$, id), '{}') from first;

select * from finish();
rollback;
