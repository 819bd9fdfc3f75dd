begin;
select plan(13);
select tests.two_agencies();
select tests.act_as('member');
create temporary table one as select (public.begin_chat_turn(tests.id('s'), 'One') ->> 'message_id')::uuid as id;
select throws_ok(format('select public.fail_chat_turn(%L, %L)', id, code), 'OPINV', null, 'a failure code must be one word: ' || code)
from one, unnest(array['', 'Not a code', 'é', repeat('x', 61)]) as code;
select throws_ok(format('select public.fail_chat_turn(%L, %L, %L)', id, 'model_failed', repeat('x', 200001)), 'OPINV', null, 'the shown words have a maximum length') from one;
select throws_ok(format('select public.fail_chat_turn(%L, tool_steps => %L)', id, '{}'), 'OPINV', null, 'the steps of a failed answer must be a list') from one;
select is(status::text, 'answering', 'the refusals leave the answer running') from public.chat_messages join one using (id);
select lives_ok(format($$ select public.fail_chat_turn(%L, 'model_failed', 'As far as', '[{"name": "search"}]') $$, id), 'the owner ends the answer with a failure') from one;
select is(format('%s %s "%s" %s', status, error_code, content, tool_steps), 'failed model_failed "As far as" [{"name": "search"}]',
  'a failure has its code and the shown words') from public.chat_messages join one using (id);
select is(tests.remembers('member', 's'), array['user One', 'assistant As far as'], 'the memory has the shown words of a failed answer');

select tests.act_as('member');
create temporary table two as select (public.begin_chat_turn(tests.id('s'), 'Two') ->> 'message_id')::uuid as id;
select public.fail_chat_turn(id) from two;
select is(format('%s %s "%s"', status, error_code, content), 'stopped  ""', 'an answer that ends without a failure code is stopped') from public.chat_messages join two using (id);
select throws_ok(format('select public.fail_chat_turn(%L)', id), 'OPSTA', null, 'an answer can fail only once') from two;
select tests.act_as('owner');
select is(count(*)::integer, 0, 'no failed answer is still running') from public.chat_messages where status = 'answering';

select * from finish();
rollback;
