begin;
select plan(9);
select tests.two_agencies();

select tests.act_as('lead');
create temporary table saved as
select public.save_import_mapping('  Time sheet ', '{"fields": {"project_code": {"column": "A"}}}') as mapping;
grant select on saved to public;
select is(mapping ->> 'name', 'Time sheet', 'a mapping is saved under its name') from saved;
select is(mapping ->> 'created_by', tests.id('lead')::text, 'a mapping has its author') from saved;
select tests.act_as('admin');
select is(
  public.save_import_mapping('TIME SHEET', '{"fields": {"project_code": {"column": "B"}}}') ->> 'id',
  mapping ->> 'id', 'the same name in another case is the same mapping') from saved;
select results_eq(
  $$ select name, mapping #>> '{fields,project_code,column}', created_by from public.import_mappings where name <> 'Weekly' $$,
  format($$ values ('TIME SHEET', 'B', %L::uuid) $$, tests.id('lead')), 'a saved mapping replaces the earlier one');

select tests.act_as('other_admin');
select isnt(
  public.save_import_mapping('Time sheet', '{"fields": {"project_code": {"column": "A"}}}') ->> 'id', mapping ->> 'id',
  'another organization can save a mapping with the same name') from saved;
select tests.act_as('lead');
select results_eq(
  $$ select action, object_id from public.audit_events where object_type = 'import_mapping' $$,
  format($$ values ('import_mapping.saved', %L::uuid), ('import_mapping.saved', %1$L) $$, (select mapping ->> 'id' from saved)),
  'the audit log contains each save');

select lives_ok(
  $$ select public.save_import_mapping('time sheet', '{"fields": {"person": {"column": "A"}, "person_cost_per_hour": {"column": "B"}, "rate_valid_from": {"column": "C"}}}') $$,
  'a mapping of people''s rates names no project');

select tests.act_as('owner');
insert into public.import_mappings (organization_id, name, mapping, created_by)
select tests.id('North'), 'Mapping ' || n, '{"fields": {"project_code": {"column": "A"}}}', tests.id('lead') from generate_series(1, 98) as n;
select tests.act_as('lead');
select throws_ok($$ select public.save_import_mapping('One more', '{"fields": {"project_code": {"column": "A"}}}') $$, 'OPSTA',
  'You have 100 saved mappings, the maximum. Delete one first', 'the 101st mapping is refused');
select lives_ok($$ select public.save_import_mapping('time sheet', '{"fields": {"project_code": {"column": "A"}}}') $$, 'a mapping can be changed at the maximum');

select * from finish();
rollback;
