begin;
select plan(14);
select tests.two_agencies();

create temporary table logged as
select gen_random_uuid() as id, 'colleague' as person, 2.5 as hours
union all select gen_random_uuid(), 'colleague', 2.5;
grant select on logged to public;
insert into public.time_entries (id, organization_id, project_id, task_id, person_id, spent_on, hours, note)
select logged.id, projects.organization_id, projects.id, tests.id('alpha task'), tests.id('colleague'), '2026-03-05', logged.hours, 'same'
from logged, public.projects where projects.id = tests.id('alpha');
update public.people set external_key = 'colleague' where id = tests.id('colleague');

create function pg_temp.import(changes jsonb) returns text
language plpgsql as $$
declare
  v_run jsonb;
  v_lines text;
begin
  perform tests.act_as('lead');
  v_run := tests.import('apply', (
    select jsonb_agg(jsonb_build_object(
      'project_code', 'P-1', 'task_key', 'T-1', 'entry_key', logged.id, 'person', logged.person,
      'hours', logged.hours, 'spent_on', '2026-03-05', 'note', 'same') || changes order by logged.id desc)
    from logged));
  perform tests.act_as('owner');
  return (
    select string_agg(disposition || coalesce(' ' || reason, ''), ', ' order by line)
    from public.portfolio_import_rows where run_id = (v_run ->> 'id')::uuid);
end;
$$;
create function pg_temp.total() returns text
language sql as $$
  select count(*) || ' ' || sum(hours) from public.time_entries where spent_on between '2026-03-05' and '2026-03-06'
$$;

select is(pg_temp.import('{}'), 'unchanged, unchanged', 'two equal entries are recognized by their ids');
select is(pg_temp.total(), '2 5.00', 'importing recognized entries adds no hours');
select is(pg_temp.import('{"note": "corrected"}'), 'update, update', 'a corrected note changes the entries in place');
select is((select count(*)::integer from public.time_entries, logged where time_entries.id = logged.id and note = 'corrected'), 2, 'both entries have the new note');
select is(pg_temp.import('{"spent_on": "2026-03-06"}'),
  'skipped These hours exist on another project, person or day. Move them under Hours, or leave this line out, skipped These hours exist on another project, person or day. Move them under Hours, or leave this line out',
  'an entry on another day is skipped, because its hours would count twice');
select is(pg_temp.import('{"project_code": "P-2", "task_key": null}') like 'skipped These hours exist%', true, 'an entry on another project is skipped');
select is(pg_temp.total(), '2 5.00', 'skipped lines add no hours');

-- Hours of a week that was locked after their import can still be imported if they are unchanged.
insert into private.week_locks (organization_id, person_id, week_on, locked_by)
select organization_id, id, '2026-03-02', tests.id('lead') from public.people where id = tests.id('colleague');
select is(pg_temp.import('{"note": "corrected"}'), 'unchanged, unchanged', 'unchanged hours of a locked week are accepted');
select is(pg_temp.import('{"note": "corrected", "hours": 3}') like 'skipped The week of 2026-03-02 is locked%', true, 'changed hours of a locked week are skipped');
select is(pg_temp.total(), '2 5.00', 'the hours of the locked week are unchanged');

-- The key of another tool and the id of an entry of another organization match no entry of this organization.
create temporary table foreign_entry as
select id, hours, version from public.time_entries
where organization_id <> (select organization_id from public.people where id = tests.id('lead')) limit 1;
grant select on foreign_entry to public;
select is((select count(*)::integer from foreign_entry), 1, 'the other organization has hours');
select tests.act_as('lead');
create temporary table outcome as
select tests.import('apply', jsonb_build_array(
  jsonb_build_object('project_code', 'P-1', 'entry_key', (select id from foreign_entry), 'person', 'member@tests.test',
    'hours', 7, 'spent_on', '2026-04-06'),
  jsonb_build_object('project_code', 'P-1', 'entry_key', 'H-1', 'person', 'member@tests.test', 'hours', 1, 'spent_on', '2026-04-06'),
  jsonb_build_object('project_code', 'P-1', 'entry_key', 'h-1', 'person', 'member@tests.test', 'hours', 4, 'spent_on', '2026-04-06'))) as run;
grant select on outcome to public;
select is(tests.dispositions(run), 'create create skipped', 'unknown keys create hours, and a second line with the same key is skipped') from outcome;
select tests.act_as('owner');
select is((entries.hours, entries.version), (foreign_entry.hours, foreign_entry.version), 'the hours of the other organization are unchanged')
from foreign_entry join public.time_entries as entries using (id);
select is((select sum(hours) from public.time_entries where spent_on = '2026-04-06'), 8.00, 'the new hours are added once');
select * from finish();
rollback;
