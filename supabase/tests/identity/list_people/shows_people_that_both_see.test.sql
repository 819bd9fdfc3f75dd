-- People list colleagues and their projects, as far as both the viewer and the person viewed as can see them.
begin;
select plan(22);
select tests.two_agencies();
create function pg_temp.list_text(persona text, arguments text default '') returns text language plpgsql as $$
declare v_people jsonb;
begin
  perform tests.act_as(persona);
  execute format('select public.list_people(%s)', arguments) into v_people;
  perform tests.act_as('owner');
  return coalesce((
    select string_agg(concat_ws(' ', person ->> 'name',
      (select '(' || string_agg(concat(case when (work ->> 'leads')::boolean then '*' end, work ->> 'name'), ' ' order by work ->> 'name') || ')'
       from jsonb_array_elements(person -> 'projects') as work)), ', ' order by number)
    from jsonb_array_elements(v_people -> 'people') with ordinality as entries (person, number)), '')
    || coalesce(nullif(' and ' || (v_people ->> 'left_out'), ' and 0'), '');
end;
$$;
select is(pg_temp.list_text(persona, arguments), expected, format('%s lists people (%s): %s', persona, arguments, expected))
from (values
  ('lead', '', 'admin, client, colleague, freelancer, lead (*alpha *gamma *shared), member (alpha shared), member2 (beta shared)'),
  ('member', '', 'admin, colleague, lead (*alpha *shared), member (alpha shared), member2 (shared)'),
  ('other_admin', '', 'other_admin (*delta), other_member (delta)'),
  ('lead', 'as_person_id => tests.id(''member2'')', 'admin, colleague, lead (*shared), member (shared), member2 (beta shared)'),
  ('lead', 'as_person_id => tests.id(''client'')', ''),
  ('member', 'as_person_id => tests.id(''admin'')', 'admin, colleague, lead (*alpha *shared), member (alpha shared), member2 (shared)'),
  ('member', 'project_id => tests.id(''alpha'')', 'lead (*alpha), member (alpha)'),
  ('member', 'name_contains => ''MEMBER''', 'member (alpha shared), member2 (shared)'),
  ('member', 'name_contains => ''%''', ''),
  ('member', 'name_contains => ''freelancer''', ''),
  ('member', 'result_limit => 2', 'admin, colleague and 3')
) as cases (persona, arguments, expected);
update public.people set archived_at = now(), user_id = null where id = tests.id('member2');
select is(pg_temp.list_text('member', 'name_contains => ''member'''), 'member (alpha shared)', 'a person who has left is not listed');
select is(tests.answer('lead', 'select public.list_people(as_person_id => tests.id(''member2''))'), 'OPNFD person_not_found', 'a lead cannot view as a person who has left');

select is(tests.answer(persona, format('select public.list_people(%s)', arguments)), refused, format('%s who lists people (%s) gets %s', persona, arguments, refused))
from (values
  ('member', 'project_id => tests.id(''beta'')', 'OPNFD project_not_found'),
  ('lead', 'as_person_id => tests.id(''other_admin'')', 'OPNFD person_not_found'),
  ('member', 'name_contains => repeat(''x'', 201)', 'OPINV invalid_query'),
  ('member', 'result_limit => 101', 'OPINV limit_out_of_range'),
  ('member', 'result_limit => -1', 'OPINV limit_out_of_range'),
  ('client', '', 'OPDEN role_not_allowed'), ('outsider', '', 'OPDEN no_membership'), ('anonymous', '', '42501'),
  ('service', '', '42501')) as cases (persona, arguments, refused);

select * from finish();
rollback;
