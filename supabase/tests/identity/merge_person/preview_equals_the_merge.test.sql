begin;
select plan(9);
select tests.two_agencies();
insert into public.project_members (organization_id, project_id, person_id)
values (tests.id('North'), tests.id('beta'), tests.id('colleague'));

create function pg_temp.snapshot() returns text language sql as $$
  select md5(string_agg(line, '' order by line)) from (
    select people::text from public.people union all
    select project_members::text from public.project_members union all
    select time_entries::text from public.time_entries union all
    select person_merges::text from private.person_merges union all
    select audit_events::text from public.audit_events) as snapshot (line)
$$;
create temporary table before as select pg_temp.snapshot() as snapshot;
create temporary table answers (step text, answer jsonb);
grant insert, select on answers to authenticated;

select tests.act_as('admin');
insert into answers select 'merge', public.preview_person_change(
  tests.id('colleague'), jsonb_build_object('to', 'merged', 'into_id', tests.id('member')));
select tests.act_as('owner');
select is(pg_temp.snapshot(), snapshot, 'a preview of a merge changes nothing') from before;
select is((answer #>> '{merge,memberships}', answer #>> '{merge,time_entries}', answer #>> '{gained,0,name}',
           answer #>> '{before,project_count}', answer #>> '{after,project_count}')::text, '(1,4,beta,2,3)',
  'the preview of a merge counts the moved rows and the projects of the survivor') from answers;

select tests.act_as('admin');
insert into answers select 'merged', public.merge_person(tests.id('colleague'), 1, tests.id('member'));
insert into answers select 'undo', public.preview_person_change(tests.id('colleague'), '{"to": "unmerged"}');
select tests.act_as('owner');
select is(results.answer -> 'merge', previews.answer -> 'merge', 'the merge moves the previewed rows')
from answers as previews join answers as results on results.step = 'merged' where previews.step = 'merge';
select is((answer #>> '{merge,time_entries}', answer #>> '{lost,0,name}')::text, '(4,beta)', 'the preview of an undo counts the rows that return')
from answers where step = 'undo';
select is(merged_into_id, tests.id('member'), 'the preview of an undo changes nothing') from public.people where id = tests.id('colleague');

select tests.act_as('admin');
select throws_ok($$ select public.preview_person_change(tests.id('member2'), jsonb_build_object('to', 'merged', 'into_id', tests.id('member'))) $$,
  'OPSTA', null, 'the preview refuses a merge that the merge would refuse');
select throws_ok($$ select public.preview_person_change(tests.id('member2'), '{"to": "merged"}') $$, 'OPINV', null, 'the preview of a merge without a survivor is refused');
select throws_ok($$ select public.preview_person_change(tests.id('member2'), '{"to": "unmerged"}') $$, 'OPSTA', null, 'the preview of an undo is refused for a person who was not merged');
select tests.act_as('lead');
select throws_ok($$ select public.preview_person_change(tests.id('colleague'), '{"to": "unmerged"}') $$, 'OPDEN', null, 'a lead cannot preview the undo of a merge');

select * from finish();
rollback;
