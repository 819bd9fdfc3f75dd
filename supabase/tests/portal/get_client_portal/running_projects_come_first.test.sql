-- A client sees running projects first, the one with the latest news at the top, and ended projects last.
begin;
select plan(9);
select tests.two_agencies();
select tests.portals();
insert into public.projects (id, organization_id, account_id, name, status)
select tests.id(name), tests.id('North'), tests.id('Harbour shop'), name, status::public.project_status
from (values ('a finished one', 'completed'), ('a cancelled one', 'cancelled'), ('a quiet one', 'active'), ('zeta', 'on_hold'))
  as cases (name, status);

create function pg_temp.project_names() returns text[] language sql as $$
  select array_agg(project ->> 'name' order by number)
  from jsonb_array_elements(tests.portal('client')::jsonb -> 'projects') with ordinality as entries (project, number)
  where project ->> 'name' <> 'shared'
$$;
select is(pg_temp.project_names(), '{alpha,a quiet one,zeta,a cancelled one,a finished one,gamma}',
  'a project with news comes first, then those without news by name, then ended ones');

-- The order may not show that something was published that the client can no longer read.
create temporary table card as select kind, tests.publish('zeta', kind) as id from unnest(array['weekly_update', 'scope_change']) as kind;
select is((pg_temp.project_names())[1:3], '{alpha,zeta,a quiet one}', 'a project with a publication comes before a quiet one');
select tests.publish_card(tests.propose('lead', 'weekly_update', jsonb_build_object('withdraw', id), 'zeta'), 'lead') from card where kind = 'weekly_update';
select is((pg_temp.project_names())[1:3], '{alpha,zeta,a quiet one}', 'another publication of the project still counts');
update public.approvals set is_restricted = true where id = (select id from card where kind = 'scope_change');
select is((pg_temp.project_names())[1:3], '{alpha,a quiet one,zeta}', 'withdrawn and restricted publications do not count');
select tests.publish_card(tests.propose('lead', 'weekly_update', jsonb_build_object('restore', id), 'zeta'), 'lead') from card where kind = 'weekly_update';
select is((pg_temp.project_names())[1:3], '{alpha,zeta,a quiet one}', 'a restored publication counts again');
select tests.publish_card(tests.propose('lead', 'weekly_update', jsonb_build_object('withdraw', id), 'zeta'), 'lead') from card where kind = 'weekly_update';

select is(tests.contact_answer('client', format('select public.create_client_request(%L, ''question'', ''When?'')', tests.id('zeta'))),
  'ok', 'the client sends a request');
update private.client_requests set asked_at = now() + interval '1 minute', respond_by = current_date + 9 where project_id = tests.id('zeta');
select is(pg_temp.project_names(), '{zeta,alpha,a quiet one,a cancelled one,a finished one,gamma}', 'the project of the latest request comes first');

update private.client_requests set asked_at = now() - interval '40 days', status = 'declined', ended_at = now() - interval '31 days'
where project_id = tests.id('zeta');
select is((pg_temp.project_names())[1:3], '{alpha,a quiet one,zeta}', 'a request that the portal no longer shows does not count');
update private.client_requests set asked_at = now() + interval '1 minute', ended_at = now() where project_id = tests.id('zeta');

update public.projects set status = 'completed' where id = tests.id('zeta');
select is((pg_temp.project_names())[1:2], '{alpha,a quiet one}', 'an ended project with news comes after running ones');
select * from finish();
rollback;
