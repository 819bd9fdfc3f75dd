begin;
select plan(22);
select tests.two_agencies();

-- Every column of the database that refers to a person, with its schema.
create function pg_temp.references_to_people()
returns table (reference text, relation regclass, column_name name) language sql as $$
  select class.relname || '.' || own.attname, referring.conrelid::regclass, own.attname
  from pg_constraint as referring
  join pg_class as class on class.oid = referring.conrelid
  join pg_attribute as id_of on id_of.attrelid = referring.confrelid and id_of.attname = 'id'
  join pg_attribute as own
    on own.attrelid = referring.conrelid
   and own.attnum = referring.conkey[array_position(referring.confkey, id_of.attnum)]
  where referring.contype = 'f' and referring.confrelid = 'public.people'::regclass
$$;
select bag_eq($$ select reference from pg_temp.references_to_people() $$, $$ select reference from private.person_references() $$,
  'each reference to a person is listed in private.person_references, which decides whether a merge moves it');

create function pg_temp.moving_references_to(person text) returns text language plpgsql as $$
declare
  v_reference record;
  v_count bigint;
  v_references text[] := '{}';
begin
  for v_reference in
    select * from pg_temp.references_to_people() join private.person_references() using (reference)
    where person_references.moves order by reference
  loop
    execute format('select count(*) from %s where %I = $1', v_reference.relation, v_reference.column_name)
    into v_count using tests.id(person);
    if v_count > 0 then
      v_references := v_references || v_reference.reference;
    end if;
  end loop;
  return array_to_string(v_references, ' ');
end;
$$;

-- The colleague is invited, has hours on every project and has absorbed the freelancer. The imported person has no email
-- and is a member of alpha.
insert into public.people (id, organization_id, name, role, is_employee, external_key)
values (tests.id('imported'), tests.id('North'), 'imported', 'member', true, 'I-1');
insert into public.project_members (organization_id, project_id, person_id)
select tests.id('North'), tests.id(project), tests.id(person)
from (values ('alpha', 'imported'), ('alpha', 'colleague'), ('beta', 'colleague')) as cases (project, person);
update public.projects set lead_id = tests.id('colleague') where id = tests.id('beta');
update public.tasks set assignee_id = tests.id('colleague') where id = tests.id('beta task');
insert into public.status_updates (organization_id, project_id, author_id, health, summary)
values (tests.id('North'), tests.id('beta'), tests.id('colleague'), 'at_risk', 'Late.');
insert into public.task_comments (organization_id, project_id, task_id, author_id, body)
values (tests.id('North'), tests.id('beta'), tests.id('beta task'), tests.id('colleague'), 'Why?');
select tests.act_as('admin');
select public.merge_person(tests.id('freelancer'), 1, tests.id('colleague'));
select tests.act_as('owner');
select is(pg_temp.moving_references_to('colleague'),
  (select string_agg(reference, ' ' order by reference) from private.person_references() where moves),
  'the duplicate has a row in every table whose rows a merge moves');

create temporary table answers (answer jsonb);
grant insert on answers to authenticated;
select tests.act_as('admin');
insert into answers select public.merge_person(tests.id('colleague'), 1, tests.id('imported'));
select tests.act_as('owner');
select is(pg_temp.moving_references_to('colleague'), '', 'no moved reference names the duplicate after the merge');
select is(pg_temp.moving_references_to('imported'),
  (select string_agg(reference, ' ' order by reference) from private.person_references() where moves),
  'every moved reference names the survivor');
select is(answer -> 'merge', jsonb_build_object(
    'survivor', jsonb_build_object('id', tests.id('imported'), 'name', 'imported'),
    'memberships', 1, 'shared_memberships', 1, 'led_projects', 1, 'tasks', 1, 'time_entries', 4, 'hours', 10.00,
    'status_updates', 1, 'earlier_merges', 1, 'invitations', 1, 'gives_email', true),
  'the answer counts the moved rows') from answers;
select is((answer -> 'person' ->> 'id', answer -> 'person' ->> 'merged_into_id', (answer -> 'person' ->> 'version')::integer)::text,
  format('(%s,%s,2)', tests.id('colleague'), tests.id('imported')), 'the answer to a merge has the duplicate with its new version') from answers;
select isnt(archived_at, null, 'the duplicate is archived') from public.people where id = tests.id('colleague');
select is((name, email), ('colleague'::text, 'colleague@tests.test'::text), 'the duplicate keeps its name and address')
from public.people where id = tests.id('colleague');
select is(merged_into_id, tests.id('imported'), 'an earlier duplicate points to the last survivor')
from public.people where id = tests.id('freelancer');
select is((email, name, role)::text, '(colleague@tests.test,imported,member)',
  'a survivor without an email takes only the email of the duplicate')
from public.people where id = tests.id('imported');
select is((select count(*)::integer from public.project_members where person_id = tests.id('imported')), 2,
  'a shared membership becomes one membership');
select is((before ->> 'lead_id', after ->> 'lead_id')::text, format('(%s,%s)', tests.id('colleague'), tests.id('imported')),
  'the audit log contains the new lead of each project')
from public.audit_events where object_id = tests.id('beta') and action = 'project.updated';
select is((select string_agg(action, ' ' order by action) from public.audit_events
           where object_id in (tests.id('colleague'), tests.id('imported')) and action <> 'person.separated'),
  'person.absorbed person.absorbed person.merged', 'the audit log contains the merge for both people');

-- The merge into a survivor with an account ends the duplicate's invitation and transfers no right.
update public.people set role = 'admin' where id = tests.id('imported');
select tests.act_as('admin');
select public.merge_person(tests.id('imported'), version, tests.id('member2')) from public.people where id = tests.id('imported');
select tests.act_as('owner');
select is((role, email)::text, '(member,member2@tests.test)', 'a person with an account keeps their role and email')
from public.people where id = tests.id('member2');
select is((select person_id from public.invitations where id = tests.id('North invitation')), tests.id('imported'),
  'an invitation does not move to a person who has joined');
select tests.act_as('outsider');
select tests.act_as('owner');
update auth.users set email = 'colleague@tests.test' where id = tests.id('outsider user');
select tests.act_as('outsider');
select throws_ok($$ select public.accept_invitation('North') $$, 'OPNFD', null, 'an invitation of a duplicate is no longer valid');
select tests.act_as('member2');
select bag_eq($$ select id from public.projects $$, $$ select tests.id(name) from unnest(array['alpha', 'beta', 'shared']) as name $$,
  'the survivor sees the projects of all duplicates');

-- Cards and imports resolve a duplicate to its survivor.
select tests.act_as('owner');
select is(private.surviving_person_id(tests.id('freelancer')), tests.id('member2'), 'every duplicate resolves to the last survivor');
select is(private.surviving_person_id(tests.id('lead')), tests.id('lead'), 'a person who was not merged resolves to themselves');
select is(private.reference_problem(tests.id('North'), tests.id('alpha'), 'person', tests.id('colleague')), null,
  'a card that names a duplicate is valid');
select is(private.reference_problem(tests.id('South'), tests.id('delta'), 'person', tests.id('colleague')),
  'There is no such colleague', 'a card of another organization cannot name a duplicate');
update public.people set archived_at = now(), user_id = null where id = tests.id('member2');
select is(private.reference_problem(tests.id('North'), tests.id('alpha'), 'person', tests.id('colleague')),
  'There is no such colleague', 'a duplicate of a person who left cannot be named');

select * from finish();
rollback;
