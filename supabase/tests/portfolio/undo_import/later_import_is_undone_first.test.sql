begin;
select plan(6);
select tests.two_agencies();
select tests.an_hour_passes();
create temporary table before as select tests.portfolio_content() as content;
grant select on before to public;

select tests.act_as('lead');
create temporary table runs as select 'A' as name, tests.import('apply', tests.small_plan()) as run;
grant select on runs to public;
select tests.an_hour_passes();
select tests.act_as('lead');
insert into runs select 'B', tests.import('apply', '[
  {"project_code": "M-1", "project_name": "Meadow two", "task_key": "K-1", "task_title": "Redraw"}
]');
select tests.an_hour_passes();

create function pg_temp.undo(which text) returns void language sql as $$
  select public.undo_import((run ->> 'id')::uuid) from runs where name = which
$$;
grant execute on function pg_temp.undo(text) to public;

select tests.act_as('lead');
select throws_ok($$ select pg_temp.undo('A') $$, 'OPSTA', null, 'a row that a later import changed prevents the undo');
select lives_ok($$ select pg_temp.undo('B') $$, 'the later import can be undone');
select tests.an_hour_passes();
select is((select name from public.projects where code = 'M-1'), 'Meadow one', 'undoing the later import restores the values of the earlier one');
select tests.act_as('lead');
select lives_ok($$ select pg_temp.undo('A') $$, 'the earlier import can be undone after the later one');
select tests.act_as('owner');
select is(tests.portfolio_content(), content, 'undoing both imports restores the earlier content') from before;
select is((select count(*)::integer from public.audit_events where action = 'portfolio_import.undone'), 2, 'the audit log contains both undos');

select * from finish();
rollback;
