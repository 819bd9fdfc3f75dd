-- The person who asked ends an answer, once, even if their access or the cited sources have changed.
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
-- The status of an answer, its text, its citations and the number of dropped citations.
create function pg_temp.answer_of(message uuid) returns text language sql as $$
  select concat_ws(' ', status, error_code, '"' || content || '"',
    (select string_agg(title, ' ') from public.chat_citations where message_id = message), dropped_citations)
  from public.chat_messages where id = message
$$;

create temporary table one as select pg_temp.begin('member') as id;
select is(pg_temp.finish(id, persona), refused, persona || ' cannot end the answer of another person') from one, (values
  ('admin', 'OPNFD message_not_found'), ('lead', 'OPNFD message_not_found'), ('member2', 'OPNFD message_not_found'),
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('other_admin', 'OPNFD message_not_found'),
  ('anonymous', '42501'), ('service', '42501')) as cases (persona, refused);
select is(tests.answer(persona, format($$ select public.fail_chat_turn(%L, 'forged') $$, id)), refused, persona || ' cannot fail the answer of another person')
from one, (values
  ('admin', 'OPNFD message_not_found'), ('member2', 'OPNFD message_not_found'), ('client', 'OPDEN role_not_allowed'),
  ('other_admin', 'OPNFD message_not_found'), ('service', '42501')) as cases (persona, refused);
select is(pg_temp.answer_of(id), 'answering "" 0', 'the refusals leave the answer running') from one;
select is(pg_temp.finish(gen_random_uuid(), 'member'), 'OPNFD message_not_found', 'an unknown answer cannot be ended');
select is(pg_temp.finish(question.id, 'member'), 'OPNFD message_not_found', 'a question cannot be ended')
from one join public.chat_messages as answer using (id)
join public.chat_messages as question on question.chat_session_id = answer.chat_session_id and question.role = 'user';
select is(pg_temp.finish(id, 'member', content), 'OPINV invalid_answer', 'an answer without text or over the length limit is refused')
from one, unnest(array['', E' \n', repeat('x', 200001)]) as content;
select is(tests.answer('member', format('select public.finish_chat_turn(%L, %L, %L, tool_steps => %L)', id, 'A', 'm', steps)),
  'OPINV invalid_answer', 'steps that are not a list, or too many steps, are refused')
from one, unnest(array['{}', '1', jsonb_path_query_array(to_jsonb(array_fill(1, array[201])), '$[*]')::text]) as steps;
select is(pg_temp.answer_of(id), 'answering "" 0', 'invalid texts and steps leave the answer running') from one;
select is(pg_temp.finish(id, 'member'), 'ok', 'the owner ends the answer') from one;
select is(pg_temp.answer_of(id), 'done "Answer" Brief 0', 'an ended answer has its citation') from one;
select is(pg_temp.finish(id, 'member', 'Another'), 'OPSTA message_ended', 'an answer can end only once') from one;
select is(tests.answer('member', format($$ select public.fail_chat_turn(%L, 'late') $$, id)), 'OPSTA message_ended', 'an ended answer cannot fail') from one;
select is(pg_temp.answer_of(id), 'done "Answer" Brief 0', 'ending or failing an ended answer does not change it') from one;

-- The member leaves the project before the answer ends.
savepoint before;
create temporary table two as select pg_temp.begin('member') as id;
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select is(pg_temp.finish(id, 'member'), 'ok', 'a person who has left the project can still end the answer') from two;
select is(pg_temp.answer_of(id), 'done "Answer" 1', 'an answer cites nothing of a project that its asker has left') from two;
select tests.sees('member', format('select id from public.chat_messages where id = %L', id), '{}') from two;
rollback to before;

-- The lead becomes a member before the answer ends.
create temporary table two as select pg_temp.begin('lead') as id;
update public.people set role = 'member' where id = tests.id('lead');
select is(pg_temp.finish(id, 'lead', source => 'Contract'), 'ok', 'a demoted lead can still end the answer') from two;
select is(pg_temp.answer_of(id), 'done "Answer" 1', 'the answer of a demoted lead cites nothing restricted') from two;
select tests.sees('lead', format('select id from public.chat_messages where id = %L', id), '{}') from two;
rollback to before;

-- The person asked as leaves before the answer ends.
create temporary table two as select pg_temp.begin('lead', 'member') as id;
update public.people set archived_at = now(), user_id = null where id = tests.id('member');
select is(pg_temp.finish(id, 'lead'), 'ok', 'a lead can still end an answer asked as a person who has left') from two;
select is(pg_temp.answer_of(id), 'done "Answer" 1', 'an answer asked as a person who has left cites nothing') from two;
select is(tests.answer('lead', $$ select public.begin_chat_turn(tests.id('s'), 'More', tests.id('member')) $$),
  'OPNFD person_not_found', 'a lead cannot ask again as a person who has left');
rollback to before;

-- The person who asked leaves the organization, so no one can end the answer.
create temporary table two as select pg_temp.begin('member') as id;
update public.people set archived_at = now(), user_id = null where id = tests.id('member');
select is(pg_temp.finish(id, 'member'), 'OPDEN no_membership', 'a person who has left the organization cannot end the answer') from two;
rollback to before;

-- The cited source is unpublished before the answer ends.
create temporary table two as select pg_temp.begin('member') as id;
update public.sources set published_version = null where id = tests.id('brief');
select is(pg_temp.finish(id, 'member'), 'ok', 'an answer that cites an unpublished source can end') from two;
select is(pg_temp.answer_of(id), 'done "Answer" 1', 'an unpublished source is not cited') from two;

select * from finish();
rollback;
