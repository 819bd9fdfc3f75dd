-- Only its owner reads a conversation, and only functions write it.
begin;
select plan(60);
select tests.two_agencies();
select tests.sources();
select tests.turn(persona, 'of ' || persona, 'Question', 'Answer [1].', cited)
from (values ('admin', 'contract'), ('lead', 'handbook'), ('member', 'brief'), ('member2', 'notes'), ('other_admin', 'paper'))
  as cases (persona, cited);

select tests.sees(persona, format('select person_id from public.%I', target),
  case when persona in ('client', 'outsider') then '{}' else array_fill(persona, array[case target when 'chat_messages' then 2 else 1 end]) end)
from unnest(array['chat_sessions', 'chat_messages']) as target,
  unnest(array['admin', 'lead', 'member', 'member2', 'client', 'outsider', 'other_admin']) as persona;
select tests.sees(persona, 'select person_id from public.chat_citations', expected::text[])
from (values ('admin', '{admin}'), ('lead', '{}'), ('member', '{member}'), ('member2', '{member2}'),
  ('client', '{}'), ('outsider', '{}'), ('other_admin', '{other_admin}')) as cases (persona, expected);
select tests.sees(persona, format('select person_id from public.%I', target), null)
from unnest(array['chat_sessions', 'chat_messages', 'chat_citations']) as target,
  unnest(array['anonymous', 'service']) as persona;

select tests.refuses_writes('public.chat_sessions');
select tests.refuses_writes('public.chat_messages');
select tests.refuses_writes('public.chat_citations');

select * from finish();
rollback;
