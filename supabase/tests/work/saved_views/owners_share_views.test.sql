begin;
select plan(44);
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
create function pg_temp.names(persona text) returns text language plpgsql as $$
declare
  v_names text;
begin
  perform tests.act_as(persona);
  select string_agg(view ->> 'name', ', ') into v_names
  from jsonb_array_elements(public.list_saved_views('tasks')) as view;
  perform tests.act_as('owner');
  return v_names;
end;
$$;
create function pg_temp.change(persona text, name text, changes text) returns text language sql as $$
  select pg_temp.refusal(persona, format('select public.update_saved_view(%L, %s, %L)', id, version, changes))
  from private.saved_views where saved_views.name = change.name
$$;

select tests.act_as('member');
select is(
  public.create_saved_view('tasks', ' Late ', 'status=open&sort=due_on') - '{id,owner}'::text[],
  '{"version": 1, "page": "tasks", "name": "Late", "query": "status=open&sort=due_on", "is_shared": false, "is_archived": false, "is_own": true}',
  'a member saves a view');
select lives_ok($$ select public.create_saved_view('tasks', 'Ours', 'assignee=none', true) $$, 'a member saves a shared view');
select lives_ok($$ select public.create_saved_view('documents', 'Reports', 'kind=report') $$, 'a member saves a view of the documents');
select lives_ok($$ select public.create_saved_view('clients', 'Late', '') $$, 'the same name can be used on another page, with an empty query');
select tests.act_as('owner');
select is(pg_temp.names(persona), expected, persona || ' sees their own views and shared ones')
from (values ('member', 'Late, Ours'), ('member2', 'Ours'), ('lead', 'Ours'), ('admin', 'Ours'), ('other_admin', null)) as cases (persona, expected);

select is(pg_temp.refusal(persona, $$ select public.list_saved_views('tasks') $$), refusal, persona || ' cannot list views')
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, refusal);
select is(pg_temp.refusal(persona, $$ select public.create_saved_view('tasks', 'Forged', '', true) $$), refusal, persona || ' cannot save a view')
from (values ('client', 'OPDEN role_not_allowed'), ('outsider', 'OPDEN no_membership'), ('anonymous', '42501'), ('service', '42501')) as cases (persona, refusal);
select is(pg_temp.refusal('member', statement), refusal, format('a member gets %s for: %s', refusal, statement))
from (values
  ($$ select public.create_saved_view('settings', 'x', '') $$, 'OPINV unknown_page'),
  ($$ select public.create_saved_view('tasks', ' ', '') $$, 'OPINV invalid_view'),
  ($$ select public.create_saved_view('tasks', 'x', 'a=1#b') $$, 'OPINV invalid_view'),
  ($$ select public.create_saved_view('tasks', 'x', null) $$, 'OPINV invalid_view'),
  ($$ select public.create_saved_view('tasks', 'LATE', '') $$, 'OPSTA saved_view_exists')) as cases (statement, refusal);

-- Every list has its own views, and another organization sees none of them.
select tests.act_as('lead');
select lives_ok(format($$ select public.create_saved_view(%L, 'Shared', 'q=x', true) $$, page), format('a lead shares a view of %s', page))
from unnest('{documents,inbox,health}'::text[]) as page;
select tests.act_as('other_admin');
select is(public.list_saved_views(page), '[]'::jsonb, format('another organization sees no view of %s', page))
from unnest('{documents,inbox,health}'::text[]) as page;
select is(public.list_saved_views(), '[]'::jsonb, 'another organization sees no view of any list');
select tests.act_as('member');
select is((select count(*)::integer from jsonb_array_elements(public.list_saved_views('health')) as view where view ->> 'name' = 'Shared'), 1,
  'a member gets the name of a shared view of a page that only admins and leads can open');
select tests.act_as('owner');

-- A colleague can read a shared view but not change it.
select is(pg_temp.change('member2', 'Ours', '{"name": "Forged"}'), 'OPDEN not_the_owner', 'a colleague cannot rename a shared view');
select is(pg_temp.change('lead', 'Ours', '{"is_archived": true}'), 'OPDEN not_the_owner', 'a lead cannot delete the shared view of another person');
select is(pg_temp.refusal('admin', format('select public.update_saved_view(%L, 1, %L)', id, '{"name": "Forged"}')), 'OPNFD saved_view_not_found', 'an admin does not find the private view of another person')
from private.saved_views where name = 'Late' and page = 'tasks';
select is(pg_temp.change('other_admin', 'Ours', '{"name": "Forged"}'), 'OPNFD saved_view_not_found', 'another organization does not find the view');
select is(pg_temp.change('client', 'Ours', '{"name": "Forged"}'), 'OPDEN role_not_allowed', 'a client cannot change a view');
select is(pg_temp.change('service', 'Ours', '{"name": "Forged"}'), '42501', 'the secret key cannot change a view');
select is((select count(*)::integer from private.saved_views where name = 'Forged' or archived_at is not null or version > 1), 0,
  'the refusals leave the views unchanged');

-- The owner renames, deletes and restores; a stale version is refused.
select is(pg_temp.change('member', 'Ours', '{"name": "Unassigned", "query": "assignee=none&sort=title"}'), '', 'the owner renames a view and replaces its query');
select is(pg_temp.refusal('member', format('select public.update_saved_view(%L, 1, %L)', id, '{"name": "Old"}')), 'OPSTA version_conflict', 'a change of a view at a stale version is refused')
from private.saved_views where name = 'Unassigned';
select is(pg_temp.change('admin', 'Unassigned', '{"is_archived": true}'), '', 'an admin deletes a shared view');
select is(pg_temp.names('member2'), null, 'no one sees a deleted view');
select is(pg_temp.change('member', 'Unassigned', '{"is_archived": false, "is_shared": false}'), '', 'the owner restores a deleted view');
select is(pg_temp.names('member'), 'Late, Unassigned', 'the owner sees the restored view');
select is((select array_agg(action order by occurred_at, action) from public.audit_events where object_type = 'saved_view' and object_id = (select id from private.saved_views where name = 'Unassigned')),
  '{saved_view.created,saved_view.updated,saved_view.updated,saved_view.updated}', 'the audit log contains every change');

select * from finish();
rollback;
