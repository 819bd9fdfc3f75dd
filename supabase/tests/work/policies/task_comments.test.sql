begin;
select plan(20);
select tests.two_agencies();
insert into public.task_comments (id, organization_id, project_id, task_id, author_id, body, archived_at)
select tests.id(name || ' comment'), organization_id, id, tests.id(name || ' task'),
  tests.id(case name when 'delta' then 'other_member' else 'colleague' end), 'Why?', case name when 'shared' then now() end
from public.projects where name in ('alpha', 'beta', 'shared', 'delta');

select tests.sees('admin', 'select id from public.task_comments', array['alpha comment', 'beta comment']);
select tests.sees('lead', 'select id from public.task_comments', array['alpha comment', 'beta comment']);
select tests.sees('member', 'select id from public.task_comments', array['alpha comment']);
select tests.sees('member2', 'select id from public.task_comments', array['beta comment']);
select tests.sees('client', 'select id from public.task_comments', '{}');
select tests.sees('outsider', 'select id from public.task_comments', '{}');
select tests.sees('other_admin', 'select id from public.task_comments', array['delta comment']);
select tests.sees('anonymous', 'select id from public.task_comments', null);
select tests.act_as('owner');
select tests.refuses_writes('public.task_comments');
select tests.act_as('owner');
select is((select count(*)::integer from public.task_comments where archived_at is not null), 1, 'the removed comment that no caller sees still exists');

select * from finish();
rollback;
