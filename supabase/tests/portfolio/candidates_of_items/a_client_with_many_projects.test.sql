-- A client may have a thousand projects. Five of them are candidates for an item of the client, besides the ones that the title
-- or a colleague singles out, and no other candidate would rank before these.
begin;
select plan(9);
select tests.two_agencies();
update public.people set email = 'ada@ports.example' where id = tests.id('client');

-- Fifteen open projects and one that has ended, in two accounts of Harbour. Two of them have the highest ids.
insert into public.accounts (id, organization_id, client_id, name)
values (tests.id('other account'), tests.id('North'), tests.id('Harbour'), 'Harbour fleet');
create function pg_temp.project_id(number integer) returns uuid language sql immutable as $$
  select format('fffffffe-0000-4000-8000-%s', lpad(number::text, 12, '0'))::uuid
$$;
insert into public.projects (id, organization_id, account_id, name, status)
select pg_temp.project_id(number), tests.id('North'),
  case number % 2 when 0 then tests.id('other account') else (select account_id from public.projects where id = tests.id('alpha')) end,
  case number when 15 then 'Lighthouse' when 14 then 'Breakwater' else 'Berth ' || number end,
  case number when 0 then 'completed' else 'active' end::public.project_status
from generate_series(0, 15) as number;
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), pg_temp.project_id(14), tests.id('member'));

create function pg_temp.candidates(title text, variadic emails text[]) returns uuid[] language sql as $$
  select array_agg(candidates.project_id order by candidates.score desc, candidates.project_id)
  from private.candidates_of_items(
    tests.id('North'), jsonb_build_array(jsonb_build_object('key', 'a', 'emails', to_jsonb(emails), 'title', title))) as candidates
$$;
create function pg_temp.best(title text, variadic emails text[]) returns uuid language sql as $$
  select matched.project_id
  from private.matched_projects(
    tests.id('North'), jsonb_build_array(jsonb_build_object('key', 'a', 'emails', to_jsonb(emails), 'title', title))) as matched
$$;
create temporary table open_projects as
select row_number() over (order by projects.id) as number, projects.id
from public.projects join public.accounts on accounts.id = projects.account_id
where accounts.client_id = tests.id('Harbour') and projects.status = 'active' and projects.archived_at is null;

select is(pg_temp.candidates('Hello', 'ada@ports.example'), (select array_agg(id order by number) from open_projects where number <= 5),
  'the first five open projects of both accounts are candidates');
select is(cardinality(pg_temp.candidates('About the Lighthouse', 'ada@ports.example')), 6, 'a project in the title is another candidate');
select is((pg_temp.candidates('About the Lighthouse', 'ada@ports.example'))[1], pg_temp.project_id(15), 'a project in the title ranks first');
select is(
  (select candidates.score from private.candidates_of_items(
     tests.id('North'), '[{"key": "a", "emails": ["ada@ports.example"], "title": "About the Lighthouse"}]') as candidates
   where candidates.project_id = pg_temp.project_id(15)),
  0.75, 'a project in the title has the scores of the client and of the title');
select is(pg_temp.best('About the Lighthouse', 'ada@ports.example'), pg_temp.project_id(15), 'a project in the title matches');
select is(pg_temp.best('Hello', 'ada@ports.example', 'member@tests.test'), null, 'a colleague on two of the projects decides nothing');
delete from public.project_members where project_id = tests.id('alpha') and person_id = tests.id('member');
select is(pg_temp.best('Hello', 'ada@ports.example', 'member@tests.test'), pg_temp.project_id(14),
  'a colleague on one of the projects decides, wherever it ranks');
update public.projects set archived_at = now() where id in (select id from open_projects where number <= 13);
select is(cardinality(pg_temp.candidates('Hello', 'ada@ports.example')), (select count(*)::integer from public.projects
    join public.accounts on accounts.id = projects.account_id
    where accounts.client_id = tests.id('Harbour') and projects.archived_at is null),
  'archived projects do not count towards the limit');
update public.accounts set archived_at = now() where id = tests.id('other account');
select ok(pg_temp.project_id(0) <> all (pg_temp.candidates('Hello', 'ada@ports.example')), 'projects of an archived account are no candidates');

select * from finish();
rollback;
