begin;
select plan(7);
select tests.two_agencies();
update public.tasks set labels = '{design,shared}' where id = tests.id('alpha task');
update public.tasks set labels = '{shared}' where id = tests.id('shared task');
update public.tasks set labels = '{hidden}' where id = tests.id('beta task');
update public.tasks set labels = '{archived}' where id = tests.id('gamma task');
update public.tasks set labels = '{foreign}' where id = tests.id('delta task');

select tests.act_as('member');
select is(public.list_task_labels(), '{shared,design}', 'a member gets the labels of their projects, the most used first');
select tests.act_as('member2');
select is(public.list_task_labels(), '{hidden,shared}', 'another member gets the labels of their own projects');
select tests.act_as('lead');
select is(public.list_task_labels(), '{shared,design,hidden}', 'a lead gets the labels of every active task');
select tests.act_as('other_admin');
select is(public.list_task_labels(), '{foreign}', 'an admin of another organization gets only its labels');
select tests.act_as('client');
select throws_ok('select public.list_task_labels()', 'OPDEN', null, 'a client cannot list labels');
select tests.act_as('outsider');
select throws_ok('select public.list_task_labels()', 'OPDEN', null, 'an outsider cannot list labels');
select tests.act_as('service');
select throws_ok('select public.list_task_labels()', '42501', null, 'the secret key cannot list labels');

select * from finish();
rollback;
