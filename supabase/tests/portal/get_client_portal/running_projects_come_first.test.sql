-- A client sees running projects first, the one with the latest news at the top, and ended projects last.
begin;
select plan(4);
select tests.two_agencies();
select tests.portals();
insert into public.projects (id, organization_id, account_id, name, status)
select tests.id(name), tests.id('North'), tests.id('Harbour shop'), name, status::public.project_status
from (values ('a finished one', 'completed'), ('a cancelled one', 'cancelled'), ('a quiet one', 'active'), ('zeta', 'on_hold'))
  as cases (name, status);

create function pg_temp.shown() returns text[] language sql as $$
  select array_agg(project ->> 'name' order by number)
  from jsonb_array_elements(tests.portal('client')::jsonb -> 'projects') with ordinality as listed (project, number)
  where project ->> 'name' <> 'shared'
$$;
select is(pg_temp.shown(), '{alpha,a quiet one,zeta,a cancelled one,a finished one,gamma}',
  'a project with news comes first, then those without news by name, then ended ones');

select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''When?'')', tests.id('zeta'))),
  'ok', 'the client sends a request');
update private.client_requests set asked_at = now() + interval '1 minute', respond_by = current_date + 9 where project_id = tests.id('zeta');
select is(pg_temp.shown(), '{zeta,alpha,a quiet one,a cancelled one,a finished one,gamma}', 'the project of the latest request comes first');

update public.projects set status = 'completed' where id = tests.id('zeta');
select is((pg_temp.shown())[1:2], '{alpha,a quiet one}', 'an ended project with news comes after running ones');
select * from finish();
rollback;
