-- An answer stores the numbers of dropped citations and uncited sentences that its end reports.
begin;
select plan(14);
select tests.two_agencies();
select tests.sources();
create function pg_temp.finish(sentences text, dropped integer default 0, as_persona text default null) returns text language plpgsql as $$
declare
  v_id uuid;
  v_answer jsonb;
  v_stored text;
begin
  perform tests.act_as('lead');
  v_id := public.begin_chat_turn(gen_random_uuid(), 'Question', tests.id(as_persona)) ->> 'message_id';
  -- Citation 1 is correct, 2 has a wrong quote, and 3 is a project that a member does not see.
  v_answer := public.finish_chat_turn(v_id, 'Answer', 'words', sentences => sentences::jsonb, dropped_citations => dropped, citations => jsonb_build_array(
    jsonb_build_object('n', 1, 'kind', 'chunk', 'id', tests.id('Brief 0'), 'quote', 'the budget'),
    jsonb_build_object('n', 2, 'kind', 'chunk', 'id', tests.id('Brief 0'), 'quote', 'never said'),
    jsonb_build_object('n', 3, 'kind', 'row', 'table', 'projects', 'id', tests.id('beta'), 'quote', '')));
  perform tests.act_as('owner');
  select format('%s uncited, %s dropped', uncited_sentences, dropped_citations) into v_stored from public.chat_messages where id = v_id;
  return case when v_stored = format('%s uncited, %s dropped', v_answer ->> 'uncited', v_answer ->> 'dropped') then v_stored
    else 'reported and stored counts differ' end;
exception when others then
  perform tests.act_as('owner');
  return sqlstate;
end;
$$;

select is(pg_temp.finish(sentences, dropped, as_persona), expected, format('the sentences %s with %s dropped, viewed as %s, give %s', sentences, dropped, coalesce(as_persona, 'no one else'), expected))
from (values
  ('[]', 0, null, '0 uncited, 1 dropped'), (null, null, null, '0 uncited, 1 dropped'),
  ('[[1], [2], [], [2, 3], [3, 1], [9]]', 0, null, '3 uncited, 1 dropped'), ('[[1], [3]]', 4, null, '0 uncited, 5 dropped'),
  ('[[1], [3]]', 0, 'member', '1 uncited, 2 dropped'), ('[["1"], [null], [{}]]', 0, null, '3 uncited, 1 dropped'),
  ('{}', 0, null, 'OPINV'), ('[1]', 0, null, 'OPINV'), ('[[1], {"n": 1}]', 0, null, 'OPINV'), ('"x"', 0, null, 'OPINV'),
  ('[]', -1, null, 'OPINV'), ('[]', 100001, null, 'OPINV')
) as cases (sentences, dropped, as_persona, expected);

-- If the person that the question was asked as leaves before the answer ends, no citation is valid.
select tests.act_as('lead');
create temporary table turn as select (public.begin_chat_turn(tests.id('s'), 'Question', tests.id('member')) ->> 'message_id')::uuid as id;
select tests.act_as('owner');
update public.people set archived_at = now(), user_id = null where id = tests.id('member');
select tests.act_as('lead');
select is(public.finish_chat_turn(id, 'Answer', 'words', jsonb_build_array(
  jsonb_build_object('n', 1, 'kind', 'chunk', 'id', tests.id('Brief 0'), 'quote', 'the budget')), sentences => '[[1], [1]]', dropped_citations => 2),
  '{"citations": [], "dropped": 3, "uncited": 2}', 'an answer asked as a person who has left has no citations') from turn;
select tests.act_as('owner');
select is((select array[uncited_sentences, dropped_citations] from public.chat_messages where id = turn.id), '{2,3}', 'a finished answer stores the counts that it reports') from turn;

select * from finish();
rollback;
