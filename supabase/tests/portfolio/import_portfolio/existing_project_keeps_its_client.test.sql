begin;
select plan(4);
select tests.two_agencies();

select tests.act_as('lead');
create temporary table runs as
select tests.import('apply', '[
  {"project_code": "P-1", "client_name": "harbour", "task_title": "Same client"},
  {"project_code": "P-2", "client_name": "Somebody else", "task_title": "Another client"},
  {"project_code": "P-3", "account_name": "Another account", "task_title": "Another account"}
]') as run;
grant select on runs to public;

select results_eq(
  $$ select reason from runs join public.portfolio_import_rows on run_id = (run ->> 'id')::uuid order by line $$,
  array[
    null,
    'The project belongs to Garden, account Garden site: correct that, or leave both out',
    'The project belongs to Harbour, account Harbour shop: correct that, or leave both out'],
  'a line with another client or account is skipped with the reason');
select is(tests.import_counts(run, 'clients'), '0/0/0/0', 'a line with another client or account creates no client') from runs;
select tests.act_as('owner');
select is((select account_id from public.projects where id = tests.id('beta')), tests.id('Garden site'), 'a line with another client moves no project');
select is((select array_agg(title) from public.tasks where title in ('Same client', 'Another client', 'Another account')),
  array['Same client'], 'only the line with the same client is imported');

select * from finish();
rollback;
