-- An imported person has no email, so the invitation names the person and creates no second one.
begin;
select plan(20);
select tests.two_agencies();
insert into public.people (id, organization_id, name, role, is_employee, external_key)
values (tests.id('imported'), tests.id('North'), 'R. Vale', 'member', false, 'I-1');

create function pg_temp.hint_of(persona text, email text, person text, projects text[] default '{}', role public.person_role default 'member')
returns text language plpgsql as $$
declare
  v_hint text := 'accepted';
  v_state text;
begin
  perform tests.act_as(persona);
  begin
    perform public.invite_person(email, 'Robin Vale', role, case when role = 'client' then tests.id('Harbour') end,
      tests.id(person), tests.ids(projects));
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint, v_state = returned_sqlstate;
  end;
  perform tests.act_as('owner');
  return coalesce(nullif(v_hint, ''), v_state);
end;
$$;

select is(pg_temp.hint_of('admin', 'member@tests.test', 'imported'), 'email_taken', 'the address of another person is refused');
select is(pg_temp.hint_of('admin', 'new@tests.test', 'other_member'), 'person_not_found', 'a person of another organization is not found');
select is(pg_temp.hint_of('admin', 'new@tests.test', 'member'), 'already_joined', 'a person who has joined cannot be invited');
select is(pg_temp.hint_of('admin', 'new@tests.test', 'imported', array['delta']), 'project_not_found', 'a project of another organization is not found');
update public.projects set archived_at = now() where id = tests.id('gamma');
select is(pg_temp.hint_of('admin', 'new@tests.test', 'imported', array['alpha', 'gamma']), 'project_not_found', 'an archived project is not found');
select is(pg_temp.hint_of('admin', 'new@tests.test', 'imported', array['alpha'], 'client'), 'client_contact', 'a client contact cannot be invited to a project');
select is(pg_temp.hint_of(persona, 'new@tests.test', 'imported', array['alpha']), hint, persona || ' cannot invite to a project')
from (values ('lead', 'role_not_allowed'), ('member', 'role_not_allowed'), ('service', '42501')) as cases (persona, hint);
select is((select count(*)::integer from public.invitations), 2, 'the refusals create no invitation');
select is((name, email)::text, '("R. Vale",)', 'the refusals change no person') from public.people where id = tests.id('imported');

create temporary table before as select count(*) as people from public.people;
create temporary table answers (answer jsonb);
grant insert, select on answers to authenticated;
select tests.act_as('admin');
insert into answers select public.invite_person(
  'Robin@tests.test', 'Robin Vale', 'member', null, tests.id('imported'), tests.ids(array['beta', 'alpha', 'beta']));
select tests.act_as('owner');
select is((answer ->> 'person_id')::uuid, tests.id('imported'), 'an invitation is for the person whom it names') from answers;
select is((select count(*) from public.people), people, 'the invitation creates no second person') from before;
select is((name, email, external_key)::text, '("Robin Vale",robin@tests.test,I-1)', 'the person gets the name and the address of the invitation')
from public.people where id = tests.id('imported');
select is(cardinality(project_ids), 2, 'the invitation contains each project once') from public.invitations, answers where id = (answer ->> 'invitation_id')::uuid;
select is_empty($$ select 1 from public.project_members where person_id = tests.id('imported') $$, 'an open invitation gives no membership');

-- Between the invitation and its acceptance one project is archived.
update public.projects set archived_at = now() where id = tests.id('beta');
update auth.users set email = 'robin@tests.test' where id = tests.id('outsider user');
select tests.act_as('outsider');
select is((select public.accept_invitation(answer ->> 'token') #>> '{viewer,id}' from answers), tests.id('imported')::text, 'the person accepts the invitation');
select bag_eq($$ select id from public.projects $$, $$ values (tests.id('alpha')) $$, 'the person sees the invited project that is not archived');
select tests.act_as('owner');
select is(after -> 'member_of', jsonb_build_array(tests.id('alpha')), 'the audit log contains the projects they joined')
from public.audit_events where object_id = tests.id('imported') and action = 'invitation.accepted';

-- A person who becomes a client contact before they accept joins no project.
create temporary table later (answer jsonb);
grant insert, select on later to authenticated;
select tests.act_as('admin');
insert into later select public.invite_person('free@tests.test', 'freelancer', 'member', null, tests.id('freelancer'), tests.ids(array['alpha']));
select public.change_person_role(tests.id('freelancer'), version, 'client', tests.id('Harbour')) from public.people where id = tests.id('freelancer');
select tests.act_as('owner');
update public.people set user_id = null where id = tests.id('imported');
update auth.users set email = 'free@tests.test' where id = tests.id('outsider user');
select tests.act_as('outsider');
select public.accept_invitation(answer ->> 'token') from later;
select tests.act_as('owner');
select is_empty($$ select 1 from public.project_members where person_id = tests.id('freelancer') $$,
  'a person who became a client contact before accepting joins no project');

select * from finish();
rollback;
