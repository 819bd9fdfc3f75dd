-- What did not stand and what cites nothing is kept with the answer as it was told at its end.
begin;
select plan(14);
select tests.two_agencies();
select tests.sources();
create function pg_temp.finish(sentences text, dropped integer default 0, as_persona text default null) returns text language plpgsql as $$
declare
  v_id uuid;
  v_told jsonb;
  v_kept text;
begin
  perform tests.act_as('lead');
  v_id := public.begin_chat_turn(gen_random_uuid(), 'Question', tests.id(as_persona)) ->> 'message_id';
  -- 1 stands, 2 does not, 3 is the row of a project of others for a member.
  v_told := public.finish_chat_turn(v_id, 'Answer', 'words', sentences => sentences::jsonb, dropped_citations => dropped, citations => jsonb_build_array(
    jsonb_build_object('n', 1, 'kind', 'chunk', 'id', tests.id('Brief 0'), 'quote', 'the budget'),
    jsonb_build_object('n', 2, 'kind', 'chunk', 'id', tests.id('Brief 0'), 'quote', 'never said'),
    jsonb_build_object('n', 3, 'kind', 'row', 'table', 'projects', 'id', tests.id('beta'), 'quote', '')));
  perform tests.act_as('owner');
  select format('%s uncited, %s dropped', uncited_sentences, dropped_citations) into v_kept from public.chat_messages where id = v_id;
  return case when v_kept = format('%s uncited, %s dropped', v_told ->> 'uncited', v_told ->> 'dropped') then v_kept
    else 'told otherwise than kept' end;
exception when others then
  perform tests.act_as('owner');
  return sqlstate;
end;
$$;

select is(pg_temp.finish(sentences, dropped, as_persona), expected, concat_ws(' ', sentences, dropped, as_persona))
from (values
  ('[]', 0, null, '0 uncited, 1 dropped'), (null, null, null, '0 uncited, 1 dropped'),
  ('[[1], [2], [], [2, 3], [3, 1], [9]]', 0, null, '3 uncited, 1 dropped'), ('[[1], [3]]', 4, null, '0 uncited, 5 dropped'),
  ('[[1], [3]]', 0, 'member', '1 uncited, 2 dropped'), ('[["1"], [null], [{}]]', 0, null, '3 uncited, 1 dropped'),
  ('{}', 0, null, 'OPINV'), ('[1]', 0, null, 'OPINV'), ('[[1], {"n": 1}]', 0, null, 'OPINV'), ('"x"', 0, null, 'OPINV'),
  ('[]', -1, null, 'OPINV'), ('[]', 100001, null, 'OPINV')
) as given (sentences, dropped, as_persona, expected);

-- Whoever is asked as leaves while the answer comes: nothing holds.
select tests.act_as('lead');
create temporary table turn as select (public.begin_chat_turn(tests.id('s'), 'Question', tests.id('member')) ->> 'message_id')::uuid as id;
select tests.act_as('owner');
update public.people set archived_at = now(), user_id = null where id = tests.id('member');
select tests.act_as('lead');
select is(public.finish_chat_turn(id, 'Answer', 'words', jsonb_build_array(
  jsonb_build_object('n', 1, 'kind', 'chunk', 'id', tests.id('Brief 0'), 'quote', 'the budget')), sentences => '[[1], [1]]', dropped_citations => 2),
  '{"citations": [], "dropped": 3, "uncited": 2}', 'who has left takes what they would have cited along') from turn;
select tests.act_as('owner');
select is((select array[uncited_sentences, dropped_citations] from public.chat_messages where id = turn.id), '{2,3}', 'and so it is kept') from turn;

select * from finish();
rollback;
