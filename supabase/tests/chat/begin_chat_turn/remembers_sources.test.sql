-- The memory includes the sources of each answer, cited or not, that the asker can see now.
begin;
select plan(16);
select tests.two_agencies();
select tests.sources();

-- The persona asks, and the answer comes from a model that received these sources.
create function pg_temp.end_turn(persona text, question text, sources text[], fails boolean default false) returns text language plpgsql as $$
declare
  v_id text;
begin
  perform tests.act_as(persona);
  v_id := public.begin_chat_turn(tests.id('s'), question) ->> 'message_id';
  return tests.answer(persona, case when fails
    then format('select public.fail_chat_turn(%L, null, %L, source_ids => %L)', v_id, 'As far as ' || question, tests.ids(sources))
    else format('select public.finish_chat_turn(%L, %L, %L, source_ids => %L)', v_id, 'Answer to ' || question, 'words', tests.ids(sources)) end);
end;
$$;
-- Names of the sources of an answer or of the summary; null for an answer that the memory does not include, 'none' for
-- one without sources.
create function pg_temp.behind(persona text, content text) returns text language plpgsql as $$
declare
  v_memory jsonb;
  v_ids jsonb;
begin
  perform tests.act_as(persona);
  v_memory := public.begin_chat_turn(tests.id('s'), 'And now?') -> 'memory';
  perform tests.act_as('owner');
  v_ids := case when content = 'summary' then v_memory -> 'summary_source_ids'
    else (select one -> 'source_ids' from jsonb_array_elements(v_memory -> 'messages') as one where one ->> 'content' = content) end;
  return case when v_ids is not null then coalesce((
    select string_agg(lower(sources.title), ' ' order by sources.title) from public.sources
    where sources.id in (select value::uuid from jsonb_array_elements_text(v_ids))), 'none') end;
end;
$$;

select is(pg_temp.end_turn('member', 'one', '{brief,contract,notes,handbook,paper,nothing}'), 'ok', 'an answer records the sources that its model received');
select is(pg_temp.behind('member', 'Answer to one'), 'brief', 'the memory names only sources that the viewer sees');
select is(pg_temp.behind('member', 'one'), 'none', 'a question has no sources');
select is(pg_temp.end_turn('member', 'two', '{brief}', fails => true), 'ok', 'an answer with sources can end with a failure');
select is(pg_temp.behind('member', 'As far as two'), 'brief', 'an answer that ended early records its sources too');
select is(pg_temp.end_turn('lead', 'one', '{brief,contract,notes,paper}'), 'ok', 'an answer to a lead records its sources');
select is(pg_temp.behind('lead', 'Answer to one'), 'brief contract notes', 'the memory of a lead has more sources, but none of another agency');

-- A summary replaces the messages that it summarizes and has their sources.
select tests.answer('member', format('select public.write_chat_summary(%L, 4, %L)', id, 'In short'))
from public.chat_sessions where person_id = tests.id('member');
select is(pg_temp.behind('member', 'Answer to one'), null, 'summarized messages are not repeated');
select is(pg_temp.behind('member', 'summary'), 'brief', 'the summary has the sources of its messages');
select is(pg_temp.behind('lead', 'summary'), 'none', 'a conversation without a summary has no summary sources');

update public.sources set is_restricted = true where id = tests.id('brief');
select is(pg_temp.behind('member', 'summary'), 'none', 'the memory of a member does not name a source that was restricted later');
select is(pg_temp.behind('lead', 'Answer to one'), 'brief contract notes', 'the memory of a lead names a source that was restricted later');

select tests.act_as('member');
create temporary table more as select (public.begin_chat_turn(tests.id('s'), 'More') ->> 'message_id')::uuid as id;
select is(tests.answer('member', format('select public.finish_chat_turn(%L, %L, %L, source_ids => %L)', id, 'Words', 'words', sources)),
  'OPINV invalid_answer', 'an answer with invalid sources is refused')
from more, (values (array_fill(gen_random_uuid(), array[501])), (array[null]::uuid[])) as cases (sources);
select tests.act_as('owner');
select is(source_ids, '{}', 'an answer with invalid sources stores no sources') from public.chat_messages join more using (id);

select * from finish();
rollback;
