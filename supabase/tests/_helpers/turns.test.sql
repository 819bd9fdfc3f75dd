-- Conversations for the tests of chat. The file runs after personas and sources and commits too.
begin;
set local client_min_messages = warning;

-- Stores a question of the persona and its answer, which cites the first passage of the source if one is named.
-- Returns the id of the answer.
create function tests.turn(persona text, session text, question text, answer text, cited text default null, as_persona text default null)
returns uuid
language plpgsql
as $$
declare
  v_id uuid;
begin
  perform tests.act_as(persona);
  v_id := public.begin_chat_turn(tests.id(session), question, tests.id(as_persona)) ->> 'message_id';
  perform public.finish_chat_turn(v_id, answer, 'words', case when cited is not null then jsonb_build_array(
    jsonb_build_object('n', 1, 'kind', 'chunk', 'id', tests.id(initcap(cited) || ' 0'),
                       'quote', 'the budget – all of it – is agreed')) else '[]' end);
  perform tests.act_as('owner');
  return v_id;
end;
$$;

-- The conversation's memory for the persona's next question, as "role content" in order.
create function tests.remembers(persona text, session text, as_persona text default null)
returns text[]
language plpgsql
as $$
declare
  v_memory jsonb;
begin
  perform tests.act_as(persona);
  v_memory := public.begin_chat_turn(tests.id(session), 'And now?', tests.id(as_persona)) -> 'memory';
  perform tests.act_as('owner');
  return case when v_memory ->> 'summary' is not null then array['summary ' || (v_memory ->> 'summary')] else '{}' end
    || array(
      select (message ->> 'role') || ' ' || (message ->> 'content')
      from jsonb_array_elements(v_memory -> 'messages') with ordinality as entries (message, number) order by number);
end;
$$;

commit;

begin;
select plan(1);
select tests.two_agencies();
select isnt(tests.turn('member', 's', 'Question', 'Answer'), null, 'a persona can ask and get an answer');
select * from finish();
rollback;
