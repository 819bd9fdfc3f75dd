-- An assistant's card inherits the scope of everything that its conversation has read, as the database recorded it.
begin;
select plan(20);
select tests.two_agencies();
select tests.sources();
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('beta'), tests.id('member')) on conflict do nothing;

create function pg_temp.ask(persona text, session text, project text default null) returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform tests.act_as(persona);
  v_id := public.begin_chat_turn(tests.id(session), 'What next?', null, tests.id(project)) ->> 'chat_session_id';
  perform tests.act_as('owner');
  return v_id;
end;
$$;
create function pg_temp.read(persona text, call text) returns void language plpgsql as $$
begin
  perform tests.act_as(persona);
  execute call;
  perform tests.act_as('owner');
end;
$$;
create function pg_temp.card(persona text, session uuid, citations jsonb default '[]') returns public.approvals language plpgsql as $$
declare
  v_id uuid;
  v_card public.approvals;
begin
  perform tests.act_as(persona);
  v_id := public.propose_approval(
    'task_create', tests.id('alpha'), '{"title": "Follow up"}', citations, 'agent', session) ->> 'id';
  perform tests.act_as('owner');
  select * into v_card from public.approvals where id = v_id;
  return v_card;
end;
$$;
create temporary table session as select pg_temp.ask('lead', 'narrow', 'alpha') as narrow;
grant select on session to public;

select pg_temp.read('lead', format('select public.get_chat_spine(project_ids => array[%L::uuid])', tests.id('alpha')));
select pg_temp.read('lead', format('select public.get_hours(project_id => %L)', tests.id('alpha')));
select pg_temp.read('lead', format('select public.list_tasks(project_id => %L)', tests.id('alpha')));
select pg_temp.read('lead', format('select public.list_people(project_id => %L)', tests.id('alpha')));
select pg_temp.read('lead', format('select public.list_projects(project_id => %L)', tests.id('alpha')));
select pg_temp.read('lead', format('select public.list_changes(current_date - 7, current_date, %L)', tests.id('alpha')));
create temporary table narrow_card as select card.* from session, pg_temp.card('lead', narrow) as card;
select is(is_restricted, false, 'a turn that read only its own project leaves the card open to the project') from narrow_card;
select tests.act_as('member');
select is((select count(*)::integer from public.approvals where title like '%Follow up%'), 1, 'a member of the project reads the unrestricted card');
select tests.act_as('owner');
select is(private.materials_json(approvals) #>> '{0,kind}', 'project', 'a card records the project that its turn read') from public.approvals join narrow_card using (id);

select pg_temp.read('lead', 'select public.get_hours()');
select is(card.is_restricted, true, 'reading hours of other projects restricts the next card')
from session, pg_temp.card('lead', narrow) as card;
select tests.act_as('member');
select is((select count(*)::integer from public.approvals where title like '%Follow up%'), 1, 'a member does not read the restricted card');
select tests.act_as('owner');

select pg_temp.ask('lead', 'narrow', 'alpha');
select is(card.is_restricted, true, 'a card of a later turn inherits the restriction of what earlier turns read') from session, pg_temp.card('lead', narrow) as card;

-- Each kind of read has its own conversation: a card that cites no source still inherits the scope of what was read.
create function pg_temp.restricts(persona text, call text) returns boolean language plpgsql as $$
declare
  v_session uuid := pg_temp.ask(persona, call, 'alpha');
begin
  perform pg_temp.read(persona, call);
  return (select card.is_restricted from pg_temp.card(persona, v_session) as card);
end;
$$;
update private.rate_limit_settings set max_calls = 1000 where route in ('chat-stream', 'propose');
select is(pg_temp.restricts('lead', call), true, 'a card is restricted after the turn reads: ' || call) from unnest(array[
  'select public.get_chat_spine()', 'select public.get_spine()', 'select public.list_tasks()', 'select public.list_people()',
  'select public.list_projects()', 'select public.list_changes(current_date - 7, current_date)',
  $$ select public.search_passages('budget of the contract') $$, 'select public.get_portfolio_health()']) as call;
select is(pg_temp.restricts('member', call), true, 'a member''s card is restricted after the turn reads two projects: ' || call) from unnest(array[
  'select public.get_chat_spine()', 'select public.list_tasks()', 'select public.list_projects()',
  'select public.list_changes(current_date - 7, current_date)']) as call;

select is(card.is_restricted, true, 'a card of an unknown conversation is restricted')
from pg_temp.card('lead', gen_random_uuid()) as card;
update public.chat_messages set status = 'done', ended_at = now() where status = 'answering';
select is(card.is_restricted, true, 'a card of a turn that has ended is restricted') from session, pg_temp.card('lead', narrow) as card;

select * from finish();
rollback;
