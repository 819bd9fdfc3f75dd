-- The answers contain everyone whom a caller sees, with the number of live projects in the caller's scope that each is
-- a member of or leads. An answer has at most 2000 people and is smaller than 1 MB.
begin;
select plan(16);
select tests.two_agencies();

create function pg_temp.pages() returns table (person jsonb, answer integer, bytes integer)
language plpgsql as $$
declare
  v_after uuid;
  v_answer jsonb;
begin
  answer := 0;
  loop
    answer := answer + 1;
    v_answer := public.list_person_summaries(v_after);
    bytes := octet_length(v_answer::text);
    for person in
      select (
        select jsonb_object_agg(named.name, row -> (named.position - 1)::integer)
        from jsonb_array_elements_text(v_answer -> 'columns') with ordinality as named (name, position))
      from jsonb_array_elements(v_answer -> 'rows') with ordinality as entries (row, place)
      order by place
    loop
      v_after := (person ->> 'id')::uuid;
      person := person || jsonb_build_object('client', v_answer -> 'clients' -> (person ->> 'client_id'));
      return next;
    end loop;
    exit when not (v_answer -> 'has_more')::boolean;
  end loop;
end;
$$;
create function pg_temp.summary(persona text) returns text language plpgsql as $$
declare
  v_people text;
begin
  perform tests.act_as(persona);
  select string_agg(concat_ws(' ', person ->> 'name', person ->> 'project_count', person ->> 'led_project_count', person ->> 'client'),
    ', ' order by person ->> 'name')
  into v_people from pg_temp.pages();
  perform tests.act_as('owner');
  return v_people;
end;
$$;
create function pg_temp.agrees(persona text) returns boolean language plpgsql as $$
declare
  v_agrees boolean;
begin
  perform tests.act_as(persona);
  select jsonb_agg(person - '{project_count,led_project_count,client}'::text[]) = (
    select jsonb_agg(to_jsonb(people) - '{organization_id,external_key,updated_at}'::text[] order by id) from public.people)
  into v_agrees from pg_temp.pages();
  perform tests.act_as('owner');
  return v_agrees;
end;
$$;
grant execute on all functions in schema pg_temp to public;

select is(pg_temp.summary(persona), expected, format('%s sees %s', persona, expected))
from (values
  ('lead', 'admin 0 0, client 0 0 Harbour, colleague 0 0, freelancer 0 0, lead 0 3, member 2 0, member2 2 0'),
  ('member', 'admin 0 0, colleague 0 0, lead 0 2, member 2 0, member2 1 0'),
  ('other_admin', 'other_admin 0 1, other_member 1 0')) as cases (persona, expected);
select is(pg_temp.agrees(persona), true, format('for %s, the columns are those of the table', persona))
from unnest('{admin,lead,member,member2,other_admin}'::text[]) as persona;
select is(tests.answer(persona, 'select public.list_person_summaries()'), refused, persona || ' is refused')
from (values
  ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501'))
  as cases (persona, refused);

update public.projects set archived_at = now() where id = tests.id('alpha');
select is(pg_temp.summary('member'), 'admin 0 0, colleague 0 0, lead 0 1, member 1 0, member2 1 0',
  'an archived project does not count');

insert into public.people (organization_id, email, name, role, is_employee)
select tests.id('North'), 'colleague-with-a-long-name-' || number || '@agency.example.test', repeat('Long name ', 4) || number, 'member', true
from generate_series(1, 4100) as number;
select is(pg_temp.agrees('admin'), true, 'thousands of people are complete and in order');
select tests.act_as('admin');
create temporary table answers on commit drop as select distinct answer, bytes from pg_temp.pages();
select tests.act_as('owner');
select is(array_agg(answer order by answer), '{1,2,3}', 'thousands of people need three answers') from answers;
select ok(max(bytes) < 1000000, format('no answer is larger than 1 MB: %s bytes', max(bytes))) from answers;

select * from finish();
rollback;
