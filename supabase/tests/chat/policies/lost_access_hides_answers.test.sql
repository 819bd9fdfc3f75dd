-- An answer disappears from the screen, memory and citations when its reader loses access to its sources.
begin;
select plan(22);
select tests.two_agencies();
select tests.sources();

create temporary table requests as select * from (values
  ('member', tests.turn('member', 's', 'Question of member', 'Answer of member [1].', 'brief')),
  ('lead', tests.turn('lead', 's', 'Question of lead', 'Answer of lead [1].', 'contract'))) as cases (persona, id);
create temporary table conversations as select id as chat_session_id, person_id from public.chat_sessions;
grant select on requests, conversations to authenticated;
select tests.act_as('member');
select public.write_chat_summary(chat_session_id, 2, 'In short') from conversations where person_id = tests.id('member');
select tests.act_as('owner');

create function pg_temp.reads(persona text) returns text language plpgsql as $$
declare v_read text;
begin
  perform tests.act_as(persona);
  select string_agg(content, ', ' order by number, role) into v_read from public.chat_messages;
  v_read := concat_ws(' | ', v_read, (select string_agg(title, ', ') from public.chat_citations));
  perform tests.act_as('owner');
  return v_read;
end;
$$;
select is(pg_temp.reads('member'), 'Question of member, Answer of member [1]., In short | Brief', 'a member reads every message of their own conversation');
select is(pg_temp.reads('lead'), 'Question of lead, Answer of lead [1]. | Contract', 'a lead reads their own conversation');
select is(pg_temp.reads(persona), '', persona || ' reads no conversation of another person')
from unnest(array['admin', 'member2', 'client', 'outsider', 'other_admin']) as persona;
select tests.act_as('anonymous');
select throws_ok(format('select * from public.%I', target), '42501', null, 'an anonymous caller cannot read ' || target)
from unnest(array['chat_sessions', 'chat_messages', 'chat_citations']) as target;
select tests.act_as('service');
select throws_ok(format('select * from public.%I', target), '42501', null, 'the secret key cannot read ' || target)
from unnest(array['chat_sessions', 'chat_messages', 'chat_citations']) as target;
select tests.act_as('owner');

-- The source becomes restricted: the answer and the later summary disappear, and the question is still visible.
savepoint restricted;
update public.sources set is_restricted = true where id = tests.id('brief');
select is(pg_temp.reads('member'), 'Question of member', 'the restriction of a source hides answers that cite it');
select is(tests.remembers('member', 's'), array['user Question of member'], 'an answer that cites a restricted source is not in the memory');
rollback to restricted;

-- The membership ends.
savepoint left_project;
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select is(pg_temp.reads('member'), 'Question of member', 'a person who has left a project reads only their questions');
select is(tests.remembers('member', 's'), array['user Question of member'], 'the memory of a person who has left a project has no answer about the project');
rollback to left_project;

-- The lead becomes a member.
savepoint demoted;
update public.people set role = 'member' where id = tests.id('lead');
select is(pg_temp.reads('lead'), 'Question of lead', 'a demoted lead no longer reads earlier answers about restricted sources');
rollback to demoted;

-- A conversation of a lead who views as another person loses the answers that this person can no longer see.
select tests.turn('lead', 'a', 'As member', 'Seen as member [1].', 'brief', 'member');
select is(tests.remembers('lead', 'a', 'member'), array['user As member', 'assistant Seen as member [1].'], 'a conversation of a lead who views as a member has a memory');
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('alpha');
select is(tests.remembers('lead', 'a', 'member'), array['user As member', 'user And now?'], 'a conversation of a lead who views as a member loses the answers that the member can no longer see');

select tests.act_as('owner');
select throws_ok($$ update public.chat_messages set content = 'Another' where role = 'user' $$, 'OPSTA', null, 'the owner cannot change a message');
select throws_ok($$ update public.chat_messages set scope_ids = '{}' where scope_ids <> '{}' $$, 'OPSTA', null, 'the owner cannot change the scopes of a message');

select * from finish();
rollback;
