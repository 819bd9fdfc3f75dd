begin;
select plan(15);
select tests.two_agencies();
select tests.sources();

create temporary table first as select tests.turn('member', 's', 'What is agreed?', 'All of it [1].', 'brief') as id;
select is(tests.remembers('member', 's'), array['user What is agreed?', 'assistant All of it [1].'], 'the memory has the messages of the conversation');
select is(tests.remembers('member2', 's'), '{}', 'the same id of another person is another conversation');
select is(tests.remembers('lead', 's', 'member'), '{}', 'a lead who views as the owner of a conversation has a separate one');
select is(tests.remembers('other_admin', 's'), '{}', 'the same id in another agency is another conversation');
select is(title, 'What is agreed?', 'a conversation has its first question as its title') from public.chat_sessions
where session_id = tests.id('s') and person_id = tests.id('member');

-- One answer runs at a time.
select tests.act_as('member');
create temporary table one as select (public.begin_chat_turn(tests.id('s'), 'One') ->> 'message_id')::uuid as id;
create temporary table two as select (public.begin_chat_turn(tests.id('s'), 'Two') ->> 'message_id')::uuid as id;
select throws_ok(format($$ select public.finish_chat_turn(%L, 'Late', 'words') $$, id), 'OPSTA', null, 'a new question stops the running answer') from one;
select lives_ok(format($$ select public.finish_chat_turn(%L, 'In time', 'words') $$, id), 'an answer to a new question can end') from two;
select tests.act_as('owner');
select is(status, 'stopped', 'an answer that a new question stopped has the status stopped') from public.chat_messages join one using (id);

-- The person to view as is ignored for a member, who stays in their own conversation.
select is(count(*)::integer, 0, 'a member cannot start a conversation as another person') from public.chat_sessions
where person_id = tests.id('member') and as_person_id is not null;
select is((tests.remembers('member', 's', 'admin'))[1], 'user What is agreed?', 'a member who names another person still gets their own memory');

select tests.act_as('client');
select throws_ok($$ select public.begin_chat_turn(tests.id('c'), 'Hello') $$, 'OPDEN', null, 'a client contact cannot ask a question');
select tests.act_as('outsider');
select throws_ok($$ select public.begin_chat_turn(tests.id('c'), 'Hello') $$, 'OPDEN', null, 'an outsider cannot ask a question');
select tests.act_as('lead');
select throws_ok($$ select public.begin_chat_turn(tests.id('c'), 'Hello', tests.id('other_admin')) $$, 'OPNFD', null, 'a person of another organization cannot be viewed as');
select throws_ok($$ select public.begin_chat_turn(tests.id('c'), '  ') $$, 'OPINV', null, 'an empty question is refused');
select tests.act_as('owner');
select is(count(*)::integer, 0, 'the refusals write nothing') from public.chat_sessions where session_id = tests.id('c');

select * from finish();
rollback;
