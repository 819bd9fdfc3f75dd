-- Rows that tools returned can be cited by people who see them now, and only with the name of their own table.
begin;
select plan(52);
select tests.two_agencies();
select tests.sources();
create temporary table named_ids (name text, id uuid);
grant select on named_ids to authenticated;
insert into named_ids values
  ('plan', tests.indexed_document('member', 'plan.pdf')), ('offer', tests.indexed_document('lead', 'offer.pdf', 'alpha', 'contract')),
  ('waiting', tests.queued_document('member', 'waiting.pdf')), ('card', tests.propose('member')),
  ('other card', tests.propose('member2', project => 'beta')),
  ('rule', tests.propose('lead', 'prompt_update', '{"rule": "Be brief."}', null));
select tests.execute_prompt_card('skill', 'skill_update', '{"name": "estimates", "title": "Estimates", "content": "Add a third."}');

create function pg_temp.cite(persona text, table_name text, name text, as_persona text default null) returns text language plpgsql as $$
declare
  v_citation jsonb;
  v_id uuid := coalesce((select named_ids.id from named_ids where named_ids.name = cite.name), tests.id(cite.name));
begin
  if table_name = 'skills' then
    v_id := (select skills.id from public.skills where skills.name = 'estimates');
  end if;
  perform tests.act_as(persona);
  v_citation := public.settle_citations(jsonb_build_array(jsonb_build_object(
    'n', 1, 'kind', 'row', 'table', table_name, 'id', v_id, 'quote', '')), tests.id(as_persona)) #> '{citations,0}';
  perform tests.act_as('owner');
  return coalesce(v_citation ->> 'title', 'dropped') || case
    when v_citation is null then '' when v_citation ->> 'scope_id' is null then ', no scope'
    when v_citation ->> 'scope_id' = tests.id('North')::text then ', North' else '' end;
end;
$$;

select is(pg_temp.cite(persona, table_name, name, as_persona), title,
  format('%s cites %s %L and gets: %s', concat_ws(' as ', persona, as_persona), table_name, name, title))
from (values
  ('member', 'documents', 'plan', null, 'plan.pdf'), ('member', 'documents', 'waiting', null, 'waiting.pdf'),
  ('member2', 'documents', 'plan', null, 'dropped'), ('other_admin', 'documents', 'plan', null, 'dropped'),
  ('lead', 'documents', 'offer', null, 'offer.pdf, North'), ('member', 'documents', 'offer', null, 'dropped'),
  ('lead', 'documents', 'offer', 'member', 'dropped'), ('lead', 'documents', 'plan', 'member', 'plan.pdf'),
  ('lead', 'documents', 'plan', 'member2', 'dropped'), ('member', 'documents', 'brief', null, 'dropped'),
  ('member', 'sources', 'brief', null, 'dropped'),
  ('member', 'approvals', 'card', null, 'Create task “Send the proposal”'), ('member', 'approvals', 'other card', null, 'dropped'),
  ('lead', 'approvals', 'card', 'member', 'Create task “Send the proposal”'), ('lead', 'approvals', 'card', 'member2', 'dropped'),
  ('member', 'approvals', 'rule', null, 'dropped'), ('lead', 'approvals', 'rule', 'member', 'dropped'),
  ('other_admin', 'approvals', 'card', null, 'dropped'), ('other_admin', 'approvals', 'rule', null, 'dropped'),
  ('member', 'accounts', 'Harbour shop', null, 'Harbour shop, no scope'),
  ('member', 'accounts', 'Garden site', null, 'Garden site, no scope'),
  ('member2', 'accounts', 'Harbour shop', null, 'dropped'), ('lead', 'accounts', 'Harbour shop', 'member2', 'dropped'),
  ('lead', 'accounts', 'Harbour shop', 'member', 'Harbour shop, no scope'),
  ('lead', 'accounts', 'South shop', null, 'dropped'), ('other_admin', 'accounts', 'Harbour shop', null, 'dropped'),
  ('member', 'people', 'colleague', null, 'colleague, no scope'), ('member', 'people', 'member', null, 'member, no scope'),
  ('member', 'people', 'freelancer', null, 'dropped'), ('member', 'people', 'client', null, 'dropped'),
  ('lead', 'people', 'freelancer', null, 'freelancer, no scope'), ('lead', 'people', 'freelancer', 'member', 'dropped'),
  ('lead', 'people', 'other_admin', null, 'dropped'), ('other_admin', 'people', 'member', null, 'dropped'),
  ('member', 'organizations', 'North', null, 'North, no scope'), ('member', 'organizations', 'South', null, 'dropped'),
  ('lead', 'organizations', 'North', 'member', 'North, no scope'), ('other_admin', 'organizations', 'North', null, 'dropped'),
  ('member', 'skills', 'estimates', null, 'Estimates, no scope'), ('other_admin', 'skills', 'estimates', null, 'dropped'),
  ('member', 'organizations', 'member', null, 'dropped'), ('member', 'people', 'alpha', null, 'dropped'),
  ('member', 'time_entries', 'alpha hours', null, 'dropped'), ('member', 'constructor', 'alpha', null, 'dropped')
) as cases (persona, table_name, name, as_persona, title);
select is(pg_temp.cite('lead', 'approvals', 'rule'), title || ', North', 'a lead can cite a card without a project')
from public.approvals where id = (select named_ids.id from named_ids where name = 'rule');

