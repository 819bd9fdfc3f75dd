-- The answers contain every row of the view that a caller sees, except archived projects. An answer has at most 2000
-- projects and is smaller than 1 MB.
begin;
select plan(14);
select tests.two_agencies();

-- The rows of all answers in order, with the columns of the view.
create function pg_temp.pages() returns table (project jsonb, answer integer, bytes integer)
language plpgsql as $$
declare
  v_after jsonb;
  v_answer jsonb;
  v_accounts jsonb;
  v_people jsonb;
begin
  answer := 0;
  loop
    answer := answer + 1;
    v_answer := public.list_project_summaries(v_after ->> 'name', (v_after ->> 'id')::uuid);
    v_accounts := v_answer -> 'accounts';
    v_people := v_answer -> 'people';
    bytes := octet_length(v_answer::text);
    for project in
      select (
        select jsonb_object_agg(columns.name, row -> (columns.position - 1)::integer)
        from jsonb_array_elements_text(v_answer -> 'columns') with ordinality as columns (name, position))
      from jsonb_array_elements(v_answer -> 'rows') with ordinality as rows (row, number)
      order by number
    loop
      project := project || (v_accounts -> (project ->> 'account_id'))
        || jsonb_build_object('lead_name', v_people -> (project ->> 'lead_id'));
      v_after := project;
      return next;
    end loop;
    exit when not (v_answer -> 'has_more')::boolean;
  end loop;
end;
$$;
grant execute on function pg_temp.pages() to public;
create function pg_temp.agrees(persona text) returns boolean language plpgsql as $$
declare
  v_agrees boolean;
begin
  perform tests.act_as(persona);
  select coalesce(jsonb_agg(project), '[]') = (
    select coalesce(jsonb_agg(
      to_jsonb(summaries) - '{organization_id,summary,updated_at,archived_at}'::text[] order by name, id), '[]')
    from public.project_summaries as summaries where archived_at is null)
  into v_agrees from pg_temp.pages();
  perform tests.act_as('owner');
  return v_agrees;
end;
$$;
create function pg_temp.names(persona text) returns text language plpgsql as $$
declare
  v_names text;
begin
  perform tests.act_as(persona);
  select string_agg(project ->> 'name', ' ') into v_names from pg_temp.pages();
  perform tests.act_as('owner');
  return v_names;
end;
$$;

select is(pg_temp.names(persona), expected, format('%s sees %s', persona, expected))
from (values
  ('admin', 'alpha beta gamma shared'), ('member', 'alpha shared'), ('member2', 'beta shared'), ('other_admin', 'delta')
) as cases (persona, expected);
select is(pg_temp.agrees(persona), true, format('for %s, the rows are those of the view', persona))
from unnest('{admin,lead,member,member2,other_admin}'::text[]) as persona;
select is(tests.answer(persona, 'select public.list_project_summaries()'), expected, persona || ' is refused')
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership')) as cases (persona, expected);

insert into public.projects (organization_id, account_id, name, code)
select tests.id('North'), tests.id('Garden site'), repeat('Long name ', 4) || number % 50, 'C-' || number
from generate_series(1, 4100) as number;
select is(pg_temp.agrees('admin'), true, 'thousands of projects, many with the same name, are complete and in order');
select tests.act_as('admin');
create temporary table answers on commit drop as select distinct answer, bytes from pg_temp.pages();
select tests.act_as('owner');
select is(array_agg(answer order by answer), '{1,2,3}', 'thousands of projects need three answers') from answers;
select ok(max(bytes) < 1000000, format('no answer is larger than 1 MB: %s bytes', max(bytes))) from answers;

select * from finish();
rollback;
