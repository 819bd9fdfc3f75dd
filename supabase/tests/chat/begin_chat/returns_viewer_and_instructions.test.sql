-- A question without memory: begin_chat returns the viewer, the person viewed as and the instructions, and enforces the
-- limit per minute.
begin;
select plan(26);
select tests.two_agencies();
select tests.sources();

create function pg_temp.asker(persona text, as_persona text default null) returns text language plpgsql as $$
declare v_asker jsonb;
begin
  perform tests.act_as(persona);
  v_asker := public.begin_chat(tests.id(as_persona));
  perform tests.act_as('owner');
  return concat_ws(' ', v_asker #>> '{viewer,name}', 'as ' || (v_asker #>> '{as,name}'),
    case when (v_asker ->> 'is_lead')::boolean then 'leads' end);
end;
$$;
select is(pg_temp.asker('admin'), 'admin leads', 'an admin gets the instructions of a lead');
select is(pg_temp.asker('lead'), 'lead leads', 'a lead who views as no one asks as themselves');
select is(pg_temp.asker('lead', 'lead'), 'lead leads', 'a lead who views as themselves asks as themselves');
select is(pg_temp.asker('lead', 'member'), 'lead as member', 'a lead who views as a member gets the member''s instructions');
select is(pg_temp.asker('lead', 'admin'), 'lead as admin leads', 'a lead can view as an admin');
select is(pg_temp.asker('admin', 'lead'), 'admin as lead leads', 'an admin can view as a lead');
select is(pg_temp.asker('member'), 'member', 'a member asks as themselves');
select is(pg_temp.asker('member', as_persona), 'member', 'a member cannot view as another person: ' || as_persona)
from unnest(array['admin', 'member2', 'other_admin', 'nobody']) as as_persona;
select is(tests.answer(persona, 'select public.begin_chat()'), refused, persona || ' cannot begin a chat')
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501'))
  as cases (persona, refused);
select is(tests.answer('lead', format('select public.begin_chat(%L)', tests.id(as_persona))), 'OPNFD person_not_found',
  'a lead cannot view as ' || as_persona)
from unnest(array['other_admin', 'nobody']) as as_persona;
select is(count(*)::integer, 0, 'the refusals write nothing') from public.chat_sessions;

-- Each route has its own limit, and refused calls do not count.
select public.set_rate_limit('chat', 2), public.set_rate_limit('chat-stream', 1);
delete from private.rate_limits;
create function pg_temp.call(route text, persona text default 'member', question text default 'Now?') returns text
language sql as $$
  select tests.answer(persona, case route when 'chat' then 'select public.begin_chat()'
    else format('select public.begin_chat_turn(tests.id(%L), %L)', 's', question) end)
$$;
select is(array[pg_temp.call('chat'), pg_temp.call('chat'), pg_temp.call('chat')], '{ok,ok,OPLIM rate_limited}', 'the third question in a minute is refused');
select is(array[pg_temp.call('chat-stream'), pg_temp.call('chat-stream')], '{ok,OPLIM rate_limited}', 'the stream has its own limit');
select is(pg_temp.call('chat', 'member2'), 'ok', 'each person has their own limit');
select is(count(*)::integer, 2, 'a refused question is not stored') from public.chat_messages;
select is(pg_temp.call('chat-stream', 'lead', ' '), 'OPINV invalid_question', 'a question without text is refused');
select is(pg_temp.call('chat-stream', 'lead', E' \n\t'), 'OPINV invalid_question', 'a question of white space is refused');
select is(pg_temp.call('chat-stream', 'lead', repeat('x', 8001)), 'OPINV invalid_question', 'a question over the length limit is refused');
select is(pg_temp.call('chat-stream', 'lead', repeat('ü', 8000)), 'ok', 'a refused question does not count towards the limit');

select * from finish();
rollback;