-- Archived rows cannot be cited.
update public.sources set archived_at = now() where id = (select named_ids.id from named_ids where name = 'plan');
select is(pg_temp.cite('member', 'documents', 'plan'), 'dropped', 'an archived document cannot be cited');
update public.skills set archived_at = now() where name = 'estimates';
select is(pg_temp.cite('member', 'skills', 'estimates'), 'dropped', 'an archived skill cannot be cited');

-- Every read checks a citation again: a document against the scope of its source, and a person against all projects of
-- the figures.
select tests.act_as('member');
create temporary table turn as select (public.begin_chat_turn(tests.id('s'), 'Who did what?') ->> 'message_id')::uuid as id;
select is(public.finish_chat_turn(turn.id, 'Colleague 12 h [1], waiting.pdf [2], alpha [3].', 'm', jsonb_build_array(
  jsonb_build_object('n', 1, 'kind', 'row', 'table', 'people', 'id', tests.id('colleague'), 'quote', 'hours: 12'),
  jsonb_build_object('n', 2, 'kind', 'row', 'table', 'documents', 'id', named_ids.id, 'quote', 'title: waiting.pdf'),
  jsonb_build_object('n', 3, 'kind', 'row', 'table', 'projects', 'id', tests.id('alpha'), 'quote', 'alpha'))) ->> 'dropped',
  '0', 'three citations are stored')
from turn, named_ids where name = 'waiting';
create function pg_temp.open_titles(persona text default 'member') returns text language plpgsql as $$
declare v_titles text;
begin
  perform tests.act_as(persona);
  v_titles := (select coalesce(string_agg(title, ' ' order by number), '') from public.chat_citations);
  perform tests.act_as('owner');
  return v_titles;
end;
$$;
select is(pg_temp.open_titles(), 'colleague waiting.pdf alpha', 'the asker can open every citation of the answer');
update public.sources set is_restricted = true where id = (select named_ids.id from named_ids where name = 'waiting');
select is(pg_temp.open_titles(), 'alpha', 'restricting a document hides its citation and the citation of the figures that include it');
update public.sources set is_restricted = false where id = (select named_ids.id from named_ids where name = 'waiting');
delete from public.project_members where person_id = tests.id('member') and project_id = tests.id('shared');
select is(pg_temp.open_titles(), 'waiting.pdf alpha', 'the citation of a person is hidden when the reader loses one of the projects in the figures');
delete from public.project_members where person_id = tests.id('member');
select is(pg_temp.open_titles(), '', 'all citations are hidden when the reader loses all projects');

select * from finish();
rollback;
