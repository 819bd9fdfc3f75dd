begin;
select plan(24);
select tests.two_agencies();
insert into public.people (id, organization_id, name, role, is_employee)
values (tests.id('imported'), tests.id('North'), 'imported', 'member', true);
insert into public.project_members (organization_id, project_id, person_id)
select tests.id('North'), tests.id(project), tests.id(person)
from (values ('alpha', 'imported'), ('alpha', 'colleague'), ('beta', 'colleague'), ('beta', 'freelancer')) as cases (project, person);
update public.projects set lead_id = tests.id('colleague') where id = tests.id('beta');
update public.tasks set assignee_id = tests.id('colleague') where id in (tests.id('beta task'), tests.id('shared task'));

-- The owner of each row that a merge moves, without versions and times of change.
create function pg_temp.owners() returns text language sql as $$
  select string_agg(line, E'\n' order by line) from (
    select concat_ws(' ', 'person', name, email, archived_at, merged_into_id) from public.people union all
    select concat_ws(' ', 'member', project_id, person_id) from public.project_members union all
    select concat_ws(' ', 'project', id, lead_id) from public.projects union all
    select concat_ws(' ', 'task', id, assignee_id) from public.tasks union all
    select concat_ws(' ', 'hours', id, person_id) from public.time_entries union all
    select concat_ws(' ', 'invitation', id, person_id) from public.invitations) as snapshot (line)
$$;
create function pg_temp.merges(duplicate text, survivor text) returns void language plpgsql as $$
begin
  perform tests.act_as('admin');
  perform public.merge_person(people.id, people.version, tests.id(survivor)) from public.people where people.id = tests.id(duplicate);
  perform tests.act_as('owner');
end;
$$;
create function pg_temp.undoes(duplicate text) returns text language plpgsql as $$
declare
  v_hint text := 'done';
begin
  perform tests.act_as('admin');
  begin
    perform public.unmerge_person(people.id, people.version) from public.people where people.id = tests.id(duplicate);
  exception when others then
    get stacked diagnostics v_hint = pg_exception_hint;
  end;
  perform tests.act_as('owner');
  return v_hint;
end;
$$;
create temporary table before as select pg_temp.owners() as owners;

select pg_temp.merges('colleague', 'imported');
select isnt(pg_temp.owners(), owners, 'a merge changes rows') from before;
select is(pg_temp.undoes('colleague'), 'done', 'a merge can be undone');
select is(pg_temp.owners(), owners, 'undoing a merge restores every row') from before;
select is((select count(*)::integer from private.person_merges) + (select count(*)::integer from private.person_merge_moves), 0,
  'undoing a merge leaves no record of it outside the audit log');
select is((select string_agg(action, ' ' order by action) from public.audit_events where object_id in (tests.id('colleague'), tests.id('imported'))),
  'person.absorbed person.merged person.separated person.unmerged', 'the audit log contains the merge and its undo for both people');
select is(pg_temp.undoes('colleague'), 'not_merged', 'a merge cannot be undone twice');

-- Rows that got another owner after the merge keep that owner.
select pg_temp.merges('colleague', 'imported');
update public.tasks set assignee_id = tests.id('member') where id = tests.id('beta task');
update public.tasks set assignee_id = tests.id('imported') where id = tests.id('gamma task');
delete from public.project_members where project_id = tests.id('beta') and person_id = tests.id('imported');
select is(pg_temp.undoes('colleague'), 'done', 'a merge can be undone after other changes');
select is((select assignee_id from public.tasks where id = tests.id('beta task')), tests.id('member'), 'a task that was reassigned to another person stays with that person');
select is((select assignee_id from public.tasks where id = tests.id('gamma task')), tests.id('imported'), 'a task that was assigned to the survivor after the merge stays with the survivor');
select is((select assignee_id from public.tasks where id = tests.id('shared task')), tests.id('colleague'), 'a task that no one reassigned returns to the duplicate');
select is_empty($$ select 1 from public.project_members where project_id = tests.id('beta') and person_id = tests.id('colleague') $$,
  'a membership that ended after the merge is not restored');

-- In a chain, the last merge is undone first.
update public.tasks set assignee_id = tests.id('colleague') where id = tests.id('beta task');
truncate before;
insert into before select pg_temp.owners();
select pg_temp.merges('colleague', 'freelancer');
select pg_temp.merges('freelancer', 'member');
select is(pg_temp.undoes('colleague'), 'merged_further', 'a merge cannot be undone before a later one is');
select is(pg_temp.undoes('freelancer') || ' ' || pg_temp.undoes('colleague'), 'done done', 'merges can be undone from the last to the first');
select is(pg_temp.owners(), owners, 'undoing both merges restores every row') from before;

-- Two duplicates have the same membership, so the survivor has it as long as one of them is merged.
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('gamma'), tests.id('colleague')), (tests.id('North'), tests.id('gamma'), tests.id('freelancer'));
select pg_temp.merges('colleague', 'member');
select pg_temp.merges('freelancer', 'member');
select pg_temp.undoes('colleague');
select bag_eq($$ select person_id from public.project_members where project_id = tests.id('gamma') $$,
  $$ values (tests.id('member')), (tests.id('colleague')) $$, 'the survivor keeps a membership that another duplicate has');
select pg_temp.undoes('freelancer');
select bag_eq($$ select person_id from public.project_members where project_id = tests.id('gamma') $$,
  $$ values (tests.id('freelancer')), (tests.id('colleague')) $$, 'the survivor loses the membership with the last duplicate');

-- The undo does not restore a person who had left before the merge.
update public.people set archived_at = '2026-01-01' where id = tests.id('freelancer');
select pg_temp.merges('freelancer', 'member');
select pg_temp.undoes('freelancer');
select is(archived_at, '2026-01-01'::timestamptz, 'an undo does not restore a person who had left')
from public.people where id = tests.id('freelancer');

-- A survivor who signs in with the email of the duplicate retains it.
select pg_temp.merges('colleague', 'imported');
update auth.users set email = 'colleague@tests.test' where id = tests.id('outsider user');
select tests.act_as('outsider');
select is(public.accept_invitation('North') #>> '{viewer,id}', tests.id('imported')::text, 'the invitation of the duplicate lets the survivor join');
select tests.act_as('owner');
select is(pg_temp.undoes('colleague'), 'done', 'a merge can be undone after the survivor has joined');
select is((select array_agg(email order by name) from public.people where id in (tests.id('colleague'), tests.id('imported'))),
  array[null, 'colleague@tests.test'], 'undoing a merge leaves an email with the person who signs in with it');
select is((select user_id from public.people where id = tests.id('imported')), tests.id('outsider user'), 'undoing a merge leaves an account with the person who signs in with it');

select tests.act_as('lead');
select throws_ok($$ select public.unmerge_person(tests.id('colleague'), 1) $$, 'OPDEN', null, 'a lead cannot undo a merge');
select tests.act_as('other_admin');
select throws_ok($$ select public.unmerge_person(tests.id('colleague'), 1) $$, 'OPNFD', null, 'an admin of another organization does not find the person');
select tests.act_as('service');
select throws_ok($$ select public.unmerge_person(tests.id('colleague'), 1) $$, '42501', null, 'the secret key cannot undo a merge');

select * from finish();
rollback;
