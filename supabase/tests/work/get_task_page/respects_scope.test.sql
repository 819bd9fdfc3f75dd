begin;
select plan(17);
select tests.two_agencies();
create function pg_temp.refusal(persona text, statement text) returns text language plpgsql as $$
declare
  v_code text;
  v_hint text;
begin
  perform tests.act_as(persona);
  begin
    execute statement;
  exception when others then
    get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return concat_ws(' ', v_code, nullif(v_hint, ''));
end;
$$;
insert into public.tasks (organization_id, project_id, title, due_on, priority, labels, status, assignee_id)
select tests.id('North'), tests.id('alpha'), 'n' || n, case when n % 3 > 0 then date '2026-05-01' + n % 4 end,
  nullif(n % 5, 0), case when n % 2 = 0 then '{web}'::text[] else '{}' end, 'in_progress',
  case when n <= 5 then tests.id('lead') end
from generate_series(1, 25) as n;

-- The titles of all pages of a list, in order.
create function pg_temp.pages(sort text, descending boolean, size integer) returns text[] language plpgsql as $$
declare
  v_page jsonb;
  v_titles text[] := '{}';
  v_cursor text;
begin
  loop
    v_page := public.get_task_page(
      project_id => tests.id('alpha'), sort => pages.sort, is_descending => descending, page_size => size, cursor => v_cursor);
    v_titles := v_titles || array(select one ->> 'title' from jsonb_array_elements(v_page -> 'tasks') as one);
    v_cursor := v_page ->> 'next_cursor';
    exit when v_cursor is null or cardinality(v_titles) > 100;
  end loop;
  return v_titles;
end;
$$;
grant execute on function pg_temp.pages(text, boolean, integer) to public;
create function pg_temp.titles(page jsonb) returns text language sql as $$
  select string_agg(one ->> 'title', ' ' order by position) from jsonb_array_elements(page -> 'tasks') with ordinality as entries (one, position)
$$;
grant execute on function pg_temp.titles(jsonb) to public;

select tests.act_as('member');
select is(pg_temp.pages(sort, descending, 4), pg_temp.pages(sort, descending, 100),
  format('pages sorted by %s%s have no gaps and no repeats', sort, case when descending then ' descending' else '' end))
from (values ('due_on', false), ('due_on', true), ('priority', true), ('title', false), ('status', false), ('created_at', true), ('updated_at', false))
  as cases (sort, descending);
select is(cardinality(pg_temp.pages('due_on', false, 7)), 26, 'pages contain every task');
select is(public.get_task_page(label => 'web') -> 'total', '12', 'a label narrows the list and its total');
select is(pg_temp.titles(public.get_task_page(title_contains => 'n_')), null, 'an underscore is not a wildcard');
select is(pg_temp.titles(public.get_task_page()) ~ 'beta|gamma|delta', false, 'a member sees only tasks of their projects');
select is(pg_temp.titles(public.get_task_page(parent_id => tests.id('alpha task'))), null, 'the list of subtasks of a task without any is empty');
select tests.act_as('lead');
select is(public.get_task_page(is_unassigned => true, project_id => tests.id('alpha')) -> 'total', '20', 'tasks without an assignee can be listed');
select is(public.get_task_page(assignee_id => tests.id('lead'), statuses => '{in_progress}') -> 'total', '5', 'tasks of a person can be listed');
select is(pg_temp.titles(public.get_task_page(is_archived => true)), 'gamma task', 'archived tasks can be listed');
select tests.act_as('owner');
select is(pg_temp.refusal('client', 'select public.get_task_page()'), 'OPDEN role_not_allowed', 'a client cannot list tasks');
select is(pg_temp.refusal('lead', $$ select public.get_task_page(cursor => 'bm90') $$), 'OPINV invalid_cursor', 'a forged cursor is refused');

select * from finish();
rollback;
