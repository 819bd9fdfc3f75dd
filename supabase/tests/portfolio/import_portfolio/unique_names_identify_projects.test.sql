begin;
select plan(6);
select tests.two_agencies();
insert into public.projects (id, organization_id, account_id, code, name) values
  (tests.id('site 1'), tests.id('North'), tests.id('Harbour shop'), 'S-1', 'Site'),
  (tests.id('site 2'), tests.id('North'), tests.id('Garden site'), null, 'site');

create temporary table files (name text, rows jsonb);
insert into files values
  ('by code and by name', '[
    {"project_name": "New", "task_title": "Before"},
    {"client_name": "Fresh", "project_code": "N-1", "project_name": "new", "task_title": "Coded"},
    {"client_name": "Fresh", "project_name": "NEW", "task_title": "After"}]'),
  ('there already', '[
    {"project_name": "Site", "task_title": "Ambiguous"},
    {"client_name": "harbour", "project_name": "SITE", "task_title": "Coded"},
    {"account_name": "garden site", "project_name": "Site", "task_title": "Not coded"},
    {"project_name": "alpha", "task_title": "Only one"}]'),
  ('by name alone', '[
    {"project_name": "Both", "client_name": "One", "task_title": "Of one"},
    {"project_name": "Both", "client_name": "Two", "account_name": "Sub", "task_title": "Of two"},
    {"project_name": "both", "client_name": "two", "task_title": "Of two again"},
    {"project_name": "Both", "task_title": "Ambiguous"}]'),
  ('renamed by the file', '[
    {"project_code": "P-2", "project_name": "Zeta", "task_title": "Renamed"},
    {"project_name": "beta", "client_name": "Garden", "account_name": "Garden site", "task_title": "Not that one"},
    {"project_name": "zeta", "task_title": "That one"}]');
grant select on files to public;

select tests.act_as('lead');
create temporary table runs as
select name, tests.import('dry_run', rows) as dry, tests.import('apply', rows) as run from files;
select results_eq(
  $$ select runs.name, string_agg(coalesce(reason, disposition::text || coalesce(' ' || project_code, '')), ', ' order by line)
     from runs join public.portfolio_import_rows on run_id = (run ->> 'id')::uuid group by runs.name order by runs.name $$,
  $$ values
    ('by code and by name', 'create N-1, create N-1, create N-1'),
    ('by name alone', 'create, create, create, More than one project has this name: give its code'),
    ('renamed by the file', 'create P-2, create, create P-2'),
    ('there already', 'More than one project has this name: give its code, create S-1, create, create P-1') $$,
  'a name identifies a project only if it is unique');
select is(dry -> 'counts', run -> 'counts', 'the counts of the preview agree with the import: ' || name) from runs order by name;

select results_eq(
  $$ select lower(projects.name), clients.name, count(tasks.id)::integer
     from public.projects
     join public.accounts on accounts.id = account_id join public.clients on clients.id = client_id
     left join public.tasks on project_id = projects.id and title not like '% task'
     where lower(projects.name) in ('new', 'both', 'beta', 'zeta') group by projects.id, clients.id order by 1, 2 $$,
  $$ values ('beta', 'Garden', 1), ('both', 'One', 1), ('both', 'Two', 2), ('new', 'Fresh', 3),
            ('zeta', 'Garden', 2) $$,
  'the import creates no project twice');

select * from finish();
rollback;
