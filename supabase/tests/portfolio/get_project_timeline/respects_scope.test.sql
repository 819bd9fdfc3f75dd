begin;
select plan(6);
select tests.two_agencies();
insert into public.audit_events (organization_id, occurred_at, actor_db_role, action, object_type, object_id, project_id, before, after)
values (tests.id('North'), '2026-03-05', 'none', 'project.updated', 'project', tests.id('alpha'), tests.id('alpha'), '{}', '{"code": "P-9"}');
insert into public.time_entries (organization_id, project_id, person_id, spent_on, hours)
values (tests.id('North'), tests.id('alpha'), tests.id('freelancer'), '2026-03-06', 3);

create function pg_temp.kinds(project text) returns setof text language sql as $$
  select entry ->> 'kind' from jsonb_array_elements(public.get_project_timeline(tests.id(project)) -> 'entries') as entry
$$;
grant execute on function pg_temp.kinds(text) to authenticated;

select tests.act_as('admin');
select bag_eq($$ select pg_temp.kinds('alpha') $$, array['status_update', 'hours', 'hours', 'project_changed'], 'an admin reads the changes');
select tests.act_as('member');
select bag_eq($$ select pg_temp.kinds('alpha') $$, array['status_update', 'hours', 'hours'], 'a member reads no changes and no day with only changes');
select is(public.get_project_timeline(tests.id('alpha'), kinds => '{project_changed}'),
  jsonb_build_object('project_id', tests.id('alpha'), 'entries', '[]'::jsonb, 'next_before', null),
  'a member who asks for the changes gets nothing');
select is(public.get_project_timeline(tests.id('alpha'), kinds => '{hours}', day_limit => 1) #> '{entries,0,people}',
  jsonb_build_array(jsonb_build_object('id', tests.id('freelancer'), 'name', null, 'hours', 3.00)),
  'hours of a person outside the scope are counted without a name');
select throws_ok($$ select public.get_project_timeline(tests.id('beta')) $$, 'OPNFD', null, 'a member does not find a project of which they are not a member');
select tests.act_as('member2');
select throws_ok($$ select public.get_project_timeline(tests.id('alpha')) $$, 'OPNFD', null, 'another member does not find a project of which they are not a member');

select * from finish();
rollback;
