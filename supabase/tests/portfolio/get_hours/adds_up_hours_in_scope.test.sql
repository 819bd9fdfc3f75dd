-- The database, not an AI model, adds up the hours within the viewer's scope.
begin;
select plan(29);
select tests.two_agencies();
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours) values
  (tests.id('North'), tests.id('alpha'), tests.id('freelancer'), '2026-04-01', 4),
  (tests.id('North'), tests.id('alpha'), tests.id('member'), '2026-04-30', 1),
  (tests.id('North'), tests.id('beta'), tests.id('freelancer'), '2026-05-01', 8);
create function pg_temp.hours_text(persona text, arguments text default '') returns text language plpgsql as $$
declare v_hours jsonb;
begin
  perform tests.act_as(persona);
  execute format('select public.get_hours(%s)', arguments) into v_hours;
  perform tests.act_as('owner');
  return concat_ws(' ', v_hours ->> 'total_hours', 'of', (
    select string_agg(concat_ws(' ', coalesce(line #>> '{project,name}', line #>> '{person,name}', line ->> 'month', '?'),
      (line ->> 'hours')::numeric::real, '/' || (line ->> 'budget_hours')::numeric::real), ', ' order by number)
    from jsonb_array_elements(v_hours -> 'groups') with ordinality as entries (line, number)),
    nullif('and ' || (v_hours ->> 'left_out'), 'and 0'));
end;
$$;

select is(pg_temp.hours_text(persona, arguments), expected, format('%s asks for hours (%s) and gets %s', persona, arguments, expected))
from (values
  ('lead', '', '23.00 of beta 10.5, alpha 7.5 /100, gamma 2.5 /40, shared 2.5'),
  ('member', '', '10.00 of alpha 7.5 /100, shared 2.5'),
  ('member2', '', '13.00 of beta 10.5, shared 2.5'),
  ('other_admin', '', '2.50 of delta 2.5 /10'),
  ('lead', 'as_person_id => tests.id(''member'')', '10.00 of alpha 7.5 /100, shared 2.5'),
  ('lead', 'as_person_id => tests.id(''client'')', '0 of'),
  ('admin', 'as_person_id => tests.id(''lead'')', '23.00 of beta 10.5, alpha 7.5 /100, gamma 2.5 /40, shared 2.5'),
  ('member', 'as_person_id => tests.id(''admin'')', '10.00 of alpha 7.5 /100, shared 2.5'),
  -- By person. Hours of people outside the scope are added up without a name.
  ('lead', '''person''', '23.00 of freelancer 12, colleague 10, member 1'),
  ('member', '''person''', '10.00 of colleague 5, ? 4, member 1'),
  ('lead', '''person'', as_person_id => tests.id(''member'')', '10.00 of colleague 5, ? 4, member 1'),
  ('member', 'person_id => tests.id(''freelancer'')', '0 of'),
  ('lead', 'person_id => tests.id(''freelancer'')', '12.00 of beta 8, alpha 4 /100'),
  ('lead', 'person_id => tests.id(''freelancer''), as_person_id => tests.id(''member'')', '0 of'),
  -- By month, latest first.
  ('lead', '''month''', '23.00 of 2026-05 8, 2026-04 5, 2026-03 10'),
  ('member', '''month'', tests.id(''alpha'')', '7.50 of 2026-04 5, 2026-03 2.5'),
  ('lead', 'spent_from => ''2026-04-01'', spent_to => ''2026-04-30''', '5.00 of alpha 5 /100'),
  ('lead', 'result_limit => 1', '23.00 of beta 10.5 and 3')
) as cases (persona, arguments, expected);

select is(tests.answer(persona, format('select public.get_hours(%s)', arguments)), refused, format('%s who asks for hours (%s) gets %s', persona, arguments, refused))
from (values
  ('member', 'project_id => tests.id(''beta'')', 'OPNFD project_not_found'),
  ('lead', 'project_id => tests.id(''delta'')', 'OPNFD project_not_found'),
  ('lead', 'project_id => tests.id(''beta''), as_person_id => tests.id(''member'')', 'OPNFD project_not_found'),
  ('lead', 'as_person_id => tests.id(''other_admin'')', 'OPNFD person_not_found'),
  ('member', 'result_limit => 0', 'OPINV limit_out_of_range'),
  ('member', 'result_limit => null', 'OPINV limit_out_of_range'),
  ('member', '''color''', '22P02'),
  ('client', '', 'OPDEN role_not_allowed'), ('outsider', '', 'OPDEN no_membership'), ('anonymous', '', '42501'),
  ('service', '', '42501')) as cases (persona, arguments, refused);

select * from finish();
rollback;
